// What the translation of a test's threads shares.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "../litmus_program.hpp"
#include "../parsed_test.hpp"
#include "names.hpp"
#include "spelling.hpp"
#include "uses.hpp"

namespace graphfuzz::litmus::c11 {

/// Functions that translated expressions call, each written once.
class HelperFunctions {
 public:
  /// The name of the function whose text, with "NAME" for its name, is this: `wish`, which Names has kept, or with a
  /// number behind it.
  std::string name_of(std::string_view wish, const std::string& text);
  std::string text() const;
  /// Keeps the compiler from merging plain accesses, or leaving some out.
  std::string barrier();
  bool has_barrier() const { return barrier_; }

 private:
  std::map<std::string, std::string> names_;  // by text
  std::set<std::string> functions_;
  std::vector<std::string> texts_;
  bool barrier_ = false;
};

struct Translation {
  const ParsedTest& test;
  const LitmusProgram& program;  ///< threads' variables, items of final states
  std::vector<Use> uses;         ///< by object
  std::vector<std::string> object_names;
  Spelling spelling;
  bool small;  ///< integers are: see stays_small
  Names names{};
  HelperFunctions helpers{};
  bool failure_order_above = false;  ///< a compare-exchange whose order is stronger if it fails

  std::size_t number_of(std::string_view object) const;
  const Object& object(std::string_view name) const { return test.symbols.objects()[number_of(name)]; }
  Use use(std::string_view object) const { return uses[number_of(object)]; }
  /// Where the cell is: "&x", "a", "&a[1]".
  Text address(const Object& object, Value index = 0) const;
};

}  // namespace graphfuzz::litmus::c11

// Variables: those of one file's debug information that lie at an address of their own.
#pragma once

#include <elfutils/libdw.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "frontend/native/symbols/units.hpp"

namespace graphfuzz::native {

/// A variable, or a part of one that the compiler has taken apart.
struct Variable {
  std::uint64_t address = 0;  ///< in the file, or in its thread-local storage
  Dwarf_Die die{};
  int scope = 0;
  std::uint64_t part = 0;       ///< where in the variable that is
  std::uint64_t part_size = 0;  ///< 0: all of the variable
};

class Variables {
 public:
  /// Goes through all units.
  explicit Variables(Units& units);

  /// The last variable that begins at an address or before it, null if there is none; how long it is is for the caller
  /// to find out.
  const Variable* before(std::uint64_t address) const { return find(globals_, address); }
  const Variable* before_thread_local(std::uint64_t offset) const { return find(thread_locals_, offset); }

  /// As Symbols::data_name() has it. `symbol`: what the linker calls what lies there, null if it has no name for it.
  std::string name(const Variable& variable, const char* symbol) const;

 private:
  /// A namespace, class or function; 0 is the file itself.
  struct Scope {
    int outer = 0;
    Dwarf_Die die{};
  };
  struct Uses {
    std::uint64_t first = 0;
    bool several = false;
  };

  void take(Dwarf_Die& die, int scope);
  void add(std::vector<Variable>& variables, const Variable& variable);
  static const Variable* find(const std::vector<Variable>& variables, std::uint64_t address);

  std::string in_function(const char* name, Dwarf_Die& function, const char* symbol) const;
  int scope_of_declaration(const Variable& variable) const;

  std::vector<Scope> scopes_{1};
  std::unordered_map<const void*, int> declared_;  ///< where what is defined elsewhere was declared, by Dwarf_Die::addr
  std::vector<Variable> globals_, thread_locals_;
  std::unordered_map<std::string_view, Uses> names_;
};

}  // namespace graphfuzz::native

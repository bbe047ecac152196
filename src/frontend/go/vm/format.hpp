// Text of values: what package fmt prints.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/go/vm/code.hpp"

namespace graphfuzz::go::vm {

/// What Error or String has returned for the values that are being printed. The machine has to call these methods
/// itself: if one is wanted that has not been called yet, what is printed is of no use, and has to be done again.
class Texts {
 public:
  explicit Texts(const Code& code) : code_(code) {}

  const TypeInfo* info(const syntax::Type* type) const;
  /// Null: not known yet.
  const Slot* find(const TypeInfo& type, const Slot* value);
  void add(const TypeInfo& type, const Slot* value, Slot text) { known_.push_back({&type, value, text}); }
  /// The first that was asked for in vain.
  const TypeInfo* missing_type = nullptr;
  const Slot* missing_value = nullptr;

 private:
  struct Known {
    const TypeInfo* type;
    const Slot* value;
    Slot text;
  };
  const Code& code_;
  std::vector<Known> known_;
};

/// Arguments are interfaces.
void format_print(std::string& out, std::span<const Slot> arguments, Texts& texts);
void format_println(std::string& out, std::span<const Slot> arguments, Texts& texts);
void format_printf(std::string& out, std::string_view format, std::span<const Slot> arguments, Texts& texts);

/// As Go prints the value of an uncaught panic.
std::string panic_words(const Slot& value);

}  // namespace graphfuzz::go::vm

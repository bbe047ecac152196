// The parts of formatting: how one value is printed by one verb.
#pragma once

#include <string>
#include <string_view>

#include "frontend/go/vm/format.hpp"

namespace graphfuzz::go::vm {

/// A verb with its flags.
struct Spec {
  Texts* texts = nullptr;
  char verb = 'v';
  bool plus = false;
  bool minus = false;
  bool sharp = false;
  bool space = false;
  bool zero = false;
  bool names = false;   ///< %+v
  bool syntax = false;  ///< %#v
  bool hidden = false;  ///< in a field that is not exported: no methods are called
  int width = -1;
  int precision = -1;
};

/// What is printed by one call is no longer than this, roughly, in bytes.
inline constexpr std::size_t kLongestText = std::size_t{16} << 20;

// format_scalars.cpp
/// Before more is printed. Throws OutOfMemory; may be stopped.
void expect_room(const std::string& out);
void pad(std::string& out, const Spec& spec, std::string_view text, bool number);
std::string in_quotes(std::string_view text);
void format_real(std::string& out, const Spec& spec, double value, bool single);
void format_integer(std::string& out, const Spec& spec, const syntax::Type* type, const Slot* value);
void format_string(std::string& out, const Spec& spec, const syntax::Type* type, const Slot* value);
void format_address(std::string& out, const Spec& spec, const Slot* value);

// format_values.cpp
/// `depth`: of the parts within each other.
void format_value(std::string& out, const Spec& spec, const syntax::Type* type, const Slot* value, int depth);
void bad_verb(std::string& out, const Spec& spec, const syntax::Type* type, const Slot* value);

}  // namespace graphfuzz::go::vm

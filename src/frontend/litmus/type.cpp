#include "type.hpp"

#include <fmt/format.h>

namespace graphfuzz::litmus {

std::string describe(const Type& type) {
  if (type.is_pointer()) return "pointer to " + describe(type.pointee());
  if (type.is_void) return "void";
  return fmt::format("{}{}-bit integer", type.is_signed ? "" : "unsigned ", type.bits);
}

Type promoted(const Type& type) { return type.is_pointer() || type.bits >= 32 ? type : kInt; }

Type common_type(const Type& left, const Type& right) {
  if (left.is_pointer()) return left;
  if (right.is_pointer()) return right;
  const Type a = promoted(left);
  const Type b = promoted(right);
  if (a.bits != b.bits) return a.bits > b.bits ? a : b;
  return {a.bits, a.is_signed && b.is_signed, 0, false};
}

bool keeps_value(const Type& from, const Type& to) {
  if (to.value_bits() == 64 || from.is_pointer()) return true;
  if (from.bits == to.bits) return from.is_signed == to.is_signed;
  return from.bits < to.bits && (to.is_signed || !from.is_signed);
}

}  // namespace graphfuzz::litmus

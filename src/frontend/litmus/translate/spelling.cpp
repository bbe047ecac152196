#include "spelling.hpp"

#include <fmt/format.h>

#include <limits>

namespace graphfuzz::litmus::c11 {

std::string at_least(const Text& text, Level level) { return text.level < level ? "(" + text.text + ")" : text.text; }

std::string Spelling::value_type(const Type& type) const {
  if (type.is_pointer()) {
    const Type to = type.pointee();
    const std::string target = to.is_void && !to.is_pointer() ? "void" : atomic_type(to);
    return target + " *";
  }
  if (type.bits == 32) return type.is_signed ? "int" : "unsigned";
  return fmt::format("{}int{}_t", type.is_signed ? "" : "u", type.bits);
}

std::string Spelling::atomic_type(const Type& type) const {
  const std::string_view before = volatile_ ? "volatile " : "";
  if (!type.is_pointer() && type.bits == 32)
    return fmt::format("{}{}", before, type.is_signed ? "atomic_int" : "atomic_uint");
  return fmt::format("{}_Atomic({})", before, value_type(type));
}

std::string declaration(const std::string& type, std::string_view name, bool is_volatile) {
  if (type.back() == '*') return fmt::format("{}{}{}", type, is_volatile ? "volatile " : "", name);
  return fmt::format("{}{} {}", is_volatile ? "volatile " : "", type, name);
}

Text constant_text(Value value, const Type& type) {
  if (type.is_pointer() || type.bits < 32) return {std::to_string(value), value < 0 ? kUnary : kPrimary};
  if (!type.is_signed) {
    const auto bits = static_cast<std::uint64_t>(value);
    if (type.bits == 32) return {fmt::format("{}u", static_cast<std::uint32_t>(bits))};
    return {fmt::format("{}ul", bits)};
  }
  const std::string_view suffix = type.bits == 64 ? "l" : "";
  const Value least =
      type.bits == 64 ? std::numeric_limits<std::int64_t>::min() : std::numeric_limits<std::int32_t>::min();
  if (value == least) return {fmt::format("{}{} - 1", value + 1, suffix), kSum};  // there is no such literal
  return {fmt::format("{}{}", value, suffix), value < 0 ? kUnary : kPrimary};
}

std::string_view order_name(MemoryOrder order) {
  switch (order) {
    case MemoryOrder::acquire:
      return "memory_order_acquire";
    case MemoryOrder::release:
      return "memory_order_release";
    case MemoryOrder::acq_rel:
      return "memory_order_acq_rel";
    case MemoryOrder::seq_cst:
      return "memory_order_seq_cst";
    default:
      return "memory_order_relaxed";
  }
}

}  // namespace graphfuzz::litmus::c11

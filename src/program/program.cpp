// The arithmetic that requests leave to the engine: read-modify-write operations on integers of a given width.
#include "graphfuzz/program/program.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "graphfuzz/program/condition_variable.hpp"

namespace graphfuzz {
namespace {

std::uint64_t bits_of(Value v) { return static_cast<std::uint64_t>(v); }

/// Addresses lie in [kAddressBase, kAddressBase + 2^32); no integer of up to 32 bits does.
bool is_address(Value v) { return bits_of(v) - bits_of(kAddressBase) < (std::uint64_t{1} << 32); }

Value wrap_integer(Value v, unsigned bits, bool is_signed) {
  const unsigned shift = 64 - std::clamp(bits, 1u, 64u);
  const std::uint64_t high = bits_of(v) << shift;
  return is_signed ? static_cast<Value>(high) >> shift : static_cast<Value>(high >> shift);
}

class NoQuestion final : public Question {
 public:
  bool satisfies(std::span<const Value>) const override { return true; }
  Quantifier quantifier() const override { return Quantifier::forall; }
  std::string condition() const override { return "forall (true)"; }
};

}  // namespace

const Question& no_question() {
  static const NoQuestion question;
  return question;
}

unsigned Program::most_threads() const { return start()->capabilities().starts_threads ? kInitThread : threads(); }

std::vector<Value> Program::initial_values() const {
  std::vector<Value> values;
  for (const LocationInfo& location : locations()) values.push_back(location.initial);
  return values;
}

std::string Program::location_name(Location location) const {
  return location < locations().size() ? locations()[location].name : fmt::format("?{}", location);
}

Value wrap(Value v, unsigned bits, bool is_signed) { return is_address(v) ? v : wrap_integer(v, bits, is_signed); }

namespace {

bool is_less(Value one, Value other, bool is_signed) { return is_signed ? one < other : bits_of(one) < bits_of(other); }

}  // namespace

Value apply(Operation operation, Value old_value, Value operand, unsigned bits, bool is_signed) {
  const std::uint64_t left = bits_of(old_value);
  const std::uint64_t right = bits_of(operand);
  switch (operation) {
    case Operation::exchange:
      return wrap(operand, bits, is_signed);
    case Operation::add:
      return wrap(static_cast<Value>(left + right), bits, is_signed);
    case Operation::subtract:
      return wrap(static_cast<Value>(left - right), bits, is_signed);
    case Operation::bit_or:
      return wrap(static_cast<Value>(left | right), bits, is_signed);
    case Operation::bit_and:
      return wrap(static_cast<Value>(left & right), bits, is_signed);
    case Operation::bit_xor:
      return wrap(static_cast<Value>(left ^ right), bits, is_signed);
    case Operation::bit_nand:
      return wrap(static_cast<Value>(~(left & right)), bits, is_signed);
    case Operation::minimum:
      return wrap(is_less(old_value, operand, is_signed) ? old_value : operand, bits, is_signed);
    case Operation::maximum:
      return wrap(is_less(old_value, operand, is_signed) ? operand : old_value, bits, is_signed);
    case Operation::signed_minimum:
      return wrap(wrap(old_value, bits, true) < wrap(operand, bits, true) ? old_value : operand, bits, is_signed);
    case Operation::signed_maximum:
      return wrap(wrap(old_value, bits, true) < wrap(operand, bits, true) ? operand : old_value, bits, is_signed);
    case Operation::condition_wait:
      return condition_wait(old_value);
    case Operation::condition_take:
      return condition_take(old_value, operand);
    case Operation::condition_signal:
      return condition_signal(old_value);
    case Operation::condition_broadcast:
      return condition_broadcast(old_value);
    case Operation::condition_leave:
      return condition_leave(old_value, operand);
    case Operation::add_unless_negative:
      return old_value < 0 ? old_value : wrap(static_cast<Value>(left + right), bits, is_signed);
    case Operation::subtract_if_positive:
      return old_value <= 0 ? old_value : wrap(static_cast<Value>(left - right), bits, is_signed);
  }
  return old_value;
}

}  // namespace graphfuzz

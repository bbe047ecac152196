#include "arithmetic.hpp"

namespace graphfuzz::litmus {
namespace {

// An address outside its object: kLostBase + object's first location * 2^27 + distance to it + 2^26.
constexpr Value kLostBase = kAddressBase + (Value{1} << 40);
constexpr Value kLostStride = Value{1} << 27;
constexpr Value kLargestDistance = Value{1} << 26;

struct Decoded {
  bool is_address = false;
  Location object = 0;
  Value distance = 0;
};

Decoded decode(Value v, const std::vector<Cell>& cells) {
  const auto count = static_cast<Value>(cells.size());
  if (v >= kAddressBase && v < kAddressBase + count) {
    const auto location = static_cast<Location>(v - kAddressBase);
    const Location object = cells[location].object_begin;
    return {true, object, static_cast<Value>(location - object)};
  }
  if (v >= kLostBase && v < kLostBase + count * kLostStride) {
    return {true, static_cast<Location>((v - kLostBase) / kLostStride),
            (v - kLostBase) % kLostStride - kLargestDistance};
  }
  return {};
}

Value encode(Location object, Value distance, const std::vector<Cell>& cells) {
  const Cell& cell = cells[object];
  if (distance >= 0 && distance < static_cast<Value>(cell.object_end - cell.object_begin)) {
    return address_of(object + static_cast<Location>(distance));
  }
  return kLostBase + static_cast<Value>(object) * kLostStride + distance + kLargestDistance;
}

Value sum(Value a, Value b) {
  return static_cast<Value>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
}
Value difference(Value a, Value b) {
  return static_cast<Value>(static_cast<std::uint64_t>(a) - static_cast<std::uint64_t>(b));
}

}  // namespace

Value add_to_address(Value left, Value right, bool subtract, const std::vector<Cell>& cells) {
  const Decoded base = decode(left, cells);
  const Decoded other = decode(right, cells);
  if (base.is_address && other.is_address) {
    if (!subtract) return sum(left, right);
    return base.object == other.object ? base.distance - other.distance : difference(left, right);
  }
  if (!base.is_address && (subtract || !other.is_address)) return subtract ? difference(left, right) : sum(left, right);
  const Decoded& address = base.is_address ? base : other;
  const Value offset = base.is_address ? right : left;
  if (offset <= -kLargestDistance || offset >= kLargestDistance) return sum(kLostBase, -1);  // nowhere near
  const Value distance = subtract ? address.distance - offset : address.distance + offset;
  if (distance <= -kLargestDistance || distance >= kLargestDistance) return sum(kLostBase, -1);
  return encode(address.object, distance, cells);
}

Value evaluate(const Instruction& instruction, Value a, Value b, const std::vector<Cell>& cells) {
  const unsigned shift = instruction.shift;
  const bool is_signed = instruction.is_signed;
  const auto left = static_cast<std::uint64_t>(a);
  const auto right = static_cast<std::uint64_t>(b);
  const auto wrapped = [&](std::uint64_t v) { return wrap_integer(static_cast<Value>(v), shift, is_signed); };
  const unsigned amount = static_cast<unsigned>(right) & (63u >> (shift >= 32 ? 1 : 0));
  const bool unsigned_64 = shift == 0 && !is_signed;
  switch (instruction.opcode) {
    case Opcode::add:
      return add_values(a, b, shift, is_signed, cells);
    case Opcode::subtract:
      return subtract_values(a, b, shift, is_signed, cells);
    case Opcode::multiply:
      return wrapped(left * right);
    case Opcode::bit_and:
      return wrapped(left & right);
    case Opcode::bit_or:
      return wrapped(left | right);
    case Opcode::bit_xor:
      return wrapped(left ^ right);
    case Opcode::shift_left:
      return wrapped(left << amount);
    case Opcode::shift_right:
      return unsigned_64 ? wrapped(left >> amount) : wrapped(static_cast<std::uint64_t>(a >> amount));
    case Opcode::divide:
      if (unsigned_64) return wrapped(left / right);
      return b == -1 ? wrapped(std::uint64_t{0} - left) : wrapped(static_cast<std::uint64_t>(a / b));
    case Opcode::modulo:
      if (unsigned_64) return wrapped(left % right);
      return b == -1 ? 0 : a % b;
    case Opcode::equal:
      return a == b ? 1 : 0;
    case Opcode::not_equal:
      return a != b ? 1 : 0;
    case Opcode::less:
      return less_than(a, b, instruction) ? 1 : 0;
    case Opcode::less_equal:
      return less_than(b, a, instruction) ? 0 : 1;
    default:
      return a;
  }
}

}  // namespace graphfuzz::litmus

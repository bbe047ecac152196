// The values of the dialect: two's complement integers, and addresses that remember the object they belong to.
#pragma once

#include <vector>

#include "code.hpp"

namespace graphfuzz::litmus {

inline Value wrap_integer(Value v, unsigned shift, bool is_signed) {
  const auto high = static_cast<std::uint64_t>(v) << shift;
  return is_signed ? static_cast<Value>(high) >> shift : static_cast<Value>(high >> shift);
}

/// `base + offset` or `base - offset` where one of them is an address. Leaving the object gives a value that is no
/// location but finds the way back when the offset is undone.
Value add_to_address(Value left, Value right, bool subtract, const std::vector<Cell>& cells);

inline Value add_values(Value a, Value b, unsigned shift, bool is_signed, const std::vector<Cell>& cells) {
  if (a < kAddressBase && b < kAddressBase) {
    return wrap_integer(static_cast<Value>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b)), shift,
                        is_signed);
  }
  return add_to_address(a, b, false, cells);
}

inline Value subtract_values(Value a, Value b, unsigned shift, bool is_signed, const std::vector<Cell>& cells) {
  if (a < kAddressBase && b < kAddressBase) {
    return wrap_integer(static_cast<Value>(static_cast<std::uint64_t>(a) - static_cast<std::uint64_t>(b)), shift,
                        is_signed);
  }
  return add_to_address(a, b, true, cells);
}

/// All binary operators but division by zero, which the caller has ruled out.
Value evaluate(const Instruction& instruction, Value a, Value b, const std::vector<Cell>& cells);

inline bool less_than(Value a, Value b, const Instruction& instruction) {
  if (instruction.shift == 0 && !instruction.is_signed) {
    return static_cast<std::uint64_t>(a) < static_cast<std::uint64_t>(b);
  }
  return a < b;
}

/// Instructions that only compute. Returns false for all others, and for a division by zero.
inline bool compute(const Instruction& i, Value* r, const std::vector<Cell>& cells) {
  switch (i.opcode) {
    case Opcode::nothing:
      return true;
    case Opcode::copy:
      r[i.result] = r[i.left];
      return true;
    case Opcode::convert:
      r[i.result] = r[i.left] >= kAddressBase ? wrap(r[i.left], 64u - i.shift, i.is_signed)
                                              : wrap_integer(r[i.left], i.shift, i.is_signed);
      return true;
    case Opcode::add:
      r[i.result] = add_values(r[i.left], r[i.right], i.shift, i.is_signed, cells);
      return true;
    case Opcode::subtract:
      r[i.result] = subtract_values(r[i.left], r[i.right], i.shift, i.is_signed, cells);
      return true;
    case Opcode::equal:
      r[i.result] = r[i.left] == r[i.right] ? 1 : 0;
      return true;
    case Opcode::not_equal:
      r[i.result] = r[i.left] != r[i.right] ? 1 : 0;
      return true;
    case Opcode::less:
      r[i.result] = less_than(r[i.left], r[i.right], i) ? 1 : 0;
      return true;
    case Opcode::less_equal:
      r[i.result] = less_than(r[i.right], r[i.left], i) ? 0 : 1;
      return true;
    case Opcode::bit_and:
      r[i.result] = wrap_integer(r[i.left] & r[i.right], i.shift, i.is_signed);
      return true;
    case Opcode::bit_or:
      r[i.result] = wrap_integer(r[i.left] | r[i.right], i.shift, i.is_signed);
      return true;
    case Opcode::bit_xor:
      r[i.result] = wrap_integer(r[i.left] ^ r[i.right], i.shift, i.is_signed);
      return true;
    case Opcode::multiply:
    case Opcode::shift_left:
    case Opcode::shift_right:
      r[i.result] = evaluate(i, r[i.left], r[i.right], cells);
      return true;
    case Opcode::divide:
    case Opcode::modulo:
      if (r[i.right] == 0) return false;
      r[i.result] = evaluate(i, r[i.left], r[i.right], cells);
      return true;
    default:
      return false;
  }
}

}  // namespace graphfuzz::litmus

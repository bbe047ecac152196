// Instructions that compute with words: integers of 64 bits, which `wrap` cuts to their type's width, and floating
// point numbers. Comparisons of strings are here, too, as they are of the same form: R[a] = R[b] op R[c].
#pragma once

#include <functional>
#include <limits>

#include "frontend/go/vm/interpreter.hpp"

namespace graphfuzz::go::vm::instructions {

template <typename Value>
Value value(const Slot& slot) {
  if constexpr (std::is_same_v<Value, std::int64_t>) {
    return slot.i;
  } else if constexpr (std::is_same_v<Value, std::uint64_t>) {
    return slot.u;
  } else if constexpr (std::is_same_v<Value, double>) {
    return slot.f;
  } else {
    return slot.string();
  }
}

inline Slot slot(double value) { return Slot::real(value); }
template <std::integral Value>
Slot slot(Value value) {
  return Slot::integer(static_cast<std::int64_t>(value));
}

/// `Operator` on two values.
template <typename Value, typename Operator>
void binary(Slot* r, const Instruction& i) {
  r[i.a] = slot(Operator{}(value<Value>(r[i.b]), value<Value>(r[i.c])));
}

template <typename Value, typename Operator>
Next division(Interpreter& in, Slot* r, const Instruction& i) {
  if (r[i.c].i == 0) return in.error("integer divide by zero");
  binary<Value, Operator>(r, i);
  return following(i);
}

template <typename Value, typename Operator>
Next shift(Interpreter& in, Slot* r, const Instruction& i) {
  if (i.d != 0 && r[i.c].i < 0) return in.error("negative shift amount");
  r[i.a] = slot(Operator{}(value<Value>(r[i.b]), r[i.c].u));
  return following(i);
}

struct AndNot {
  std::uint64_t operator()(std::uint64_t x, std::uint64_t y) const { return x & ~y; }
};
/// -1 apart: the least integer divided by it overflows.
struct Quotient {
  std::int64_t operator()(std::int64_t x, std::int64_t y) const {
    return y == -1 ? static_cast<std::int64_t>(0 - static_cast<std::uint64_t>(x)) : x / y;
  }
};
struct Remainder {
  std::int64_t operator()(std::int64_t x, std::int64_t y) const { return y == -1 ? 0 : x % y; }
};
struct ShiftLeft {
  std::uint64_t operator()(std::uint64_t x, std::uint64_t count) const { return count >= 64 ? 0 : x << count; }
};
struct ShiftRight {
  std::int64_t operator()(std::int64_t x, std::uint64_t count) const { return x >> (count >= 64 ? 63 : count); }
  std::uint64_t operator()(std::uint64_t x, std::uint64_t count) const { return count >= 64 ? 0 : x >> count; }
};

inline void add_constant(Slot* r, const Instruction& i) {
  r[i.a] = slot(r[i.b].u + static_cast<std::uint64_t>(std::int64_t{i.c}));
}
inline void negate(Slot* r, const Instruction& i) { r[i.a] = slot(0 - r[i.b].u); }
inline void complement(Slot* r, const Instruction& i) { r[i.a] = slot(~r[i.b].i); }
inline void logical_not(Slot* r, const Instruction& i) { r[i.a] = slot(r[i.b].i == 0); }
inline void negate_real(Slot* r, const Instruction& i) { r[i.a] = slot(-r[i.b].f); }
inline void round_real(Slot* r, const Instruction& i) { r[i.a] = slot(double{static_cast<float>(r[i.b].f)}); }
inline void int_to_real(Slot* r, const Instruction& i) { r[i.a] = slot(static_cast<double>(r[i.b].i)); }
inline void unsigned_to_real(Slot* r, const Instruction& i) { r[i.a] = slot(static_cast<double>(r[i.b].u)); }

/// To an integer of `c` bits in two's complement.
inline void wrap(Slot* r, const Instruction& i) {
  const int unused = 64 - i.c;
  const std::uint64_t high = r[i.b].u << unused;
  r[i.a] = i.d != 0 ? slot(static_cast<std::int64_t>(high) >> unused) : slot(high >> unused);
}

inline void real_to_int(Slot* r, const Instruction& i) {
  const double real = r[i.b].f;
  const bool fits = real >= -9223372036854775808.0 && real < 9223372036854775808.0;
  r[i.a] = slot(fits ? static_cast<std::int64_t>(real) : std::numeric_limits<std::int64_t>::min());
}

inline void equal_value(Interpreter& in, Slot* r, const Instruction& i) {
  r[i.a] = slot(equal(in.type(i.d), r + i.b, r + i.c));
}

inline constexpr auto kArithmetic = group(
    on<Op::add, binary<std::uint64_t, std::plus<>>>, on<Op::subtract, binary<std::uint64_t, std::minus<>>>,
    on<Op::multiply, binary<std::uint64_t, std::multiplies<>>>, on<Op::divide, division<std::int64_t, Quotient>>,
    on<Op::remainder, division<std::int64_t, Remainder>>,
    on<Op::divide_unsigned, division<std::uint64_t, std::divides<>>>,
    on<Op::remainder_unsigned, division<std::uint64_t, std::modulus<>>>,
    on<Op::bit_and, binary<std::uint64_t, std::bit_and<>>>, on<Op::bit_or, binary<std::uint64_t, std::bit_or<>>>,
    on<Op::bit_xor, binary<std::uint64_t, std::bit_xor<>>>, on<Op::and_not, binary<std::uint64_t, AndNot>>,
    on<Op::shift_left, shift<std::uint64_t, ShiftLeft>>, on<Op::shift_right, shift<std::int64_t, ShiftRight>>,
    on<Op::shift_right_unsigned, shift<std::uint64_t, ShiftRight>>, on<Op::add_constant, add_constant>,
    on<Op::negate, negate>, on<Op::complement, complement>, on<Op::logical_not, logical_not>, on<Op::wrap, wrap>,
    on<Op::equal, binary<std::uint64_t, std::equal_to<>>>,
    on<Op::not_equal, binary<std::uint64_t, std::not_equal_to<>>>, on<Op::less, binary<std::int64_t, std::less<>>>,
    on<Op::less_equal, binary<std::int64_t, std::less_equal<>>>,
    on<Op::less_unsigned, binary<std::uint64_t, std::less<>>>,
    on<Op::less_equal_unsigned, binary<std::uint64_t, std::less_equal<>>>,
    on<Op::add_real, binary<double, std::plus<>>>, on<Op::subtract_real, binary<double, std::minus<>>>,
    on<Op::multiply_real, binary<double, std::multiplies<>>>, on<Op::divide_real, binary<double, std::divides<>>>,
    on<Op::negate_real, negate_real>, on<Op::round_real, round_real>,
    on<Op::equal_real, binary<double, std::equal_to<>>>, on<Op::not_equal_real, binary<double, std::not_equal_to<>>>,
    on<Op::less_real, binary<double, std::less<>>>, on<Op::less_equal_real, binary<double, std::less_equal<>>>,
    on<Op::equal_string, binary<std::string_view, std::equal_to<>>>,
    on<Op::not_equal_string, binary<std::string_view, std::not_equal_to<>>>,
    on<Op::less_string, binary<std::string_view, std::less<>>>,
    on<Op::less_equal_string, binary<std::string_view, std::less_equal<>>>, on<Op::equal_value, equal_value>,
    on<Op::int_to_real, int_to_real>, on<Op::unsigned_to_real, unsigned_to_real>, on<Op::real_to_int, real_to_int>);

}  // namespace graphfuzz::go::vm::instructions

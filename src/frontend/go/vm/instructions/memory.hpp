// Instructions that move values between registers, variables and globals.
#pragma once

#include <algorithm>

#include "frontend/go/vm/interpreter.hpp"

namespace graphfuzz::go::vm::instructions {

inline void move(Slot* r, const Instruction& i) { r[i.a] = r[i.b]; }
inline void move_n(Slot* r, const Instruction& i) { copy(r + i.a, r + i.b, i.n); }

inline void load_int(Slot* r, const Instruction& i) {
  r[i.a].u = static_cast<std::uint32_t>(i.c) | static_cast<std::uint64_t>(static_cast<std::uint32_t>(i.d)) << 32;
  r[i.a].n = 0;
}

inline void load_constant(Interpreter& in, Slot* r, const Instruction& i) { r[i.a] = in.constant(i.b); }
inline void zero(Slot* r, const Instruction& i) { std::fill_n(r + i.a, i.n, Slot::integer(0)); }

inline void box(Interpreter& in, Slot* r, const Instruction& i) {
  Slot* fresh = in.arena().slots(i.n);
  copy(fresh, r + i.b, i.n);
  r[i.a] = Slot::pointer(fresh);
}

inline void new_object(Interpreter& in, Slot* r, const Instruction& i) {
  r[i.a] = Slot::pointer(in.arena().slots(static_cast<std::size_t>(i.c)));
}

inline Next load(Interpreter& in, Slot* r, const Instruction& i) {
  const Slot* from = r[i.b].p;
  if (from == nullptr) return in.nil_error();
  in.reads(from + i.c, i.n);
  if (i.n == 1) {
    r[i.a] = from[i.c];
  } else {
    copy(r + i.a, from + i.c, i.n);
  }
  return following(i);
}

inline Next store(Interpreter& in, Slot* r, const Instruction& i) {
  Slot* to = r[i.a].p;
  if (to == nullptr) return in.nil_error();
  in.writes(to + i.c, i.n);
  copy(to + i.c, r + i.b, i.n);
  return following(i);
}

inline void initialize(Slot* r, const Instruction& i) { copy(r[i.a].p + i.c, r + i.b, i.n); }

inline void load_global(Interpreter& in, Slot* r, const Instruction& i) {
  in.reads(in.globals() + i.b, i.n);
  copy(r + i.a, in.globals() + i.b, i.n);
}

inline void store_global(Interpreter& in, Slot* r, const Instruction& i) {
  in.writes(in.globals() + i.a, i.n);
  copy(in.globals() + i.a, r + i.b, i.n);
}

inline void global_address(Interpreter& in, Slot* r, const Instruction& i) {
  r[i.a] = Slot::pointer(in.globals() + i.b);
}

inline Next field_address(Interpreter& in, Slot* r, const Instruction& i) {
  if (r[i.b].p == nullptr) return in.nil_error();
  r[i.a] = Slot::pointer(r[i.b].p + i.c);
  return following(i);
}

inline void captures(Interpreter& in, Slot* r, const Instruction& i) { copy(r + i.a, in.frame().closure + 1, i.n); }

inline constexpr auto kMemory = group(
    on<Op::move, move>, on<Op::move_n, move_n>, on<Op::load_int, load_int>, on<Op::load_constant, load_constant>,
    on<Op::zero, zero>, on<Op::box, box>, on<Op::new_object, new_object>, on<Op::load, load>, on<Op::store, store>,
    on<Op::initialize, initialize>, on<Op::load_global, load_global>, on<Op::store_global, store_global>,
    on<Op::global_address, global_address>, on<Op::field_address, field_address>, on<Op::captures, captures>);

}  // namespace graphfuzz::go::vm::instructions

// Jumps, calls, panics.
#pragma once

#include "frontend/go/vm/interpreter.hpp"

namespace graphfuzz::go::vm::instructions {

inline Next jump(Interpreter& in, Slot*, const Instruction& i) {
  const Next target = in.jump(i.a);
  return target <= &i && !in.has_time() ? in.end() : target;
}

inline Next jump_if(Interpreter& in, Slot* r, const Instruction& i) {
  return r[i.a].i != 0 ? in.jump(i.b) : following(i);
}

inline Next jump_if_not(Interpreter& in, Slot* r, const Instruction& i) {
  return r[i.a].i == 0 ? in.jump(i.b) : following(i);
}

inline Next jump_less_not(Interpreter& in, Slot* r, const Instruction& i) {
  return r[i.a].i >= r[i.c].i ? in.jump(i.b) : following(i);
}

inline Next call(Interpreter& in, Slot*, const Instruction& i) {
  if (!in.has_time()) return in.end();
  if (i.n == kCall) return in.enter(in.function(i.b), i.a, nullptr);
  return i.n == kDefer ? in.defer_call(i) : in.ask(Kind::fork, kNoObject);
}

/// Of a closure, or of an interface's method.
inline Next call_value(Interpreter& in, Slot*, const Instruction& i) {
  if (!in.has_time()) return in.end();
  return i.n == kDefer ? in.defer_call(i) : in.call_value(i);
}

inline Next call_native(Interpreter& in, Slot*, const Instruction& i) { return in.native(i); }

inline void make_closure(Interpreter& in, Slot* r, const Instruction& i) {
  Slot* closure = in.arena().slots(std::size_t{1} + i.n);
  closure->o = in.function(i.b);
  copy(closure + 1, r + i.c, i.n);
  r[i.a] = Slot::pointer(closure);
}

inline Next return_(Interpreter& in, Slot*, const Instruction&) { return in.leave(); }

/// One after the other: each comes back to this very instruction.
inline Next run_defers(Interpreter& in, Slot*, const Instruction& i) {
  if (in.frame().defers == nullptr) return following(i);
  in.save(&i);
  return in.call_deferred();
}

inline Next panic(Interpreter& in, Slot* r, const Instruction& i) { return in.panic(r[i.a]); }
inline void recover(Interpreter& in, Slot* r, const Instruction& i) { in.recover(r[i.a]); }

inline constexpr auto kControl =
    group(on<Op::jump, jump>, on<Op::jump_if, jump_if>, on<Op::jump_if_not, jump_if_not>,
          on<Op::jump_less_not, jump_less_not>, on<Op::call, call>, on<Op::call_closure, call_value>,
          on<Op::call_interface, call_value>, on<Op::call_native, call_native>, on<Op::make_closure, make_closure>,
          on<Op::return_, return_>, on<Op::run_defers, run_defers>, on<Op::panic, panic>, on<Op::recover, recover>);

}  // namespace graphfuzz::go::vm::instructions

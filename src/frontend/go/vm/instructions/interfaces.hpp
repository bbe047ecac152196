// Instructions that put values into interfaces, ask what is in them, and take it out.
#pragma once

#include <algorithm>

#include "frontend/go/vm/interpreter.hpp"

namespace graphfuzz::go::vm::instructions {

/// The value that an interface holds, of this type.
inline void take_out(Slot* to, const TypeInfo& type, const Slot& interface) {
  if (type.word) {
    to->u = interface.u;
    to->n = 0;
  } else {
    copy(to, interface.p, type.slots);
  }
}

inline bool implements(const Slot& interface, std::int32_t number) {
  return interface.t != nullptr && interface.t->implements[static_cast<std::size_t>(number)];
}

inline void to_interface(Interpreter& in, Slot* r, const Instruction& i) {
  const TypeInfo& type = in.type(i.c);
  Slot value = r[i.b];
  if (!type.word) {
    Slot* box = in.arena().slots(type.slots);
    copy(box, r + i.b, type.slots);
    value.p = box;
  }
  value.t = &type;
  r[i.a] = value;
}

inline Next assert_type(Interpreter& in, Slot* r, const Instruction& i) {
  const TypeInfo& type = in.type(i.c);
  const Slot value = r[i.b];
  const bool holds = value.t == &type;
  if (!holds && i.n == 0) return in.assertion_error(value.t, type, &in.type(i.d));
  if (holds) {
    take_out(r + i.a, type, value);
  } else {
    std::fill_n(r + i.a, type.slots, Slot::integer(0));
  }
  if (i.n != 0) r[i.a + static_cast<std::int32_t>(type.slots)] = Slot::integer(holds ? 1 : 0);
  return following(i);
}

inline Next assert_interface(Interpreter& in, Slot* r, const Instruction& i) {
  const Slot value = r[i.b];
  const bool holds = implements(value, i.d);
  if (!holds && i.n == 0) return in.assertion_error(value.t, in.type(i.c), nullptr);
  r[i.a] = holds ? value : Slot::integer(0);
  if (i.n != 0) r[i.a + 1] = Slot::integer(holds ? 1 : 0);
  return following(i);
}

inline void is_type(Interpreter& in, Slot* r, const Instruction& i) {
  r[i.a] = Slot::integer(r[i.b].t == &in.type(i.c) ? 1 : 0);
}

inline void is_interface(Slot* r, const Instruction& i) { r[i.a] = Slot::integer(implements(r[i.b], i.d) ? 1 : 0); }

inline void unbox(Interpreter& in, Slot* r, const Instruction& i) {
  const Slot interface = r[i.b];
  take_out(r + i.a, in.type(i.c), interface);
}

inline constexpr auto kInterfaces = group(on<Op::to_interface, to_interface>, on<Op::assert_type, assert_type>,
                                          on<Op::assert_interface, assert_interface>, on<Op::is_type, is_type>,
                                          on<Op::is_interface, is_interface>, on<Op::unbox, unbox>);

}  // namespace graphfuzz::go::vm::instructions

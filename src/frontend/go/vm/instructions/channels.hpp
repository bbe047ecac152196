// Instructions for channels. What happens to a channel the engine decides: they only ask, and are completed by
// MachineRun::complete.
#pragma once

#include "frontend/go/vm/interpreter.hpp"

namespace graphfuzz::go::vm::instructions {

inline const Channel* channel(const Slot& slot) { return static_cast<const Channel*>(slot.o); }
inline Object object(const Channel* channel) { return channel == nullptr ? kNoObject : channel->object; }

inline Next length_channel(Interpreter& in, Slot* r, const Instruction& i) {
  const Channel* of = channel(r[i.b]);
  if (of != nullptr && of->capacity != 0) return in.ask(Kind::length, of->object);
  r[i.a] = Slot::integer(0);
  return following(i);
}

inline void capacity_channel(Slot* r, const Instruction& i) {
  const Channel* of = channel(r[i.b]);
  r[i.a] = Slot::integer(of == nullptr ? 0 : of->capacity);
}

inline Next make_channel(Interpreter& in, Slot*, const Instruction& i) { return in.make(i); }

inline Next send(Interpreter& in, Slot* r, const Instruction& i) {
  const Channel* to = channel(r[i.a]);
  Operation& pending = in.operation(Kind::send, object(to));
  if (to != nullptr) pending.payload = in.payload(*to, r + i.b);
  return nullptr;
}

inline Next receive(Interpreter& in, Slot* r, const Instruction& i) {
  return in.ask(Kind::receive, object(channel(r[i.b])));
}

inline Next close(Interpreter& in, Slot* r, const Instruction& i) {
  return in.ask(Kind::close, object(channel(r[i.a])));
}

inline Next select(Interpreter& in, Slot*, const Instruction& i) {
  return in.select(in.frame().code->selects[static_cast<std::size_t>(i.a)]);
}

inline Next block(Interpreter& in, Slot*, const Instruction&) { return in.ask(Kind::select, kNoObject); }

inline constexpr auto kChannels =
    group(on<Op::length_channel, length_channel>, on<Op::capacity_channel, capacity_channel>,
          on<Op::make_channel, make_channel>, on<Op::send, send>, on<Op::receive, receive>, on<Op::close, close>,
          on<Op::select, select>, on<Op::block, block>);

}  // namespace graphfuzz::go::vm::instructions

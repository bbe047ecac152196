// Channels and selects.
#include <algorithm>

#include "explore/go/state.hpp"

namespace graphfuzz::go {

/// Makes `r` known to those who want to send to it: a receive from an unbuffered channel is part of its sender's step.
void MachineState::wait_for_partner(Routine r) {
  const Operation& operation = *routines[r].operation;
  if (operation.kind == Kind::select) {
    for (std::size_t i = 0; i < operation.cases.size(); ++i) {
      const Case& c = operation.cases[i];
      if (c.channel == kNoObject) continue;
      ObjectState& channel = objects.use(c.channel, ObjectKind::channel);
      if (!c.sends && channel.capacity == 0) channel.receivers.push_back({r, static_cast<std::int16_t>(i)});
    }
  } else if (operation.object != kNoObject) {
    ObjectState& channel = objects.use(operation.object, ObjectKind::channel);
    if (operation.kind == Kind::receive && channel.capacity == 0) channel.receivers.push_back({r, 0});
  }
}

void MachineState::stop_waiting_for_partner(Routine r) {
  const auto leave = [this, r](Object o) {
    if (o == kNoObject || objects[o].capacity != 0) return;
    std::erase_if(objects[o].receivers, [r](const Receiver& receiver) { return receiver.routine == r; });
  };
  const Operation& operation = *routines[r].operation;
  if (operation.kind != Kind::select) return leave(operation.object);
  for (const Case& c : operation.cases) {
    if (!c.sends) leave(c.channel);
  }
}

/// A send or a receive that needs nobody else: of a buffer, or of a closed channel.
void MachineState::communicate(Routine r, const Case& c, int choice) {
  const Object o = c.channel;
  ObjectState& channel = objects[o];
  const bool is_select = routines[r].operation->kind == Kind::select;
  Result result;
  result.chosen = choice;
  Key rf = 0;
  routines.tick(r);
  stop_waiting_for_partner(r);
  TraceEvent& event = record_pending(r, is_select ? kNoObject : o);
  const std::uint32_t index = log.last();
  event.chosen = is_select ? choice : kDefault;
  if (c.sends && channel.closed) {
    result.panic = Panic::send_on_closed;
    event.ok = false;
    rf = channel.close_key;
  } else if (c.sends) {
    const std::size_t place = channel.sends % channel.capacity;
    if (place >= channel.buffer.size()) channel.buffer.resize(place + 1);
    BufferSlot& slot = channel.buffer[place];
    // The k-th receive is synchronised before the (k + capacity)-th send.
    if (channel.sends >= channel.capacity) routines.acquire(r, slot.clock);
    routines.overwrite(r, slot.clock);
    slot.payload = c.payload;
    slot.sender = routines[r].key();
    slot.event = index;
    event.pair = ++channel.sends;
  } else if (channel.fill() > 0) {
    BufferSlot& slot = channel.buffer[channel.receives % channel.capacity];
    routines.acquire(r, slot.clock);
    routines.overwrite(r, slot.clock);
    result.payload = slot.payload;
    rf = slot.sender;
    event.partner = slot.event;
    log[slot.event].partner = index;
    event.pair = ++channel.receives;
  } else {
    result.ok = false;
    event.ok = false;
    event.partner = channel.closed_by;
    rf = channel.close_key;
    routines.acquire(r, channel.clock);
  }
  event.fill = channel.fill();
  note(r, what(*routines[r].operation, result));
  finish(r, result, rf);
}

/// A send and a receive that meet on an unbuffered channel.
void MachineState::meet(Routine s, int sender_choice, Routine r, int receiver_choice) {
  const Operation& sending = *routines[s].operation;
  const Operation& receiving = *routines[r].operation;
  const bool sender_selects = sending.kind == Kind::select;
  const bool receiver_selects = receiving.kind == Kind::select;
  const Case c = sender_selects ? sending.cases[static_cast<std::size_t>(sender_choice)]
                                : Case{sending.object, true, sending.payload};
  ObjectState& channel = objects[c.channel];
  stop_waiting_for_partner(s);
  stop_waiting_for_partner(r);
  routines.tick(s);
  routines.tick(r);
  routines.overwrite(s, scratch);
  routines.release(r, scratch);
  routines.acquire(s, scratch);
  routines.acquire(r, scratch);

  ++channel.sends;
  ++channel.receives;
  const std::uint32_t send_index = log.size();
  for (const bool sends : {true, false}) {
    TraceEvent& event =
        record_pending(sends ? s : r, (sends ? sender_selects : receiver_selects) ? kNoObject : c.channel);
    if (sends ? sender_selects : receiver_selects) event.chosen = sends ? sender_choice : receiver_choice;
    event.pair = channel.sends;
    event.partner = sends ? send_index + 1 : send_index;
  }

  Result sent;
  sent.chosen = sender_choice;
  Result received;
  received.chosen = receiver_choice;
  received.payload = c.payload;
  const Key send_key = routines[s].key();
  const Key receive_key = routines[r].key();
  note(s, c.channel, true, what(sending, sent));
  note(r, c.channel, true, what(receiving, received));
  // The receive is synchronised before the end of the send, too.
  graph_log.add_other(s, EventKind::join, channel.last_node, what(sending, sent));
  // Resuming one may move the operations of both.
  finish(s, sent, receive_key);
  routines[r].operation = &run->pending(r);
  finish(r, received, send_key);
}

void MachineState::take_default(Routine r) {
  routines.tick(r);
  stop_waiting_for_partner(r);
  record_pending(r, kNoObject).chosen = kDefault;
  Result result;
  result.chosen = kDefault;
  note(r, what(*routines[r].operation, result));
  if (last.touched.empty()) graph_log.add_other(r, EventKind::fence, kNoNode, what(*routines[r].operation, result));
  finish(r, result, 0);
}

void MachineState::close(Routine r) {
  const Object o = routines[r].operation->object;
  Result result;
  Key rf = 0;
  routines.tick(r);
  TraceEvent& event = record_pending(r, o);
  if (o == kNoObject) {
    result.panic = Panic::close_of_nil;
    event.ok = false;
    graph_log.add_other(r, EventKind::fence, kNoNode, what(*routines[r].operation, result));
    return finish(r, result, rf);
  }
  ObjectState& channel = objects.use(o, ObjectKind::channel);
  event.fill = channel.fill();
  if (channel.closed) {
    result.panic = Panic::close_of_closed;
    event.ok = false;
    rf = channel.close_key;
  } else {
    channel.closed = true;
    channel.closed_by = log.last();
    channel.close_key = routines[r].key();
    routines.overwrite(r, channel.clock);
  }
  note(r, what(*routines[r].operation, result));
  finish(r, result, rf);
}

}  // namespace graphfuzz::go

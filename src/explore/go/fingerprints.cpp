// Fingerprints, kept as the execution grows: a sum of one hash per event (who, what, with which result, reading from
// whom) and of one per place in an object's order: of two changes that follow each other, and of a read and the last
// change before it. Objects need no names: which one an operation is about follows from the program and from what its
// goroutine has seen.
#include "explore/go/state.hpp"

namespace graphfuzz::go {

Key Machine::State::key(Routine r, std::uint32_t part) const {
  const RoutineState& state = routines[r];
  return mixed(state.hash ^ mixed(std::uint64_t{state.index} << 16 | part));
}

std::uint64_t Machine::State::what(const Operation& operation, const Result& result) {
  const auto chosen = static_cast<std::uint16_t>(operation.kind == Kind::select ? result.chosen : 0);
  return static_cast<std::uint64_t>(operation.kind) | std::uint64_t{operation.position & 0xffffff} << 8 |
         std::uint64_t{chosen} << 32 | std::uint64_t{result.ok} << 48 | static_cast<std::uint64_t>(result.panic) << 49;
}

std::uint64_t Machine::State::what_as(Kind kind, std::uint64_t what) {
  return (what & ~std::uint64_t{0xff}) | static_cast<std::uint64_t>(kind);
}
std::uint64_t Machine::State::untraced(std::uint64_t what) { return what | kUntraced; }

void Machine::State::note(Routine r, Object o, bool changes, std::uint64_t what) {
  ObjectState& object = o == kClock ? clock_object : objects[o];
  const Key id = key(r, routines[r].parts++);
  add(mo_sum, mixed(object.last_change, id, changes ? 1 : 2));
  nodes.push_back({r, changes ? EventKind::update : EventKind::read, o, kNoNode, what});
  if (!changes) return;
  object.last_change = id;
  object.last_node = static_cast<std::uint32_t>(nodes.size() - 1);
}

void Machine::State::note(Routine r, std::span<const Touch> touches, std::uint64_t what) {
  for (const Touch& t : touches) note(r, t.object, t.changes, what);
}

std::uint32_t Machine::State::note_other(Routine r, EventKind kind, std::uint32_t source, std::uint64_t what) {
  nodes.push_back({r, kind, kNoObject, source, what});
  return static_cast<std::uint32_t>(nodes.size() - 1);
}

}  // namespace graphfuzz::go

#include "explore/go/graph_log.hpp"

#include "graphfuzz/program/go/graph.hpp"

namespace graphfuzz::go {

namespace {

constexpr std::uint64_t kPlaceMask = 0xffffff;
constexpr unsigned kPlaceShift = 8;

}  // namespace

std::uint64_t what(const Operation& operation, const Result& result) {
  const auto chosen = static_cast<std::uint16_t>(operation.kind == Kind::select ? result.chosen : 0);
  return static_cast<std::uint64_t>(operation.kind) | (operation.position & kPlaceMask) << kPlaceShift |
         std::uint64_t{chosen} << 32 | std::uint64_t{result.ok} << 48 | static_cast<std::uint64_t>(result.panic) << 49;
}

std::uint64_t what_as(Kind kind, std::uint64_t what) {
  return (what & ~std::uint64_t{0xff}) | static_cast<std::uint64_t>(kind);
}

std::uint64_t untraced(std::uint64_t what) { return what | kUntraced; }

Position position_of(std::uint64_t what) { return static_cast<Position>(what >> kPlaceShift & kPlaceMask); }

std::uint64_t with_place(std::uint64_t what, std::uint64_t place) {
  return (what & ~(kPlaceMask << kPlaceShift)) | (place & kPlaceMask) << kPlaceShift;
}

void GraphLog::clear() {
  nodes_.clear();
  rf_sum_ = mo_sum_ = Fingerprint{};
}

void GraphLog::add_touch(Routine r, RoutineState& routine, Object o, ObjectState& object, bool changes,
                         std::uint64_t what) {
  const Key id = routine.key(routine.parts++);
  mo_sum_ += fingerprint_of(object.last_change, id, changes ? 1 : 2);
  nodes_.push_back({r, changes ? EventKind::update : EventKind::read, o, kNoNode, what});
  if (!changes) return;
  object.last_change = id;
  object.last_node = static_cast<std::uint32_t>(nodes_.size() - 1);
}

std::uint32_t GraphLog::add_other(Routine r, EventKind kind, std::uint32_t source, std::uint64_t what) {
  nodes_.push_back({r, kind, kNoObject, source, what});
  return static_cast<std::uint32_t>(nodes_.size() - 1);
}

}  // namespace graphfuzz::go

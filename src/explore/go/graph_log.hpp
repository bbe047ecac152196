// The execution graph to be, as it grows: its events, and its fingerprint.
#pragma once

#include <cstdint>
#include <vector>

#include "explore/go/routines.hpp"
#include "graphfuzz/graph/event.hpp"
#include "graphfuzz/graph/fingerprint.hpp"

namespace graphfuzz::go {

/// An event of the graph.
struct Node {
  Routine routine = 0;
  EventKind kind = EventKind::fence;
  Object object = kNoObject;
  std::uint32_t source = kNoNode;  ///< of a join
  std::uint64_t what = 0;
};

/// The fingerprint is a sum of one hash per event (who, what, with which result, reading from whom) and of one per
/// place in an object's order: of two changes that follow each other, and of a read and the last change before it.
/// Objects need no names: which one an operation is about follows from the program and from what its goroutine has
/// seen.
class GraphLog {
 public:
  void clear();

  /// An operation has happened, and has read from `rf` (0: from nobody). `what`: with_place.
  void add(Key event, std::uint64_t what, Key rf) { rf_sum_ += fingerprint_of(event, what, rf); }
  /// It has changed the object, or only looked at it.
  void add_touch(Routine r, RoutineState& routine, Object o, ObjectState& object, bool changes, std::uint64_t what);
  /// It has touched no object; returns its node.
  std::uint32_t add_other(Routine r, EventKind kind, std::uint32_t source, std::uint64_t what);

  const std::vector<Node>& nodes() const { return nodes_; }
  const Fingerprint& rf_fingerprint() const { return rf_sum_; }
  Fingerprint fingerprint() const { return Fingerprint(rf_sum_) += mo_sum_; }

 private:
  std::vector<Node> nodes_;
  Fingerprint rf_sum_;
  Fingerprint mo_sum_;
};

/// What an operation was, for fingerprints: without its values.
std::uint64_t what(const Operation& operation, const Result& result);
/// Of a part of it that counts as an operation of another kind, or as none of those in traces.
std::uint64_t what_as(Kind kind, std::uint64_t what);
std::uint64_t untraced(std::uint64_t what);
Position position_of(std::uint64_t what);
/// The same with another mark of its place than the position, whose number may be that of this process alone.
std::uint64_t with_place(std::uint64_t what, std::uint64_t place);

}  // namespace graphfuzz::go

// The bugs of an execution, as they are written down: each once, with the words for places and operations.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "explore/go/state.hpp"

namespace graphfuzz::go {

/// What the identity begins with of goroutines that wait for each other.
inline constexpr std::string_view kCircle = "circle of ";

/// Of an execution that has been told to its trace.
class BugList {
 public:
  explicit BugList(const MachineState& state) : state_(state) {}

  /// `event`: in the trace, kNoEvent if there is none. `identity`: what tells it apart from others of its kind; empty:
  /// the message.
  GoBug& add(GoBugKind kind, Panic panic, std::string message, std::uint32_t event, std::string identity = {}) const;
  std::string where(Routine r, Position position) const;
  std::string words(Routine r) const;
  /// The event of the operation that the goroutine is in.
  std::uint32_t unfinished(Routine r) const { return state_.told.unfinished(r); }

 private:
  const std::string& at(Position position) const { return state_.places.words(position); }

  const MachineState& state_;
};

}  // namespace graphfuzz::go

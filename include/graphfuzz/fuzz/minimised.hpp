// Minimised: an execution that shows a bug, and is easier to read than the one that showed it first.
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

namespace graphfuzz {

/// What makes an execution hard to read.
struct Difficulty {
  std::uint64_t events = 0;
  std::uint64_t surprises = 0;  ///< reads of a value that is no longer the last, writes that come before others in mo
  std::uint64_t switches = 0;   ///< events that another thread has than the event before
  friend auto operator<=>(const Difficulty&, const Difficulty&) = default;
};

/// What matters most: one thing, then the other, then the third. Whatever matters, the easier execution has no more
/// events than the one that it is made from, and is not truncated if that is not: it would be a long one of a thread
/// that goes round in circles, with one switch.
enum class Ease : std::uint8_t {
  fewest_events,    ///< events, surprises, switches
  fewest_switches,  ///< switches, surprises, events
};

/// Is `a` easier to read than `b`?
inline bool easier(const Difficulty& a, const Difficulty& b, Ease ease) {
  if (ease == Ease::fewest_events) return a < b;
  return std::tie(a.switches, a.surprises, a.events) < std::tie(b.switches, b.surprises, b.events);
}

struct Minimised {
  std::string bug;  ///< which of the execution's: its kind and message; empty if it has none
  Difficulty before, after;
  std::uint64_t executions = 0;    ///< that were tried
  bool all_tried = false;          ///< nothing that is tried at all makes it easier; else there was no time left
  std::vector<std::string> steps;  ///< of the easiest, as replay files have them
};

}  // namespace graphfuzz

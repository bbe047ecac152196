// Trace: what happened in one execution of a Go program, whether the engine ran it or somebody else recorded it.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "graphfuzz/program/go/operation.hpp"

namespace graphfuzz::go {

inline constexpr std::uint32_t kNoEvent = std::numeric_limits<std::uint32_t>::max();

/// A case of a select event.
struct TraceCase {
  Object channel = kNoObject;
  bool sends = false;
  friend bool operator==(const TraceCase&, const TraceCase&) = default;
};

/// One operation. `kind` is never once_end, sleep, timer_*, length or clock: the first is the end of its once, the
/// others are no events of a trace (what a timer does is done by a routine of its own).
struct TraceEvent {
  Routine routine = 0;
  Kind kind = Kind::end;
  Object object = kNoObject;
  Position position = kNoPosition;
  std::uint64_t begin = 0;  ///< when it was started
  std::uint64_t end = 0;    ///< when it took effect; 0: never. Events that take no time: as `begin`
  /// Index of the event that it is about: a receive's send, and a send's receive if there was one; the close for a
  /// receive that found the channel closed; a fork's first event of the new routine; kNoEvent if there is none.
  std::uint32_t partner = kNoEvent;
  Routine child = kNoRoutine;    ///< fork
  bool ok = true;                ///< receive: not because of a close. Locks: obtained. Once: the winner
  int chosen = kDefault;         ///< select: index into its cases, or kDefault; meaningless if it never finished
  bool has_default = false;      ///< select
  std::uint32_t first_case = 0;  ///< select: its cases are Trace::cases[first_case … first_case + case_count)
  std::uint32_t case_count = 0;
  std::uint32_t pair = 0;    ///< k-th send and k-th receive of a channel: k, from 1; 0 if there is none
  std::uint32_t fill = 0;    ///< channel operations: elements in the buffer right after it
  std::int64_t operand = 0;  ///< wg_add: delta; make: capacity; exit: code
  std::int64_t value = 0;    ///< wg: the counter after it

  bool finished() const { return end != 0; }
  /// What events are ordered by: when it took effect, or, if it never did, when it began.
  std::uint64_t time() const { return finished() ? end : begin; }
};

struct TraceObject {
  ObjectKind kind = ObjectKind::channel;
  std::uint64_t capacity = 0;      ///< of a channel
  Position made_at = kNoPosition;  ///< where it was made; kNoPosition if that was not recorded
  std::string id;                  ///< as the trace names it
};

struct TraceRoutine {
  std::vector<std::uint32_t> events;  ///< in program order
  std::uint32_t fork = kNoEvent;      ///< the event that started it
  bool ended = false;                 ///< ran to its end
  std::uint32_t id = 0;               ///< as the trace names it
  // Of one that a timer started, if the engine ran it (others record a fork, or nothing):
  Routine starter = kNoRoutine;  ///< who started the timer
  std::uint32_t timer = 0;       ///< which of those that it started, from 0
  std::uint32_t firing = 0;      ///< which firing of it, from 1
};

/// How the execution ended.
enum class Outcome : std::uint8_t { clean, panicked, timed_out, deadlocked, exited, unknown };

struct Trace {
  std::string path;                ///< where it was read from; empty if it was run
  std::string dialect;             ///< "graphfuzz", "advocate", "advocate-old", "gfuzz", "gopie"
  std::vector<TraceEvent> events;  ///< ordered by time(); of one routine also by program order, but that a once, a
                                   ///< cond wait or a send that waits for its receiver take effect after they began
  std::vector<TraceCase> cases;
  std::vector<TraceObject> objects;
  std::vector<TraceRoutine> routines;
  std::vector<std::string> positions;  ///< "file#line"
  Outcome outcome = Outcome::unknown;
  Panic panic = Panic::none;
  std::uint32_t panic_event = kNoEvent;
  std::string panic_text;

  const TraceCase* case_of(const TraceEvent& select) const {
    return select.chosen == kDefault ? nullptr : &cases[select.first_case + static_cast<std::uint32_t>(select.chosen)];
  }
};

/// When the place of an operation in the order was decided: when it took effect; but a Once's winner and a wait for a
/// condition are over long after that, and it was when they began; and a send and its receive that meet without a
/// buffer are one moment, that of whoever was noted first. What never took effect: when it began. So a run that is cut
/// before some moment has whole rendezvous, and no inside of a Once without the Once.
std::uint64_t decided_at(const Trace& trace, std::uint32_t event);

}  // namespace graphfuzz::go

// RawTrace: a trace while it is being read. Events are grouped by routine, in the order of the files; where each came
// from is known, for messages. recording → (settle, order, check) → Trace.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "graphfuzz/frontend/trace.hpp"

namespace graphfuzz::go {

/// Where an element begins in its routine's file.
struct Origin {
  std::uint32_t line = 0;    ///< from 1
  std::uint32_t column = 0;  ///< from 1; 0 where a line has one element
};

struct RecordedRoutine {
  std::uint32_t id = 0;
  std::string file;         ///< for messages
  std::uint32_t first = 0;  ///< its events are RawTrace::events[first … first + count)
  std::uint32_t count = 0;  ///< less once it was cut
};

struct RawTrace {
  std::string path;
  std::string dialect;
  std::vector<TraceEvent> events;  ///< a fork's operand is the id of the routine that it starts
  std::vector<Origin> origins;     ///< one for each event
  std::vector<bool> settled;  ///< takes effect just before other events of that time (settle.cpp); one for each event
  std::vector<TraceCase> cases;
  std::vector<TraceObject> objects;
  std::vector<RecordedRoutine> routines;  ///< in the order of their ids
  std::vector<std::string> positions;
  bool counted_fill = false;  ///< there is no qCount: fill is to be counted
  bool plan = false;          ///< rewritten for a replay: operations need not fit each other
  Outcome outcome = Outcome::unknown;
  Panic panic = Panic::none;
  std::string exit_position;

  /// What a finished event does to a channel, be it a select or not; kind `end`: nothing.
  struct ChannelEffect {
    Kind kind = Kind::end;
    Object channel = kNoObject;
  };
  ChannelEffect effect(std::uint32_t event) const;
  /// "file:line: message" or "file:line:column: message".
  TraceError error(std::uint32_t event, const std::string& message) const;
  /// "file:line" of an event, to be named in the message about another one.
  std::string place(std::uint32_t event) const;
};

/// May other elements of the routine lie between its beginning and its end? The function of a once, the unlock and lock
/// inside of a cond wait.
bool encloses(Kind kind);

/// What to do about a contradiction: throws a TraceError, or notes that the routine is to be cut.
class Contradictions {
 public:
  Contradictions(RawTrace& recording, bool lenient, std::vector<std::string>& warnings);

  /// The event cannot have happened. Throws TraceError unless lenient.
  void report(std::uint32_t event, const std::string& message);
  /// The same because of something that was reported already: not worth a warning of its own.
  void cut(std::uint32_t event);
  bool is_cut(std::uint32_t event) const { return event >= cut_at_[recording_.events[event].routine]; }
  /// Shortens the routines that were reported since the last call. False if there were none.
  bool apply();

 private:
  RawTrace& recording_;
  bool lenient_;
  std::vector<std::string>& warnings_;
  std::vector<std::uint32_t> cut_at_;  ///< by routine: the first event that goes
  bool changed_ = false;
};

/// Does each routine by itself make sense: time goes on, nothing follows what never finished, nothing follows its end?
void check_routines(const RawTrace& recording, Contradictions& contradictions);

/// Tools note the time after an operation has returned: a receive may be noted before its send, a lock before the
/// unlock that made it possible. Where both were in progress, the cause is put just before its effect.
void settle(RawTrace& recording);

/// The events of all routines, by the time at which they took effect.
std::vector<std::uint32_t> effect_order(const RawTrace& recording);

/// Do the operations fit each other? Returns the partner of each event. `order`: effect_order.
std::vector<std::uint32_t> check_operations(const RawTrace& recording, const std::vector<std::uint32_t>& order,
                                            Contradictions& contradictions);

/// Puts the events in their order, finds partners and contradictions. Throws TraceError.
Trace finish(RawTrace recording, const TraceOptions& options, std::vector<std::string>& warnings);

}  // namespace graphfuzz::go

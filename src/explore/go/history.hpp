// History: what happened in an execution of a Go program and in which order for a reason, in as much detail as it takes
// to say what else could have happened.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "explore/go/offers.hpp"
#include "graphfuzz/explore/go/machine.hpp"

namespace graphfuzz::go {

inline constexpr std::uint32_t kNoStep = static_cast<std::uint32_t>(-1);

/// What a goroutine wanted to do from its arrival on, until it did. An operation of several steps has a part for each.
struct Part {
  Name name = 0;
  Routine routine = 0;
  Operation operation;
  Phase phase = Phase::fresh;
  std::uint32_t arrival =
      kNoStep;            ///< the step after which it was pending: of its goroutine, or what created or woke that
  std::uint32_t end = 0;  ///< the step that it was, or the number of steps if it is still pending
};

/// A timer that is armed, or a goroutine that sleeps.
struct Alarm {
  Step step;
  Object timer = kNoObject;
  Object feeds = kNoObject;   ///< of a ticker: where its ticks go
  Routine tick = kNoRoutine;  ///< of a ticker: the goroutine of the last one, which must have ended before the next
  std::int64_t deadline = 0;
  friend bool operator==(const Alarm&, const Alarm&) = default;
};

/// From when to when an alarm was set.
struct AlarmLife {
  Alarm alarm;
  std::uint32_t from = kNoStep;  ///< the step that set it
  std::uint32_t to = kNoStep;    ///< the step that it went off in, or that stopped it; kNoStep if none did
};

/// A step that touched an object, and what that let happen afterwards.
struct Access {
  std::uint32_t step = 0;
  bool changes = false;
  Condition after;
};

/// Two steps are ordered if they are of one goroutine, if one created the goroutine of the other or woke it, or if one
/// changed an object that the other touched; and if others lie between them that are so ordered. Not thread-safe.
/// Allocates next to nothing once it has seen its longest execution. Memory: O(steps²/64).
class History {
 public:
  using Word = std::uint64_t;

  void restart(const Machine& machine);
  /// The step is about to be taken; `touches`: by it.
  void begin_step(const Machine& machine, const Step& step, std::span<const Touch> touches);
  void end_step(const Machine& machine);
  /// There are no more steps: what is still pending is noted.
  void end(const Machine& machine);

  std::uint32_t steps() const { return static_cast<std::uint32_t>(steps_.size()); }
  const Step& step(std::uint32_t i) const { return steps_[i]; }
  std::span<const Touch> touches(std::uint32_t i) const { return range(touches_, touch_end_, i); }
  /// Does step b come after step a for a reason?
  bool before(std::uint32_t a, std::uint32_t b) const { return a < b && (row(b)[a / 64] >> (a % 64) & 1) != 0; }
  /// Bit a: does step b come after step a? b/64 + 1 words.
  std::span<const Word> row(std::uint32_t b) const { return std::span(rows_).subspan(row_begin_[b], b / 64 + 1); }
  /// Do alarms only go off when nothing else is possible?
  bool idle() const { return idle_; }
  /// Did time bring it about?
  bool is_alarm(std::uint32_t i) const { return is_alarm_[i]; }

  const Part& part(std::uint32_t p) const { return parts_[p]; }
  /// The parts that were step i: none if a timer fired, two if goroutines met.
  std::uint32_t first_part(std::uint32_t i) const { return i == 0 ? 0 : part_end_[i - 1]; }
  std::uint32_t last_part(std::uint32_t i) const { return part_end_[i]; }
  /// Of a goroutine, in program order.
  Routine routines() const { return static_cast<Routine>(arrival_.size()); }
  std::span<const std::uint32_t> parts_of(Routine routine) const { return parts_of_[routine]; }
  std::span<const Access> accesses(Object object) const { return objects_[slot(object)].accesses; }
  /// Before all accesses.
  const Condition& initial(Object object) const { return objects_[slot(object)].initial; }
  /// In the end.
  bool ended(Routine routine) const;
  /// The last step of a goroutine, or the one that created it.
  std::uint32_t last_step(Routine routine) const { return arrival_[routine]; }
  /// All that could have gone off, in the order in which they were set.
  std::span<const AlarmLife> alarms() const { return alarms_; }

 private:
  struct Known {
    bool seen = false;
    Condition initial;
    std::vector<Access> accesses;
  };

  template <class T>
  static std::span<const T> range(const std::vector<T>& all, const std::vector<std::uint32_t>& end, std::uint32_t i) {
    const std::uint32_t begin = i == 0 ? 0 : end[i - 1];
    return std::span(all).subspan(begin, end[i] - begin);
  }
  static std::size_t slot(Object object) { return object == kClock ? 0 : std::size_t{object} + 1; }
  Known& known(const Machine& machine, Object object);
  void add_part(const Machine& machine, Name name, std::uint32_t end);
  void note_alarms(const Machine& machine);
  void follow(std::uint32_t step);
  void follow(const Known& object, bool changes);

  bool idle_ = false;
  std::vector<Step> steps_;
  std::vector<Touch> touches_;
  std::vector<std::uint32_t> touch_end_;
  std::vector<Word> rows_;
  std::vector<std::size_t> row_begin_;
  std::vector<Word> now_;               // what the step under way comes after
  std::uint32_t barrier_ = kNoStep;     // the last step that everything after it comes after
  std::vector<std::uint32_t> arrival_;  // by goroutine: of what it wants to do now
  std::vector<bool> ended_;             // by goroutine
  std::vector<Part> parts_;             // those that are not in use keep their memory
  std::uint32_t part_count_ = 0;
  std::vector<std::uint32_t> part_end_;
  std::vector<std::vector<std::uint32_t>> parts_of_;  // by goroutine
  std::vector<Known> objects_;
  std::vector<Object> seen_;
  std::vector<AlarmLife> alarms_;
  std::vector<Alarm> set_;  // now
  std::vector<bool> is_alarm_;
};

}  // namespace graphfuzz::go

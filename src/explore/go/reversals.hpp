// Reversals: which steps of an execution might have come in the other order.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "graphfuzz/explore/go/machine.hpp"

namespace graphfuzz::go {

/// An operation that could perhaps have come before step number `step`, which it depends on. For that to be explored,
/// one of the operation itself, if it was pending already, and the steps `initials` must be taken instead of the step
/// (source sets: Abdulla et al., POPL 2014, section 4.1).
///
/// As in Flanagan and Godefroid 2005 an operation is looked at from the moment at which it is pending: then it races
/// with the last steps that it depends on, and later with every step that it depends on as that is taken. (It may come
/// before a Lock, though not before the Unlock that follows it.)
struct Reversal {
  std::uint32_t step = 0;
  std::uint32_t previous = kNone;   ///< the last step of its goroutine before it, or the one that created that
  bool pending = false;             ///< the operation was already pending before the step
  Name routine = kNoName;           ///< whose operation; kNoName: a timer that fires
  std::uint32_t operation = 0;      ///< part of which step it is; the number of steps if it is pending in the end
  std::uint32_t firing = kNone;     ///< a timer that did not fire: which, as given to `add_firing`
  std::uint32_t limit = 0;          ///< before this step nothing else that the operation depends on is taken
  std::uint32_t preferred = kNone;  ///< the first of the initials that the operation comes after, if any
  std::uint32_t first_initial = 0;  ///< in Reversals::initials
  std::uint32_t initial_count = 0;

  static constexpr std::uint32_t kNone = static_cast<std::uint32_t>(-1);
};

/// The happens-before relation of the steps taken so far (bit vectors: a step's predecessors), and what might be
/// reversed.
/// Two operations depend on each other if they are of one goroutine, or if one changes an object that the other
/// touches, where a select touches the channels of all its cases, whichever it takes.
class Reversals {
 public:
  /// Begins an execution, with so many goroutines. Wanted are the reversals of steps from number `first` on with those
  /// before them.
  void restart(std::uint32_t first, std::size_t routines);

  /// Part of the next step: an operation of the goroutine, with all that it may touch. `partner`: the goroutine that it
  /// meets, whose arrival made it possible, or kNoRoutine.
  void add_operation(Name name, Routine routine, Routine partner, std::span<const Touch> touches);
  /// The next step is that a timer fires.
  void add_fire(std::span<const Touch> touches);
  /// The step has been taken; there are so many goroutines now.
  void end_step(std::size_t routines);
  /// At the end: an operation that is still pending.
  void add_pending(Name name, Routine routine, std::span<const Touch> touches);
  /// At the end: a timer, with this number, could have fired instead of the step, which depends on that.
  void add_firing(std::uint32_t step, std::uint32_t number, std::span<const Touch> touches);

  std::uint32_t steps() const { return steps_; }
  /// Does step b come after step a?
  bool before(std::uint32_t a, std::uint32_t b) const {
    return a < b && (rows_[row_begin_[b] + a / 64] >> (a % 64) & 1) != 0;
  }
  std::span<const Reversal> all() const { return reversals_; }
  std::span<const std::uint32_t> initials(const Reversal& reversal) const {
    return std::span(initials_).subspan(reversal.first_initial, reversal.initial_count);
  }

 private:
  struct Access {
    std::uint32_t step;
    bool changes;
  };
  using Accesses = std::vector<Access>;  // of an object
  using Word = std::uint64_t;

  std::span<Word> row(std::uint32_t step) { return std::span(rows_).subspan(row_begin_[step], step / 64 + 1); }
  Accesses& accesses(Object object);  // kClock is the first
  void find(Name name, std::uint32_t previous, std::uint32_t other, std::span<const Touch> touches, bool wanted);
  std::uint32_t previous_of(Routine routine) const {
    return routine < previous_.size() ? previous_[routine] : Reversal::kNone;
  }
  void add_reversal(std::uint32_t step, Name name, std::uint32_t previous, std::uint32_t limit);
  void join(std::uint32_t step);

  std::uint32_t first_ = 0;
  std::uint32_t steps_ = 0;
  std::vector<Word> rows_;  // row k: the predecessors of step k
  std::vector<std::size_t> row_begin_;
  std::vector<std::uint32_t> previous_;  // by goroutine: its last step, or the one that it was created in
  std::vector<Accesses> objects_;
  std::vector<Object> touched_;            // those of objects_ that are not empty
  std::vector<Touch> touches_;             // of the step under way
  std::vector<Routine> routines_;          // the goroutines of the step under way
  std::vector<Word> now_;                  // the predecessors of the step under way …
  std::vector<Word> clock_;                // … and of the operation under way
  std::vector<Word> rest_;                 // what does not come after the step to be reversed
  std::vector<std::uint32_t> arrived_;     // those that it races with when it becomes pending
  std::vector<std::uint32_t> candidates_;  // steps that the operation under way depends on

  std::vector<Reversal> reversals_;
  std::vector<std::uint32_t> initials_;
};

}  // namespace graphfuzz::go

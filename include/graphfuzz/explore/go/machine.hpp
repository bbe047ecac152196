// Machine: a Go program under construction of its execution. It holds the state of all channels, locks and timers,
// says which steps are possible, and takes one at a time; which one is decided by others (executor, explorer).
//
// A step is one operation of one goroutine, or a send and a receive that meet on an unbuffered channel, which is one
// step of two goroutines. The executions that differ only in the order of independent steps are one execution graph:
// per object, the operations on it are in one order (mo), and what was received was sent by whom is rf.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "graphfuzz/explore/ending.hpp"
#include "graphfuzz/graph/execution_graph.hpp"
#include "graphfuzz/graph/fingerprint.hpp"
#include "graphfuzz/program/go/go_program.hpp"
#include "graphfuzz/program/go/trace.hpp"

namespace graphfuzz::go {

/// A goroutine's name that is the same in all executions: which fork of which goroutine it was. Dense numbers, given
/// out by RoutineNames; 0 is main. A timer's goroutine is named by the routine that started the timer.
using Name = std::uint32_t;
inline constexpr Name kNoName = std::numeric_limits<Name>::max();

/// Shared by all workers of a campaign, so that their steps mean the same. Thread-safe. (routine_names.hpp)
class RoutineNames;

/// How the remark on executions begins of which not all other orders are looked for.
inline constexpr std::string_view kLongExecutions = "executions are long: ";

/// When a timer may fire. It never does before one that is due earlier.
enum class Timing : std::uint8_t {
  any,       ///< whenever: goroutines may be arbitrarily slow
  idle,      ///< when nothing else can happen
  together,  ///< … or if it is due by now: of those that are due at one time all may fire. Not for trees
  patient    ///< … or others have been busy meanwhile for a twentieth of the steps that there may be. Not for trees
};

struct MachineOptions {
  Timing timing = Timing::any;
  std::uint32_t max_steps = 20'000;  ///< beyond that the execution is given up
  bool races = true;                 ///< look for data races
  /// Goroutines that are left in a function whose name has one of these in it, or that were started there, are no
  /// leaks; a place, "pool.go:12", does for a function.
  std::vector<std::string> ignored_leaks{};
  /// Goroutines that are left after the end are bugs even if they could go on for ever.
  bool all_leaks = false;
};

/// Something that can happen next.
struct Step {
  Name routine = 0;         ///< who; of two that meet the sender; for a timer that fires: the one that started it
  Name partner = kNoName;   ///< the receiver, if two meet
  std::int16_t choice = 0;  ///< the case, if `routine` is at a select; kDefault for its default
  std::int16_t partner_choice = 0;  ///< the same for `partner`
  std::int32_t timer = -1;          ///< if a timer fires: the how-manieth that `routine` started
  friend auto operator<=>(const Step&, const Step&) = default;
};

/// Stands for logical time among the objects that steps touch: timers that are started or stopped read it, those that
/// fire change it.
inline constexpr Object kClock = kNoObject - 1;

/// What a step touches. Two steps that share no routine, and no object that one of them changes, are independent.
struct Touch {
  Object object;
  bool changes;
};

/// The last three are no bugs but remarks. `stays`: a goroutine is left after the end, and time wakes it for ever.
/// `blocked`: one was stuck while others went on, until there were too many steps. `unexplored`: not all that it may do
/// is in our hand. `left_running`: what `stays` is if MachineOptions::all_leaks asks for it.
enum class GoBugKind : std::uint8_t {
  panic,
  deadlock,
  cyclic_deadlock,
  leak,
  race,
  test_failure,
  left_running,
  stays,
  blocked,
  unexplored
};
/// "panic", "cyclic deadlock", …
std::string_view name(GoBugKind kind);

struct GoBug {
  /// One of the two of a race, which are no events.
  struct Access {
    Routine routine = kNoRoutine;
    std::uint32_t after = kNoEvent;  ///< what its goroutine had done before
    std::string_view text;           ///< "read"
    Position position = kNoPosition;
  };
  GoBugKind kind = GoBugKind::panic;
  Panic panic = Panic::none;
  std::string message;             ///< one line for a person, as it was in this execution
  std::string identity;            ///< the same for the same bug in every execution; what has none is not told twice
  std::uint32_t event = kNoEvent;  ///< in the trace: where it shows
  std::vector<Access> accesses{};  ///< of a race
  std::vector<Routine> stuck{};    ///< of a deadlock or a leak: who is left

  bool remark() const { return kind >= GoBugKind::stays; }
};
/// Is there one that is no remark?
bool any_bug(std::span<const GoBug> bugs);

struct MachineState;

/// Not thread-safe. Allocates next to nothing once it has seen its largest execution.
class Machine {
 public:
  /// `names`: null for names of its own.
  Machine(const GoProgram& program, const MachineOptions& options, std::shared_ptr<RoutineNames> names);
  ~Machine();

  const GoProgram& program() const;
  const MachineOptions& options() const;
  const std::shared_ptr<RoutineNames>& names() const;
  void set_timing(Timing timing);
  Timing timing() const;

  /// Begins a new execution.
  void restart();
  /// A step that was possible once is not, after the same choices: executions have that for a remark from now on.
  void note_difference();
  /// Other orders of what comes after so many steps are not looked for: a remark from now on,
  /// which begins with kLongExecutions.
  void note_long(std::size_t steps);
  /// All steps that are possible now, in an order that depends on the graph alone (that of Step). Steps that concern
  /// nobody else (go, make, end, …) are taken by themselves as soon as they are possible, and never listed.
  std::span<const Step> enabled() const;
  /// Takes one of them.
  void take(const Step& step);
  /// Is it over? Then `enabled` is empty. Deadlock, crash, too many steps; or all that is left can never go on.
  bool over() const;
  /// Complete (all that could go on has), deadlocked or truncated.
  Ending ending() const;

  /// What the step, which is one of `enabled`, would touch.
  std::span<const Touch> touches(const Step& step) const;
  /// All goroutines that have not ended.
  std::span<const Name> alive() const;
  /// What a goroutine wants to do next, and its dense number in this execution.
  const Operation& pending(Name routine) const;
  Routine routine(Name name) const;
  Name name(Routine routine) const;
  /// RoutineNames::hash of its name: the same in every process.
  std::uint64_t hash(Routine routine) const;
  /// Which execution of this operation (by position) by this goroutine the pending one is, from 1.
  std::uint32_t visit(Name routine) const;
  /// How often a goroutine has executed what is at a position: operations as the trace has them, finished or begun for
  /// good. 0 if there is no such goroutine (yet).
  std::uint32_t visited(Name routine, Position position) const;
  /// The position that is called so, "file:line" or "file#line"; kNoPosition if none can be. Of several with the same
  /// name it is the first, which stands for all of them in `visit` and `visited`.
  Position position(std::string_view name) const;
  /// Of what it is called: the same in every process.
  std::uint64_t hash_of_place(Position position) const;
  /// The position that stands for all with the same name.
  Position canonical(Position position) const;
  /// The number of steps taken so far.
  std::uint32_t steps() const;
  /// Have so many steps been taken since somebody waits for time to pass that timers are to fire in any case?
  bool time_is_due() const;

  /// The bugs of this execution; complete once it is over.
  std::span<const GoBug> bugs() const;
  /// How it ended, and what it printed: one line.
  std::string outcome() const;
  /// What the program has printed, as it was printed.
  std::string_view output() const;
  /// If the program was ended since it got nowhere: what its goroutines were at.
  std::string_view stacks() const;
  /// Where the goroutine has stopped, and who has called that; without frames if nobody can tell. `what`: "started at
  /// f.go:12", if that is known. Only at the end of an execution, which does not go on then.
  Stack stack(Routine routine) const;
  Fingerprint outcome_fingerprint() const;
  /// Of the graph so far: independent of the order in which independent steps were taken.
  Fingerprint fingerprint() const;
  /// Without mo: events and rf alone.
  Fingerprint rf_fingerprint() const;
  /// What happened so far. Valid until the next call.
  const Trace& trace() const;
  /// The same as an execution graph: a thread per goroutine, a location per object; operations that change an object
  /// are updates of its location, the others reads.
  ExecutionGraph graph() const;

 private:
  friend class History;
  std::unique_ptr<MachineState> state_;
};

}  // namespace graphfuzz::go

// What the engine needs to know of a program: threads stepped as "the value you read goes in, your next
// event comes out". Litmus tests are implementations of `Program`, and so is what the tests have in process (toy
// programs that create threads and allocate); native programs are to be. Go programs have an engine of their own.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "graphfuzz/graph/dependency.hpp"
#include "graphfuzz/graph/event.hpp"
#include "graphfuzz/graph/fingerprint.hpp"
#include "graphfuzz/program/place.hpp"
#include "graphfuzz/program/question.hpp"

namespace graphfuzz {

class ExecutionGraph;

/// What a thread wants to do next.
enum class RequestKind : std::uint8_t {
  read,
  write,
  update,            ///< an unconditional read-modify-write: written value = apply(operation, read value, operand)
  compare_exchange,  ///< an update if the value read equals `expected` (weak: may fail all the same), else a read
  fence,
  start,     ///< make thread `operand` run, which may be one that was never heard of; no event of its own
  join,      ///< wait until thread `operand` has ended
  allocate,  ///< let there be `expected` locations from `location` on, which may be ones that were never heard of, each
             ///< with an initial write of `operand`; no event of its own
  failure,   ///< an assertion failed; the thread ends with an error event
  // The thread asks for nothing any more:
  finished,   ///< ran to its end
  blocked,    ///< an `assume` was false: the execution as a whole is blocked
  truncated,  ///< a loop went beyond its bound: the execution is dropped
};

enum class Operation : std::uint8_t {
  exchange,
  add,
  subtract,
  bit_or,
  bit_and,
  bit_xor,
  bit_nand,
  minimum,
  maximum,
  // … of `bits` bits of a value that is without sign otherwise:
  signed_minimum,
  signed_maximum,
  // Of the word of a condition variable (condition_variable.hpp):
  condition_wait,
  condition_take,
  condition_signal,
  condition_broadcast,
  condition_leave,
  // Of the words of locks and semaphores, by those who do not wait; the value, with its sign, stays if it is not so:
  add_unless_negative,
  subtract_if_positive,
};

/// What the first thread's last request says if it has returned from main.
inline constexpr Value kMainReturned = 1;

struct Request {
  RequestKind kind = RequestKind::finished;
  MemoryOrder order = MemoryOrder::relaxed;
  MemoryOrder failure_order = MemoryOrder::relaxed;  ///< compare_exchange: order of the read when it fails
  Operation operation = Operation::exchange;
  std::uint8_t bits = 32;  ///< update: width of the location's type; the result wraps to it
  bool is_signed = true;   ///< update: signedness of the location's type
  bool weak = false;       ///< compare_exchange: spurious failure allowed
  bool awaits = false;     ///< a read or compare_exchange in a loop iteration that may be a mere wait, or an update
                           ///< that may have to be tried again: only values that `Run::accepts` are to be read
  bool exits = false;      ///< finished: and the program with it, so that nobody who still waits does so for ever
  bool lock = false;       ///< the wait is for a mutex: nobody unlocking it is a deadlock, not a mere block
  std::uint8_t size = 0;   ///< of an access, in bytes; see Label
  Location location = kNoLocation;
  Value operand = 0;   ///< write: value; update: right-hand side; compare_exchange: desired; start/join: thread;
                       ///< failure: number of the message; allocate: initial value; finished: kMainReturned or 0
  Value expected = 0;  ///< compare_exchange; allocate: how many locations
  std::uint32_t wait_begin = 0;  ///< if awaits: po index of the first event of the current loop iteration
};

/// The result of `operation`, wrapped to `bits` bits.
Value apply(Operation operation, Value old_value, Value operand, unsigned bits, bool is_signed);

/// Wraps `v` to an integer of `bits` bits, two's complement. Addresses (see address_of) pass unchanged.
Value wrap(Value v, unsigned bits, bool is_signed);

/// What becomes of the location of a plain access by it. Every access of another thread comes after the beginning of a
/// life of the location, and before its end.
enum class Life : std::uint8_t {
  goes_on,
  begins,   ///< it is allocated, maybe once more after its end. It is written only if the access writes
  freed,    ///< it is gone
  returned  ///< … as the thread has ended on whose stack it was
};

/// A plain access that a run reports instead of making an event of it.
struct PlainAccess {
  Location location = kNoLocation;  ///< by the same numbers as those of events; the graph need not know it
  bool write = false;
  std::uint32_t place = 0;  ///< for Program::place
  std::uint32_t calls = 0;  ///< for Program::stack
  Life life = Life::goes_on;
};

/// What a run can do, and what it does that not everybody can deal with: whoever needs what is not there, or meets
/// what it is not made for, refuses the program with the reason (`refuse`).
struct Capabilities {
  bool dependencies = false;  ///< it can tell them: track_dependencies
  bool restarts = false;      ///< single threads can be taken back: restart, take_back
  bool rewinds = false;       ///< threads can wait (Request::awaits): accepts, rewind, save and restore mean something
  bool starts_threads = false;  ///< it may ask for start and join
  bool allocates = false;       ///< it may ask for allocate
  bool watches = false;         ///< it reports plain accesses that are no events: plain_accesses
  bool learns_races = false;    ///< it wants to be told of races of such accesses: learn_races
  bool discovers = false;       ///< requests may be of locations that nobody has heard of: locations, initial_value
};

/// A program that is not made for what it is asked for, or asks for what the engine does not know. what() says why.
class Unsupported : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
};

/// Something was learned of a program that makes its executions other ones than those so far: whoever has counted some
/// has to begin anew. what() says what it was.
class Learned : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// What came of doing an execution once more, from its beginning.
struct Rerun {
  std::string output;   ///< what the program has written to standard output and standard error
  std::string differs;  ///< if it was not the same: what was not, a sentence without full stop; else empty
};

/// One execution of a program in progress. Deterministic given the values read. Reused from execution to
/// execution (`reset`), with no allocation in the steady state. One per worker; not thread-safe.
///
/// The state of a thread is all that can be observed of it, now or later: the pending request with all its fields
/// (`awaits` and `wait_begin` too), what it `accepts`, its `dependencies`, and how it goes on whatever is read from now
/// on, which takes registers, the counters of loops, the points that a waiting iteration may come back to with what was
/// remembered there, and what `rewind`, `restart`, `take_back`, `save` and `restore` lead to. It is a function of the
/// thread's *past*: the arguments of its `resume`s that were not taken back. So a run is as good as a fresh one whose
/// threads were resumed with the same pasts, in whatever way it has come there. What the members do to the pasts:
///   `reset` empties all, and `restart` one; `resume` makes one longer; `rewind` cuts one to its first `wait_begin`
///   resumes, and `take_back` to as many as it returns; `save` remembers all, and `restore` brings back all that were
///   remembered, any number of times. `accepts` changes nothing.
/// Past and event count are the same but for requests that are not events (start, allocate).
///
/// Threads and locations may appear as the run goes on. Their numbers name them, so that each has the same number in
/// every execution of the program, however threads are interleaved and whoever runs it: a thread by the path of its
/// creation, a location by who allocated it as its how-manieth (numbering.hpp makes numbers of such names). Numbers
/// need not be dense, but what has no number in use costs a little nevertheless, as all below the greatest do. What the
/// graph has no room for ends an execution, and it begins anew with more room.
class Run {
 public:
  virtual ~Run() = default;

  virtual Capabilities capabilities() const { return {}; }

  /// There may be so many threads from now on: they have a pending request, `finished` until they are started. Runs
  /// whose threads are known at the start need not care. Not to be called when an execution is under way.
  void make_room(unsigned threads) {
    if (pending_.size() < threads) pending_.resize(threads);
  }

  /// Takes every thread to its first request. Threads that wait for a `start` have `finished` pending until then.
  virtual void reset() = 0;

  /// Takes one thread to its first request, leaving the others where they are. False, and nothing has changed, if the
  /// run cannot do that (Capabilities::restarts): then everything has to be reset.
  virtual bool restart(ThreadId /*thread*/) { return false; }

  /// From now on remembers what `take_back` needs to be quick. That costs each `resume` a little, and memory.
  virtual void keep_history() {}
  /// Takes one thread back to where it had been resumed `count` times or less, as near to `count` as is quickly done,
  /// leaving the others where they are. Returns how many times it had been resumed there: the rest is for the caller to
  /// do again. Nothing, and nothing has changed, if the run cannot do that: then everything has to be reset. Once
  /// `keep_history` was called, a run that can do it does it in time proportional to what is taken back, and returns
  /// `count` itself or, of long threads, somewhat less.
  virtual std::optional<std::uint32_t> take_back(ThreadId thread, std::uint32_t /*count*/) {
    return restart(thread) ? std::optional<std::uint32_t>(0) : std::nullopt;
  }

  /// How many locations there are by now, and what those have at the start that the program did not tell of. Only if
  /// there may be such (Capabilities::discovers): a request may be of any of them, and the graph has to have room.
  virtual Location locations() const { return 0; }
  virtual Value initial_value(Location /*location*/) const { return 0; }
  /// What such a location is known by in all processes, less than 2^48, whatever its number here.
  virtual std::uint64_t location_key(Location location) const { return location; }

  /// What `thread` wants to do next; stays the same until its state changes.
  const Request& pending(ThreadId thread) const { return pending_[thread]; }

  /// The pending request of `thread` has happened: `value` is what a read, update or compare_exchange read,
  /// `succeeded` whether the compare_exchange wrote. Computes the next request. Not to be called for requests
  /// that ask for nothing, nor for `failure` (which ends the thread).
  virtual void resume(ThreadId thread, Value value, bool succeeded) = 0;

  /// For a pending request that `awaits`: would the thread go on if it read `value`, or would it only come back
  /// to where the iteration began, in the same state, having done nothing but read, or nothing that lasts? A yes may be
  /// premature if another access follows in the iteration: that one may then accept nothing. Changes nothing.
  /// `succeeded` matters for a compare_exchange only.
  virtual bool accepts(ThreadId thread, Value value, bool succeeded) const = 0;

  /// The same, whatever has been written plainly: could `accepts` say so in another execution? Changes nothing.
  virtual bool may_accept(ThreadId thread, Value value, bool succeeded) const {
    return accepts(thread, value, succeeded);
  }
  /// For a pending request for a lock, if the value says that it is free: would the thread only look for something that
  /// is not there, let go of it, and ask for it again? `accepts` refuses the value then. Changes nothing.
  virtual bool polls(ThreadId /*thread*/, Value /*value*/) const { return false; }

  /// May the thread go on if its pending compare-exchange, which awaits, fails? True if it cannot tell, or if that
  /// depends on the value: only then is `accepts` to be asked of failures.
  virtual bool accepts_failure(ThreadId /*thread*/) const { return true; }

  /// The same without being premature: has the thread left its waiting iteration if it reads `value`, whatever the
  /// accesses that follow read? False if it may still come back. Changes nothing.
  virtual bool leaves_wait(ThreadId /*thread*/, Value /*value*/, bool /*succeeded*/) const { return false; }

  /// Has the thread left its waiting iteration whatever value the pending request reads, so that it does not wait at
  /// all? False if it cannot tell. Changes nothing.
  virtual bool never_waits(ThreadId /*thread*/) const { return false; }

  /// May the iteration that the pending request awaits in read the location; may it do so plainly? True if it cannot
  /// tell. Changes nothing.
  virtual bool waits_on(ThreadId /*thread*/, Location /*location*/) const { return true; }
  virtual bool waits_plainly(ThreadId /*thread*/) const { return true; }
  /// Is the iteration that the pending request awaits in of no location but that of the request, and of no other access
  /// in the code? False if it cannot tell.
  virtual bool waits_once(ThreadId /*thread*/) const { return false; }
  /// For a pending request that `awaits`: does the thread, if it reads `value`, access memory plainly before its next
  /// request? True if it cannot tell. Changes nothing.
  virtual bool acts_plainly(ThreadId /*thread*/, Value /*value*/, bool /*succeeded*/) const { return true; }

  /// May the thread write the location, with its pending request or later? True if it cannot tell. Changes nothing.
  virtual bool may_write(ThreadId /*thread*/, Location /*location*/) const { return true; }

  /// What threads take while they are in a section that nobody is to come into, by an update, and give back by a
  /// write: not even accesses outside of sections come between those of one. kNoLocation if there are none so far.
  virtual Location section_lock() const { return kNoLocation; }

  /// Which wait of the code the pending request, which `awaits`, is of: for Program::wait. 0 if it cannot tell.
  virtual std::uint32_t wait_number(ThreadId /*thread*/) const { return 0; }

  /// Takes `thread` back to the beginning of its waiting iteration (`wait_begin` events of the thread done). The wait
  /// for a mutex is one request, and so is that of an update: there is nothing to take back.
  virtual void rewind(ThreadId thread) = 0;

  /// Remembers the state of all threads, and goes back to what was remembered last: the beginning, if nothing was since
  /// the run was made or `track_dependencies` called.
  virtual void save() = 0;
  virtual void restore() = 0;

  /// From now on tells what requests depend on, or no longer does. Resets the run. Only if it can tell
  /// (Capabilities::dependencies).
  virtual void track_dependencies(bool /*on*/) {}
  /// What the event of the pending request depends on, sorted, if that is tracked. Dependencies that go through memory
  /// are left to the events in between. For an update or compare-exchange, what the written value owes to the value
  /// read by the very event does not count. Valid until the next call of another member.
  virtual std::span<const Dependency> dependencies(ThreadId) const { return {}; }

  /// The plain accesses that are no events and that the thread has done on its way to the pending request, in program
  /// order, since the request before it (or since its beginning). They must have no influence on what the run does but
  /// for values that would be the same in every execution that has no race. Valid until the next call of another
  /// member.
  virtual std::span<const PlainAccess> plain_accesses(ThreadId) const { return {}; }

  /// Grows when something is found out by which more plain accesses are told of, also of what was done before: an
  /// execution in which it has grown has not told all of them.
  virtual std::uint64_t plain_version() const { return 0; }

  /// In an execution as it is now, plain accesses that are no events have raced at these locations (of
  /// PlainAccess::location): the values that were read there are then not those of every execution. Throws Learned if
  /// they are to be events from now on. Only called for runs that want it (Capabilities::learns_races).
  virtual void learn_races(std::span<const Location> /*locations*/) {}

  /// Has the program itself do what it has done so far once more, from the beginning, and compares. Nothing for runs
  /// that always do so. Changes nothing.
  virtual std::optional<Rerun> run_again() { return std::nullopt; }

  /// How the thread came to its event of that index; no frames if it cannot tell.
  virtual Stack event_stack(ThreadId /*thread*/, std::uint32_t /*index*/) const { return {}; }

  /// What is wrong with how the complete execution has ended, and with none of its threads: numbers for
  /// Program::message. Valid until the next call of another member.
  virtual std::span<const std::size_t> left_over(const ExecutionGraph& /*graph*/) { return {}; }

  /// The final state: as many values as Program::state_size. `graph` is complete.
  virtual void observe(const ExecutionGraph& graph, std::span<Value> state) const = 0;

 protected:
  std::vector<Request> pending_;  ///< one per thread; only `make_room` makes it longer once the run was made
};

struct LocationInfo {
  std::string name;
  Value initial = 0;
};

/// A write, update or compare-exchange of a thread's code.
struct WriteInCode {
  ThreadId thread = 0;
  Location location = kNoLocation;  ///< kNoLocation: it depends
  std::optional<Value> value;       ///< nothing: it depends
  bool atomic = false;
};

/// A program under test. Immutable and shared by all workers.
class Program {
 public:
  virtual ~Program() = default;

  virtual std::string_view name() const = 0;
  /// How many threads there are at the start, whether they run already or are to be started. More may appear.
  virtual unsigned threads() const = 0;
  /// More than any thread's number can be, whenever it appears.
  unsigned most_threads() const;
  /// Those that there are at the start, indexed by Location. More may appear.
  virtual const std::vector<LocationInfo>& locations() const = 0;
  /// The name of any location, of those that appear later too.
  virtual std::string location_name(Location location) const;
  /// The same as far as values go: what an ExecutionGraph begins with.
  std::vector<Value> initial_values() const;
  /// A fresh run, already reset.
  virtual std::unique_ptr<Run> start() const = 0;

  /// The values that the code mentions, sorted, and the writes that are in it, whether they are ever performed or not:
  /// for explorations that have to guess what a condition may wait for. May both be empty.
  virtual std::vector<Value> constants() const { return {}; }
  virtual std::vector<WriteInCode> writes_in_code() const { return {}; }

  /// The attempts in the code that a thread makes again and again until they succeed, leaving memory as it was each
  /// time that they fail. Are they `dropped` when they fail, so that the thread waits instead?
  struct Retries {
    unsigned attempts = 0;
    bool dropped = false;
  };
  virtual Retries retries() const { return {}; }

  /// Number of values in a final state.
  virtual std::size_t state_size() const = 0;
  /// A state in herd7's spelling, e.g. "P0:r0=0; x=1;".
  virtual std::string describe(std::span<const Value> state) const = 0;
  /// The text for a `failure` request's message number, e.g. "f.litmus:7:3: assertion failed: r0 == 1".
  virtual std::string message(std::size_t number) const = 0;
  /// What a failure of that number is: the kind of the finding.
  virtual std::string failure_kind(std::size_t /*number*/) const { return "assertion"; }
  /// How it came to that, as far as the program can tell.
  virtual std::vector<Stack> stacks(std::size_t /*number*/) const { return {}; }
  /// What a thread waits with, of Run::wait_number, and where: "f.litmus:7:10: lock(l)". Empty if the program cannot
  /// tell.
  virtual std::string wait(ThreadId /*thread*/, std::uint32_t /*number*/) const { return {}; }
  /// Is there anything that a thread may wait with? `wait` tells what.
  virtual bool may_wait() const { return false; }
  /// What any location is known by in all processes that run the program, whatever its number.
  virtual std::uint64_t location_key(Location location) const { return location; }
  /// Tells final states apart, in all processes that run the program.
  virtual Fingerprint state_fingerprint(std::span<const Value> state) const { return fingerprint(state); }
  /// Where PlainAccess::place is in the source.
  virtual Place place(std::uint32_t /*number*/) const { return {}; }
  /// … and the calls that led there (PlainAccess::calls); no frames if the program cannot tell.
  virtual Stack stack(std::uint32_t /*place*/, std::uint32_t /*calls*/) const { return {}; }
  /// A value as a person would write it (pointers as "&x").
  virtual std::string show(Value value) const = 0;
  /// … that a location has, of whose type it is.
  virtual std::string show_at(Location /*location*/, Value value) const { return show(value); }

  /// What the program itself asks of its final states.
  virtual const Question& question() const { return no_question(); }
};

}  // namespace graphfuzz

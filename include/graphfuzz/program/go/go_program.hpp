// GoProgram: what the engine needs to know of a Go program: goroutines stepped as "what came of your operation goes in,
// your next operation comes out".
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "graphfuzz/program/go/operation.hpp"
#include "graphfuzz/program/place.hpp"

namespace graphfuzz::go {

/// Is told of the accesses to plain variables that several goroutines may share.
class AccessObserver {
 public:
  virtual ~AccessObserver() = default;
  /// `variable`: any number that no other variable has in this execution.
  virtual void access(Routine routine, std::uint64_t variable, bool writes, Position position) = 0;
  /// By the atomic operation that has just been taken, on a variable that may be accessed plainly as well.
  virtual void atomic_access(Routine routine, std::uint64_t variable, bool writes, Position position) = 0;
  /// By what is no operation (inside of libraries): who acquires what is at the address knows what those knew who
  /// released it before.
  virtual void synchronises(Routine routine, std::uint64_t address, bool acquires, bool releases) = 0;
  /// A use of something that is not the program's: `variable` as of plain accesses, but of its own numbers.
  virtual void outside(Routine /*routine*/, std::uint64_t /*variable*/, bool /*changes*/) {}
};

/// One execution of a program in progress. Deterministic given the results. Reused from execution to execution
/// (`reset`). One per worker; not thread-safe.
///
/// Objects that the program makes are numbered by it, densely and from 0, in the order in which it first mentions them.
/// It does not know their state: whether a channel is full, or who holds a lock, is for the engine to say. Atomic
/// variables are the exception: their values are the program's own, and only the order of the operations on them is
/// not.
class Run {
 public:
  virtual ~Run() = default;

  /// Back to the beginning: goroutine 0 is at its first operation.
  virtual void reset() = 0;
  /// Who is to be told of plain accesses from now on; may be null.
  virtual void observe(AccessObserver* observer) = 0;
  /// Who is to be told of uses of what is outside from now on; may be null.
  virtual void observe_outside(AccessObserver* /*observer*/) {}

  /// The number of goroutines so far, those that have ended included.
  virtual Routine routines() const = 0;
  /// What `routine` wants to do next; stays the same until `resume` or `reset`. Kind::end, panic and exit are last.
  virtual const Operation& pending(Routine routine) const = 0;
  /// The pending operation has happened. Computes the next one. After a fork there is one goroutine more.
  virtual void resume(Routine routine, const Result& result) = 0;
  /// A timer fires, when it is `now` for the program, after what `past` steps (see Result) have done: what it does is
  /// done by a goroutine of its own, which is returned (it may only have to end).
  virtual Routine fire(Object timer, std::int64_t now, std::uint64_t past) = 0;

  /// What the program has printed so far, and the texts of its panics and of failed tests.
  virtual std::string_view output() const = 0;
  /// Without what was written of its end by what runs it: what the program itself has printed.
  virtual std::string_view printed() const { return output(); }
  /// Does it go on after main has returned (other tests of the process)? If not, what a goroutine does then that time
  /// has woken is watched, as it tells who stays behind, but is no behaviour of the program.
  virtual bool outlives_main() const { return false; }
  /// If it was ended since it got nowhere: what its goroutines were at, for a person; else empty.
  virtual std::string_view stacks() const { return {}; }
  /// Where `routine` has stopped, and who has called that, as far as those are the user's functions; without `what`,
  /// and without frames if nobody can tell. To be asked once nobody is to go on any more before `reset`.
  virtual Stack stack(Routine /*routine*/) { return {}; }
  /// Have t.Error, t.Fatal, … been called? With their texts, one a line "file:line: text".
  virtual std::string_view test_failures() const = 0;
  /// Has it done what nobody controls, so that not all that it may do is seen? What, a sentence without full stop.
  virtual std::string_view unexplored() const { return {}; }
  /// The text of the panic that `routine` is pending with.
  virtual std::string panic_text(Routine routine) const = 0;
};

/// Immutable and shared by all workers.
class GoProgram {
 public:
  virtual ~GoProgram() = default;
  virtual std::string_view name() const = 0;
  /// The file, as it is to be named to the user.
  virtual std::string_view file() const = 0;
  /// So many positions are known by now; runs may come to more.
  virtual std::size_t positions() const = 0;
  /// "file:line" of one that is known.
  virtual std::string position(Position position) const = 0;
  /// The function that one that is known is in, "example.com/m/pool.(*Pool).run"; empty if nobody can tell.
  virtual std::string function(Position /*position*/) const { return {}; }
  /// The position called so, "file:line". If runs have not come to it, a program that learns its positions from them
  /// gives it a number: another process may have come there. Others: kNoPosition.
  virtual Position know(const std::string& /*place*/) const { return kNoPosition; }
  /// May the same choices lead to something else the next time (by time, addresses, other processes)?
  virtual bool may_differ() const { return false; }
  /// A run of its own, of which others know nothing.
  virtual std::unique_ptr<Run> start() const = 0;
};

}  // namespace graphfuzz::go

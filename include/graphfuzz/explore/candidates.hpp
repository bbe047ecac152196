// Exhaustive exploration for any memory model: candidate graphs first, the model's verdict after.
//
// A model that allows cycles in po | rf leaves graphs that cannot be built event by event, each read after its source.
// Here a read may be left open: its thread waits, as if for a write that comes later, and when all threads wait the
// first of them goes on with a *guessed* value, for which a write must turn up. Candidates without cycles need no
// guesses, so nothing has to be known of values in advance, and each candidate is met exactly once: which thread goes
// on, and who guesses, follows from the candidate.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "graphfuzz/explore/executor.hpp"
#include "graphfuzz/model/memory_model.hpp"
#include "graphfuzz/program/program.hpp"

namespace graphfuzz::store {
class Value;
class Writer;
}  // namespace graphfuzz::store

namespace graphfuzz {

/// What the caller vouches for about the model, to have hopeless candidates left out early, and which values are
/// values. The defaults are right for every model.
struct CandidateOptions {
  bool coherent = false;  ///< the model implies acyclic(po-loc | rf | mo | fr)
  bool atomic = false;    ///< the model lets no write come between an update and its source
  bool monotone = false;  ///< a graph with fewer events (taken from the ends of threads), rf and mo edges than a
                          ///< consistent one is consistent: candidates are then judged at every step
  bool cycles = true;     ///< false: the model implies acyclic(po | rf)
  /// Values must be derivable: no written value may owe itself to itself, through data and rf alone (control does not
  /// count). This is what herd7 does, but for cycles of nothing but copies, where it goes on with a symbolic value;
  /// here those are left out, too. True: any values that fit are taken, out of those that occur anywhere in candidates.
  /// Programs whose runs cannot tell dependencies (Capabilities::dependencies) are explored as if this were true.
  bool self_justified = false;
  /// Executions that grow beyond this are given up as truncated.
  std::uint32_t maximum_events = 10'000;
};

struct CandidateCounts {
  std::uint64_t candidates = 0;  ///< complete candidates that the model was asked about
  std::uint64_t consistent = 0;  ///< those that are consistent
  std::uint64_t abandoned = 0;   ///< attempts that led to no candidate
  std::uint64_t truncated = 0;   ///< attempts that ended at the bound of a loop
  std::uint64_t blocked = 0;     ///< attempts that ended at a false assumption
};

/// What is left of an enumeration that several CandidateEnumerators share, each in a thread of its own. Thread-safe.
class CandidateFrontier {
 public:
  CandidateFrontier();
  ~CandidateFrontier();

  /// Has everything been enumerated?
  bool finished() const;
  /// Estimated share of the search that is done, in [0, 1]; never decreases; 1 once finished. Each pass is taken to
  /// be as much work as all that come after it.
  double covered() const;

  // When everything was released to it:

  /// Writes one value: what is left; as if nothing of it were `covered`, if that is not wanted.
  void save(store::Writer& out, bool covered = true) const;
  /// Takes over what was saved of the same program, before there is an enumerator. Throws store::DocumentError. What
  /// does not fit the program is found out later, and then `next` throws std::runtime_error.
  void load(const store::Value& saved, const Program& program);
  /// Takes all that is left, as up to so many values (in CBOR); one if there may be cycles, as those who guess have to
  /// know what all others have seen.
  std::vector<std::string> split(std::size_t parts);

 private:
  friend class CandidateEnumerator;
  struct Shared;
  std::unique_ptr<Shared> shared_;
};

/// Enumerates the complete consistent graphs of a program, each once. Lazy: memory does not depend on how many there
/// are. Executions that are blocked (a wait that never ends, a false assumption) or truncated are no graphs here.
///
/// Guessed values. The first pass through all choices guesses nothing and finds the candidates without cycles. In later
/// passes a value may be guessed if a thread that has not come so far was seen to write it at that place in an earlier
/// pass; or, for threads that enable each other's writes only mutually, if there is a write in the code of an
/// unfinished thread (Program::writes_in_code) that may have the value (its own if that is fixed, else any that the
/// program mentions) and the first pass never saw the thread write it. Pass after pass more values are seen, until
/// there are no more, and there are at most as many passes as the largest execution has writes, and two: of derivable
/// values each is computed from others in a chain in which no write occurs twice, so that x = x + 1 comes to an end. A
/// later pass only produces what the one before could not. What is missed: cycles through control in which a value is
/// neither fixed nor mentioned nor ever seen otherwise, or a write at another place in its thread than where it was
/// ever seen.
///
/// Not thread-safe, but several can share the work (CandidateFrontier): each graph is then found by one of them.
/// Programs that start threads are refused with std::invalid_argument.
class CandidateEnumerator {
 public:
  /// `program` and `model` must outlive the enumerator.
  CandidateEnumerator(const Program& program, const MemoryModel& model, CandidateOptions options = {});
  CandidateEnumerator(const Program&, const MemoryModel&&, CandidateOptions = {}) = delete;
  /// One of several that share what is in `frontier`, which must outlive it. All must have the same program, model (or
  /// copies of it) and options. What one that is destroyed has not come to is left to the others.
  CandidateEnumerator(const Program& program, const MemoryModel& model, CandidateFrontier& frontier,
                      CandidateOptions options = {});
  ~CandidateEnumerator();

  /// Goes on to the next consistent graph. False if there is none, or `stop` said so, or what is left is with others;
  /// `stop` is asked about every attempt, and a later call goes on from there.
  bool next(const std::function<bool()>& stop = {});
  bool next(const std::atomic<bool>& stop) {
    return next([&] { return stop.load(std::memory_order_relaxed); });
  }
  /// Has everything been enumerated, by all that share the work?
  bool finished() const;
  /// Is what is left, if anything, with others? Only known after a call of `next`.
  bool idle() const;
  /// Leaves the rest to the others, until the next call of `next`.
  void release();

  /// The graph that `next` found, with its dependencies if the program tells them.
  const ExecutionGraph& graph() const;
  std::span<const Failure> failures() const;
  /// Its final state. Valid until the next call.
  std::span<const Value> state();

  /// Of this one alone.
  const CandidateCounts& counts() const;
  /// See CandidateFrontier::covered.
  double covered() const;

 private:
  struct Search;
  std::unique_ptr<CandidateFrontier> own_;  // if it is not shared
  CandidateFrontier& frontier_;
  std::unique_ptr<Search> search_;
};

}  // namespace graphfuzz

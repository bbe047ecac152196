// Fuzzing for any memory model: random consistent candidates, by mutation of those seen before.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "graphfuzz/explore/candidates.hpp"
#include "graphfuzz/explore/random.hpp"

namespace graphfuzz {

struct SamplerOptions {
  CandidateOptions candidates;
  std::size_t corpus = 256;  ///< graphs kept for mutation
};

/// Draws consistent complete graphs of a program, again and again the same ones, too. A graph is drawn by running the
/// program along a *plan*: the sources, outcomes and mo of a graph of the corpus, with a read given another source, a
/// write moved in mo, or a part of a thread forgotten. Where the program no longer follows the plan, because other
/// values lead elsewhere or a source has vanished, choices are made at random; so they are when there is no plan.
/// Candidates that the model rejects are dropped. Graphs not seen in the corpus before are kept; of those a random one
/// gives way if there are too many.
///
/// Not thread-safe. Refuses the programs that CandidateEnumerator refuses.
class CandidateSampler {
 public:
  /// `program` and `model` must outlive the sampler.
  CandidateSampler(const Program& program, const MemoryModel& model, std::uint64_t seed, SamplerOptions options = {});
  CandidateSampler(const Program&, const MemoryModel&&, std::uint64_t, SamplerOptions = {}) = delete;
  ~CandidateSampler();

  /// Draws the next graph. False if no consistent candidate was found in so many attempts, each of which is bounded by
  /// the bounds of loops and CandidateOptions::maximum_events.
  bool next(std::size_t attempts = 1000);

  const ExecutionGraph& graph() const;
  std::span<const Failure> failures() const;
  /// The final state. Valid until the next call.
  std::span<const Value> state();
  const CandidateCounts& counts() const;

  /// Writes one value: all that it goes by. `load` takes it over; throws store::DocumentError.
  void save(store::Writer& out) const;
  void load(const store::Value& saved);

 private:
  struct Search;
  std::unique_ptr<Search> search_;
};

}  // namespace graphfuzz

// CandidateSearch: the search for models whose graphs cannot be built event by event, each read after its source.
//
// Graphs are put together first and judged after. `exhaustive` and `optimal` enumerate them, each once, the workers
// sharing what is left; all other strategies draw them at random, by mutation of those seen before, each worker for
// itself.
#pragma once

#include <memory>
#include <optional>
#include <span>

#include "graphfuzz/explore/candidate_sampler.hpp"
#include "graphfuzz/explore/candidates.hpp"
#include "graphfuzz/fuzz/engine_search.hpp"
#include "graphfuzz/fuzz/memory/engine.hpp"

namespace graphfuzz {

/// What the text of a model promises about candidates; the defaults, which are right for all, if there is no text.
CandidateOptions candidate_options(const MemoryModel& model);

/// An enumerator or a sampler.
class CandidateSource {
 public:
  /// Enumerates if there is a `frontier`.
  CandidateSource(const Program& program, std::unique_ptr<MemoryModel> model, CandidateFrontier* frontier,
                  std::uint64_t seed);

  const ExecutionGraph& graph() const { return enumerator_ ? enumerator_->graph() : sampler_->graph(); }
  std::span<const Failure> failures() const { return enumerator_ ? enumerator_->failures() : sampler_->failures(); }
  std::span<const Race> races() const { return {}; }
  std::span<const WatchedRace> watched_races() const { return {}; }
  std::span<const std::size_t> left_over() const { return {}; }
  Stack event_stack(EventId) const { return {}; }
  bool watches() const { return false; }
  std::span<const Waiting> waiting() const { return {}; }  // of candidates, only complete ones are told apart
  const ExecutionGraph& waiting_graph() const { return graph(); }
  std::span<const Value> state() { return enumerator_ ? enumerator_->state() : sampler_->state(); }

  CandidateEnumerator* enumerator() { return enumerator_ ? &*enumerator_ : nullptr; }
  const CandidateEnumerator* enumerator() const { return enumerator_ ? &*enumerator_ : nullptr; }
  CandidateSampler& sampler() { return *sampler_; }
  const CandidateSampler& sampler() const { return *sampler_; }

 private:
  std::unique_ptr<MemoryModel> model_;
  std::optional<CandidateEnumerator> enumerator_;
  std::optional<CandidateSampler> sampler_;
};

class CandidateEngine : public MemoryEngine<CandidateSource> {
 public:
  CandidateEngine(Random&, const MemorySubject& subject, CandidateFrontier* frontier, std::uint64_t seed)
      : MemoryEngine(subject, subject.program, subject.model(), frontier, seed) {}
  /// What is left of the enumeration is left to the others.
  void flush() {
    if (source_.enumerator() != nullptr) source_.enumerator()->release();
  }
  /// Of an enumeration nothing: it is in the frontier.
  void save(store::Writer& out, Extent extent) const;
  void load(const store::Value& saved);
};

class CandidateSearch final : public EngineSearch<CandidateEngine> {
 public:
  /// `subject` and `counts` must outlive the search, and so must `frontier`, which searches that enumerate share; it is
  /// not used by others. Throws Unsupported for programs that start threads, allocate, or have plain accesses that are
  /// no events.
  CandidateSearch(const MemorySubject& subject, const SearchOptions& options, CandidateFrontier& frontier,
                  GraphCounts& counts, std::uint64_t seed)
      : EngineSearch(Record::of(options), counts, seed, subject,
                     explores_tree(options.fuzz.strategy) ? &frontier : nullptr, seed) {}

  /// A step makes a bounded number of attempts. Attempts that draw an execution that is blocked or truncated are
  /// executions; so is, as a blocked one, a long row of attempts that led to no candidate, lest a campaign that is to
  /// end after so many executions never ends.
  Execution step() override;

  Left left() const override;
  void save(store::Writer& out, Extent extent) const override;
  void load(const store::Value& saved) override;

 private:
  Execution enumerate(CandidateEnumerator& enumerator);
  Execution draw(CandidateSampler& sampler);

  std::uint64_t fruitless_ = 0;
};

}  // namespace graphfuzz

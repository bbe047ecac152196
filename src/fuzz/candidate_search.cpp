#include "graphfuzz/fuzz/candidate_search.hpp"

#include "graphfuzz/model/cat.hpp"

namespace graphfuzz {
namespace {

// Attempts of one step, so that whoever steps can look at the clock.
constexpr unsigned kAttemptsPerStep = 256;
// So many attempts in a row to draw a candidate that led to nothing count as an execution.
constexpr std::uint64_t kFruitless = 1000;

}  // namespace

CandidateOptions candidate_options(const MemoryModel& model) {
  CandidateOptions options;
  if (const CatModel* const cat = model.cat()) {
    options.coherent = options.atomic = cat->implies_coherence();
    options.monotone = cat->monotone();
    options.cycles = !cat->forbids_porf_cycles();
  }
  return options;
}

CandidateSearch::CandidateSearch(const Program& program, std::unique_ptr<MemoryModel> model, const FuzzOptions& options,
                                 Record record, CandidateFrontier& frontier, GraphCounts& counts, std::uint64_t seed)
    : program_(program), model_(std::move(model)), record_(record), counts_(counts) {
  const CandidateOptions candidates = candidate_options(*model_);
  if (options.strategy == StrategyKind::exhaustive || options.strategy == StrategyKind::optimal) {
    enumerator_.emplace(program, *model_, frontier, candidates);
  } else {
    sampler_.emplace(program, *model_, seed, SamplerOptions{candidates});
  }
}

void CandidateSearch::flush() {
  counts_.flush();
  if (enumerator_) enumerator_->release();
}

std::span<const Failure> CandidateSearch::failures() const {
  if (!found_) return {};
  return enumerator_ ? enumerator_->failures() : sampler_->failures();
}

Execution CandidateSearch::step() {
  Execution execution = enumerator_ ? enumerate() : draw();
  found_ = execution.kind == StepKind::execution && execution.ending == Ending::complete;
  if (found_) count(execution);
  return execution;
}

Execution CandidateSearch::enumerate() {
  Execution execution;
  unsigned attempts = 0;
  if (!enumerator_->next([&] { return attempts++ == kAttemptsPerStep; })) {
    execution.kind = enumerator_->finished() ? StepKind::exhausted
                     : enumerator_->idle()   ? StepKind::idle
                                             : StepKind::vain;
  }
  return execution;
}

Execution CandidateSearch::draw() {
  Execution execution;
  const std::uint64_t blocked = sampler_->counts().blocked;
  const std::uint64_t truncated = sampler_->counts().truncated;
  if (sampler_->next(1)) {
    fruitless_ = 0;
  } else if (sampler_->counts().truncated > truncated) {
    execution.ending = Ending::truncated;
  } else if (sampler_->counts().blocked > blocked || ++fruitless_ == kFruitless) {
    execution.ending = Ending::blocked;
    fruitless_ = 0;
  } else {
    execution.kind = StepKind::vain;
  }
  return execution;
}

void CandidateSearch::count(Execution& execution) {
  execution.filtered = program_.filters() && !program_.keeps(state());
  if (execution.filtered) return;
  execution.new_graph = true;
  if (record_.graphs || record_.rf) {
    const Fingerprints prints = fingerprint(graph());
    if (record_.graphs) execution.new_graph = counts_.add(prints.graph).new_graph;
    if (execution.new_graph) counts_.add_rf(prints.rf);
  }
  if (!execution.new_graph) return;
  if (record_.graphs) pairs_.add(graph());
  execution.outcome = fingerprint(state());
  execution.new_outcome = counts_.add_outcome(execution.outcome);
}

}  // namespace graphfuzz

#include "graphfuzz/fuzz/memory/candidate_search.hpp"

#include "graphfuzz/model/cat.hpp"
#include "graphfuzz/stop/stop.hpp"

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

CandidateSource::CandidateSource(const Program& program, std::unique_ptr<MemoryModel> model,
                                 CandidateFrontier* frontier, std::uint64_t seed)
    : model_(std::move(model)) {
  const CandidateOptions candidates = candidate_options(*model_);
  if (frontier != nullptr) {
    enumerator_.emplace(program, *model_, *frontier, candidates);
  } else {
    sampler_.emplace(program, *model_, seed, SamplerOptions{candidates});
  }
}

void CandidateEngine::save(store::Writer& out, Extent extent) const {
  out.begin_object();
  if (source_.enumerator() == nullptr && extent == Extent::exact) {
    out.key("sampler");
    source_.sampler().save(out);
  }
  out.end_object();
}

void CandidateEngine::load(const store::Value& saved) {
  saved.expect_keys({"sampler"});
  const std::optional<store::Value> sampler = saved.find("sampler");
  if (!sampler) return;
  if (source_.enumerator() != nullptr) sampler->reject("is not for an enumeration");
  source_.sampler().load(*sampler);
}

void CandidateSearch::save(store::Writer& out, Extent extent) const {
  out.begin_object();
  save_common(out, extent);
  if (extent == Extent::exact) out.field("fruitless", fruitless_);
  out.end_object();
}

void CandidateSearch::load(const store::Value& saved) {
  saved.expect_keys({"engine", "random", "pairs", "fruitless"});
  load_common(saved);
  if (const std::optional<store::Value> fruitless = saved.find("fruitless")) {
    fruitless_ = fruitless->integer<std::uint64_t>(0, kFruitless - 1);
  }
}

Left CandidateSearch::left() const {
  Left left;
  if (const CandidateEnumerator* const enumerator = engine().source().enumerator()) {
    left.covered = enumerator->covered();
    left.shared = true;
  }
  return left;
}

Execution CandidateSearch::step() {
  CandidateEnumerator* const enumerator = engine_.source().enumerator();
  Execution execution = enumerator != nullptr ? enumerate(*enumerator) : draw(engine_.source().sampler());
  if (execution.kind != StepKind::execution || execution.ending != Ending::complete) return execution;
  count(execution);
  execution.shows = engine_.look(execution);
  return execution;
}

Execution CandidateSearch::enumerate(CandidateEnumerator& enumerator) {
  Execution execution;
  unsigned attempts = 0;
  bool found = false;
  const std::uint64_t truncated = enumerator.counts().truncated;
  const auto was_truncated = [&] { return enumerator.counts().truncated > truncated; };
  try {
    found = enumerator.next([&] { return attempts++ == kAttemptsPerStep || was_truncated(); });
  } catch (const Stopped&) {  // it will go on where it was
    execution.kind = StepKind::idle;
    return execution;
  }
  if (!found && was_truncated()) {
    execution.ending = Ending::truncated;  // nobody knows what would have come of it
  } else if (!found) {
    execution.kind = enumerator.finished() ? StepKind::exhausted : enumerator.idle() ? StepKind::idle : StepKind::vain;
  }
  return execution;
}

Execution CandidateSearch::draw(CandidateSampler& sampler) {
  Execution execution;
  const std::uint64_t blocked = sampler.counts().blocked;
  const std::uint64_t truncated = sampler.counts().truncated;
  if (sampler.next(1)) {
    fruitless_ = 0;
  } else if (sampler.counts().truncated > truncated) {
    execution.ending = Ending::truncated;
  } else if (sampler.counts().blocked > blocked || ++fruitless_ == kFruitless) {
    execution.ending = Ending::blocked;
    fruitless_ = 0;
  } else {
    execution.kind = StepKind::vain;
  }
  return execution;
}

}  // namespace graphfuzz

#include "graphfuzz/fuzz/go/directed_search.hpp"

#include <algorithm>
#include <utility>

#include "graphfuzz/analysis/go/findings.hpp"
#include "graphfuzz/analysis/go/partners.hpp"
#include "graphfuzz/graph/hash.hpp"

namespace graphfuzz::go {

bool RunnerEngine::look(const Execution& execution) {
  found_ = runner_->findings();
  seen_ = static_cast<std::size_t>(
      std::count_if(found_.begin(), found_.end(), [](const Finding& finding) { return !finding.remark; }));
  predicted_.clear();
  if (predict_ && execution.new_graph) predict();
  keys_.clear();
  for (const Finding& finding : found_) keys_.push_back(finding.key);
  return !keys_.empty();
}

void RunnerEngine::predict() {
  const Trace& trace = runner_->trace();
  const HappensBefore strong(trace, Clock::strong, happens_before_);
  const HappensBefore weak(trace, Clock::weak);
  predicted_ = find(trace, strong, weak, PartnerSearch(trace, strong)).predicted;
  // What has happened the runner tells.
  for (const TraceFinding& predicted : predicted_) {
    if (predicted.bug && predicted.predicted) found_.push_back(finding_of(predicted, trace));
  }
}

void RunnerEngine::tried(Finding prediction) {
  prediction.tried = 1;
  std::erase_if(found_, [&](const Finding& finding) { return same_bug(finding, prediction); });
  found_.push_back(std::move(prediction));
  keys_.clear();
  for (const Finding& finding : found_) keys_.push_back(finding.key);
}

Finding RunnerEngine::finding(std::size_t index) const {
  Finding finding = found_[index];
  if (!finding.predicted) finding.stacks = runner_->stacks(finding);
  return finding;
}

Witness RunnerEngine::witness(const Finding* finding) {
  Witness witness = runner_->witness(finding);
  if (finding != nullptr && finding->predicted) {
    witness.steps.clear();
    witness.no_steps = "it was predicted";
  }
  return witness;
}

// The seed of what is mutated is none of seed_of, which are those of other workers.
DirectedSearch::DirectedSearch(const GoFuzzOptions& options, Record record, std::unique_ptr<Runner> runner,
                               GraphCounts& counts, std::uint64_t seed)
    : EngineSearch(record, counts, seed, std::move(runner), options.predict, options.happens_before),
      fuzzing_(options, seed ^ kGoldenRatio) {}

Execution DirectedSearch::step() {
  Runner& runner = engine_.runner();
  if (std::optional<Input> next = fuzzing_.next()) {
    input_ = std::move(*next);
    const Directive directive = input_.complete();
    obedience_ = runner.run(&directive, random_);
  } else {
    input_ = Input{};
    obedience_ = runner.run(nullptr, random_);
  }
  Execution execution;
  execution.ending = runner.ending();
  count(execution);
  if (input_.id != 0) take_down(execution.ending);
  // What a run was up to that did not end is no basis for others.
  worth_ = execution.is_graph ? fuzzing_.learn(runner.trace(), input_) : Worth{};
  guidance_.proposed += worth_.proposed;
  guidance_.filtered += worth_.filtered;
  execution.shows = engine_.look(execution);
  if (input_.predicted) {
    engine_.tried(*input_.predicted);
    execution.shows = true;
  }
  fuzzing_.replay(runner.trace(), engine_.predicted(), input_);
  return execution;
}

// A run that did not end may have had its wishes still before it, and one that has delayed nothing was as free as any.
void DirectedSearch::take_down(Ending ending) {
  ++guidance_.runs;
  const Directive& asked = input_.directive;
  std::size_t delays = 0;
  for (const auto& [position, visits] : asked.delays) delays += visits.size();
  const bool gave_up = obedience_.stuck || obedience_.timed_out > 0 || ending == Ending::truncated;
  if (gave_up) ++guidance_.timed_out;
  const bool all = obedience_.chain_executed == asked.chain.size() && obedience_.delayed >= delays;
  if (!gave_up && all) ++guidance_.obeyed;
}

void DirectedSearch::save(store::Writer& out, Extent extent) const {
  out.begin_object();
  save_common(out, extent);
  fuzzing_.save(out.key("fuzzing"), extent);
  if (extent == Extent::exact) {
    out.key("guidance").begin_object().field("runs", guidance_.runs).field("obeyed", guidance_.obeyed);
    out.field("timed out", guidance_.timed_out).field("proposed", guidance_.proposed);
    out.field("filtered", guidance_.filtered).end_object();
  }
  out.end_object();
}

void DirectedSearch::load(const store::Value& saved) {
  saved.expect_keys({"engine", "random", "pairs", "fuzzing", "guidance"});
  load_common(saved);
  fuzzing_.load(saved.field("fuzzing"));
  const std::optional<store::Value> guidance = saved.find("guidance");
  if (!guidance) return;
  guidance->expect_keys({"runs", "obeyed", "timed out", "proposed", "filtered"});
  const auto number = [&](std::string_view name) { return guidance->field(name).integer<std::uint64_t>(); };
  guidance_ = {number("runs"), number("obeyed"), number("timed out"), number("proposed"), number("filtered")};
}

}  // namespace graphfuzz::go

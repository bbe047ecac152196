// DirectedSearch: GFuzz, GoPie and flow changing (fuzzing.hpp), with a Runner that runs the program.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "graphfuzz/fuzz/engine_search.hpp"
#include "graphfuzz/fuzz/go/fuzzing.hpp"
#include "graphfuzz/fuzz/go/runner.hpp"

namespace graphfuzz::go {

/// What a runner says of its runs, and what happens-before predicts from them.
class RunnerEngine {
 public:
  /// `predict`: look for bugs that did not happen, but could have, in every new graph.
  RunnerEngine(Random&, std::unique_ptr<Runner> runner, bool predict, const HappensBeforeOptions& happens_before)
      : runner_(std::move(runner)), predict_(predict), happens_before_(happens_before) {}

  bool is_graph(Ending ending) const { return ending != Ending::truncated; }
  bool filtered() const { return false; }
  Fingerprints fingerprints() { return runner_->fingerprints(); }
  Fingerprint rf_fingerprint() { return fingerprints().rf; }
  Fingerprint outcome_fingerprint() const { return runner_->outcome_fingerprint(); }
  bool add_pairs(Pairs& pairs) { return runner_->add_pairs(pairs); }
  bool look(const Execution& execution);
  /// The last run, which was looked at, was one in which this was to happen.
  void tried(Finding prediction);
  const ExecutionGraph& graph() { return runner_->graph(); }
  std::string outcome() const { return runner_->outcome(); }
  /// That there is a bug, and not just a prediction.
  bool satisfies() const { return seen_ > 0; }
  std::span<const FindingKey> findings() const { return keys_; }
  Finding finding(std::size_t index) const;
  Witness witness(const Finding* finding);
  void flush() {}
  // Runners begin anew with each run.
  void save(store::Writer& out, Extent) const { out.begin_object().end_object(); }
  void load(const store::Value& saved) { saved.expect_keys({}); }

  /// What happens-before predicts from the last run, if it was looked at for that.
  const std::vector<TraceFinding>& predicted() const { return predicted_; }

  Runner& runner() { return *runner_; }
  const Runner& runner() const { return *runner_; }

 private:
  void predict();

  std::unique_ptr<Runner> runner_;
  bool predict_;
  HappensBeforeOptions happens_before_;
  std::vector<Finding> found_;
  std::vector<TraceFinding> predicted_;
  std::vector<FindingKey> keys_;
  std::size_t seen_ = 0;  // of those found, that were not predicted
};

/// Deterministic for a seed.
class DirectedSearch final : public EngineSearch<RunnerEngine> {
 public:
  DirectedSearch(const GoFuzzOptions& options, Record record, std::unique_ptr<Runner> runner, GraphCounts& counts,
                 std::uint64_t seed);

  /// There always is a next one.
  Execution step() override;

  Left left() const override { return {.kept = fuzzing_.memory().queue.size()}; }
  const Guidance* guidance() const override { return &guidance_; }
  void save(store::Writer& out, Extent extent) const override;
  void load(const store::Value& saved) override;

  /// What the last run was told, what came of that, and what it was worth.
  const Input& input() const { return input_; }
  const Obedience& obedience() const { return obedience_; }
  const Worth& worth() const { return worth_; }
  const Fuzzing& fuzzing() const { return fuzzing_; }

 private:
  void take_down(Ending ending);

  Fuzzing fuzzing_;
  Input input_;
  Obedience obedience_;
  Worth worth_;
  Guidance guidance_;
};

}  // namespace graphfuzz::go

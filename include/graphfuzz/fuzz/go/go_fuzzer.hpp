// GoFuzzer: the fuzzing loop (fuzzing.hpp) with the engine as what runs the program.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "graphfuzz/explore/go/executor.hpp"
#include "graphfuzz/explore/go/machine.hpp"
#include "graphfuzz/fuzz/go/fuzzing.hpp"
#include "graphfuzz/fuzz/go/search.hpp"

namespace graphfuzz::go {

/// One worker's fuzzer. Deterministic for a seed. Not thread-safe; several may share `names` and `counts`.
class GoFuzzer final : public GoSearch {
 public:
  /// `program` and `counts` must outlive it.
  GoFuzzer(const GoProgram& program, const GoFuzzOptions& options, const MachineOptions& machine,
           std::shared_ptr<RoutineNames> names, GraphCounts& counts, std::uint64_t seed);

  /// There always is a next one.
  GoExecution step() override;

  const Machine& machine() const override { return machine_; }
  std::span<const Step> steps() const override { return steps_; }
  std::size_t corpus_size() const override { return fuzzing_.memory().queue.size(); }
  void flush() override { counts_.flush(); }
  std::span<const Prediction> predictions() const override { return predictions_; }
  GuidanceCounts guidance() const override { return guidance_; }

  /// What the last run was told, what came of that, and what it was worth.
  const Input& input() const { return input_; }
  const Obedience& obedience() const { return obedience_; }
  const Verdict& verdict() const { return verdict_; }
  const Fuzzing& fuzzing() const { return fuzzing_; }

 private:
  void take_down(const Directive& directive);
  void predict();

  Machine machine_;
  Timing timing_;
  Fuzzing fuzzing_;
  Random random_;
  CachedGraphCounts counts_;
  std::vector<Step> steps_;
  Input input_;
  Obedience obedience_;
  Verdict verdict_;
  std::vector<Prediction> predictions_;
  GuidanceCounts guidance_;
};

}  // namespace graphfuzz::go

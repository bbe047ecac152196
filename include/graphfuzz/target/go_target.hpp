// GoTarget: a Go program that the engine runs itself, in process.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "graphfuzz/explore/go/machine.hpp"
#include "graphfuzz/frontend/go.hpp"
#include "graphfuzz/fuzz/go/options.hpp"
#include "graphfuzz/target/target.hpp"

namespace graphfuzz::go {

struct GoTargetOptions {
  /// When timers fire, and how many steps an execution may take.
  MachineOptions machine{};
  /// The settings of directed strategies; nothing: as the documents have them (GoFuzzOptions::of).
  std::optional<GoFuzzOptions> directed{};
  /// The test function that the program was parsed with (GoOptions::function); empty: main, or the first test.
  std::string function{};
  /// What it was parsed with, too (GoOptions::memory_limit).
  std::size_t memory = GoOptions::kMemory;
  /// What there is to know besides of a program that was built by Go's toolchain.
  Settings built{};
  /// Of a program that was built by Go's toolchain: do goroutines stop before plain accesses, too, where they race?
  bool lives_races = false;
  /// If timers fire when nothing else can happen as the test fails otherwise: how it does (TimingChoice).
  std::string early_failure{};
};

class GoTarget final : public Target {
 public:
  /// `program` must outlive the target.
  explicit GoTarget(const GoProgram& program, GoTargetOptions options = {});
  /// The same, keeping the program alive.
  explicit GoTarget(std::shared_ptr<const GoProgram> program, GoTargetOptions options = {});

  std::string_view kind() const override { return "go"; }
  /// Of the program, and of the test in it.
  std::string name() const override;
  std::string model() const override { return "go"; }
  /// "timers": any or idle, and why, "early-failure"; "max-steps"; "function", unless it is empty; "memory", unless it
  /// is the usual one; and what it was built with.
  Settings settings() const override;
  Quantifier quantifier() const override { return Quantifier::not_exists; }
  std::string condition() const override { return "~exists (bug)"; }
  std::string event_text(const ExecutionGraph& graph, Slot slot) const override;
  std::vector<Finding> remarks() const override;
  std::vector<std::string> not_looked_for() const override;
  std::unique_ptr<Searches> searches(const SearchOptions& options, GraphCounts& counts) const override;
  Replay replay(std::span<const std::string> steps) const override;
  std::vector<Choice> choices(const Witness& witness) const override;
  bool minimises() const override { return true; }
  std::optional<Minimised> minimise(std::span<const std::string> steps, std::uint64_t most,
                                    const std::optional<FindingKey>& bug, Ease ease) const override;

  const GoProgram& program() const { return program_; }

 private:
  std::shared_ptr<const GoProgram> owned_;
  const GoProgram& program_;
  GoTargetOptions options_;
};

}  // namespace graphfuzz::go

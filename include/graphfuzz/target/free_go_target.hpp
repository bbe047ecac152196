// FreeGoTarget: a real Go program that runs freely, and is asked for what the fuzzers of Go programs want.
#pragma once

#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "graphfuzz/frontend/real_go_free.hpp"
#include "graphfuzz/fuzz/go/options.hpp"
#include "graphfuzz/target/target.hpp"

namespace graphfuzz::go {

struct FreeGoTargetOptions {
  real_go::FreeOptions run{};
  std::optional<GoFuzzOptions> directed{};
  /// MachineOptions::ignored_leaks, of the places where goroutines are left.
  std::vector<std::string> ignored_leaks{};
  /// Where the trace of each new graph is written, as an ADVOCATE folder; empty: nowhere.
  std::filesystem::path traces{};
  /// What there is to know besides of how it was built.
  Settings built{};
};

/// What of a target's settings says how it runs, and that back.
Settings settings_of(const real_go::FreeOptions& options);
real_go::FreeOptions free_options_of(const Settings& settings);
/// A setting of a real Go program that is a time; `value` stays what it is if there is none.
void take_milliseconds(const Settings& settings, const std::string& name, std::chrono::milliseconds& value);

class FreeGoTarget final : public Target {
 public:
  FreeGoTarget(real_go::Executable executable, real_go::Entry entry, FreeGoTargetOptions options);

  std::string_view kind() const override { return "go"; }
  std::string name() const override;
  std::string model() const override { return "go"; }
  Settings settings() const override;
  Quantifier quantifier() const override { return Quantifier::not_exists; }
  std::string condition() const override { return "~exists (bug)"; }
  std::vector<std::string> not_looked_for() const override;
  std::unique_ptr<Searches> searches(const SearchOptions& options, GraphCounts& counts) const override;
  /// As well as can be: the operations are held in the order of the steps, each for FreeOptions::patience at most.
  Replay replay(std::span<const std::string> steps) const override;

 private:
  real_go::Executable executable_;
  real_go::Entry entry_;
  FreeGoTargetOptions options_;
};

}  // namespace graphfuzz::go

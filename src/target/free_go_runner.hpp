// FreeRunner: the Runner of a real Go program that runs freely.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "graphfuzz/explore/go/routine_names.hpp"
#include "graphfuzz/frontend/real_go_free.hpp"
#include "graphfuzz/fuzz/go/left_routines.hpp"
#include "graphfuzz/fuzz/go/runner.hpp"
#include "graphfuzz/target/free_go_target.hpp"

namespace graphfuzz::go {

/// Where traces are written, and which are there. Thread-safe.
class TraceFolder {
 public:
  explicit TraceFolder(std::filesystem::path folder) : folder_(std::move(folder)) {}
  void keep(const Fingerprint& graph, const TraceFiles& files);

 private:
  std::filesystem::path folder_;
  std::mutex mutex_;
  std::set<std::string> kept_;
};

class FreeRunner final : public Runner {
 public:
  /// `traces`: null if they are not to be kept.
  FreeRunner(const real_go::Executable& executable, const real_go::Entry& entry, const FreeGoTargetOptions& options,
             std::shared_ptr<RoutineNames> names, std::shared_ptr<TraceFolder> traces);

  Obedience run(const Directive* directive, Random& random) override;
  const Trace& trace() const override { return recording_.trace; }
  Ending ending() const override;
  std::string outcome() const override;
  std::vector<Finding> findings() const override;
  std::vector<Stack> stacks(const Finding& finding) const override;
  Witness witness(const Finding* finding) override;

  const std::string& output() const { return recording_.output; }

 private:
  bool is_ignored(const Finding& finding) const;
  bool is_resident(const Finding& finding) const;
  std::set<Routine> left_at(const Place& place) const;
  std::optional<Place> started_at(Routine routine) const;
  LeftRoutine left_routine(Routine routine, Stack stack) const;
  std::optional<Routine> crashed() const;
  Finding panic() const;
  void tell_cycles(std::vector<Finding>& found) const;

  std::shared_ptr<RoutineNames> names_;
  std::vector<std::string> ignored_leaks_;
  std::string folder_;
  bool is_test_;
  std::string if_nothing_ran_;
  real_go::FreeProgram program_;
  std::shared_ptr<TraceFolder> traces_;
  real_go::Recording recording_;
};

/// The steps of such an execution: its operations in the order in which they took effect,
/// {"routine": "0.2", "position": "f.go#12", "visit": 1, "case": 0}.
std::vector<std::string> steps_of(const Trace& trace, const RoutineNames& names);
/// What has a program take such steps. Throws StepError.
Directive directive_of(std::span<const std::string> steps, RoutineNames& names);

}  // namespace graphfuzz::go

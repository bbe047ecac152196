#include "target/free_go_runner.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>
#include <utility>

#include "graphfuzz/analysis/go/story.hpp"
#include "graphfuzz/frontend/trace_files.hpp"
#include "target/free_go_output.hpp"

namespace graphfuzz::go {
namespace {

/// Goroutines by the names that the engine has for them.
class NamedRoutines final : public real_go::RoutineIds {
 public:
  explicit NamedRoutines(std::shared_ptr<RoutineNames> names) : names_(std::move(names)) {}

  std::uint32_t child(std::uint32_t parent, std::uint32_t index) override {
    return names_->forked(parent - 1, index) + 1;
  }

  std::vector<std::uint32_t> path(std::uint32_t id) const override {
    std::vector<std::uint32_t> result;
    std::istringstream in(names_->path(id - 1));
    std::string part;
    std::getline(in, part, '.');  // main
    while (std::getline(in, part, '.')) result.push_back(static_cast<std::uint32_t>(std::stoul(part)));
    return result;
  }

 private:
  std::shared_ptr<RoutineNames> names_;
};

constexpr const char* kTimeOut = "time-out";

bool is_leak(const Finding& finding) { return finding.kind.starts_with("leak"); }

}  // namespace

void TraceFolder::keep(const Fingerprint& graph, const TraceFiles& files) {
  const std::lock_guard lock(mutex_);
  const std::string name = fmt::format("{:016x}{:016x}", graph.high, graph.low);
  if (kept_.insert(name).second) write_files(files, folder_ / name);
}

FreeRunner::FreeRunner(const real_go::Executable& executable, const real_go::Entry& entry,
                       const FreeGoTargetOptions& options, std::shared_ptr<RoutineNames> names,
                       std::shared_ptr<TraceFolder> traces)
    : names_(std::move(names)),
      ignored_leaks_(options.ignored_leaks),
      folder_(executable.folder),
      is_test_(executable.is_test),
      program_(executable, entry, options.run, std::make_shared<NamedRoutines>(names_)),
      traces_(std::move(traces)) {}

Obedience FreeRunner::run(const Directive* directive, Random&) {
  recording_ = program_.run(directive);
  if (traces_ != nullptr) traces_->keep(fingerprints().graph, recording_.files);
  return {.chain_executed = recording_.in_turn,
          .stuck = recording_.stuck > 0,
          .preferred = recording_.preferred,
          .timed_out = recording_.timed_out,
          .delayed = recording_.delayed};
}

Ending FreeRunner::ending() const { return recording_.cut ? Ending::truncated : Runner::ending(); }

std::string FreeRunner::outcome() const {
  std::string text = Runner::outcome();
  if (recording_.exit_code.value_or(0) != 0 && trace().outcome == Outcome::clean) {
    text += fmt::format("; exit code {}", *recording_.exit_code);
  }
  return text;
}

std::vector<Finding> FreeRunner::findings() const {
  std::vector<Finding> found = Runner::findings();
  const auto ignored = [&](const Finding& finding) {
    return is_leak(finding) && !finding.places.empty() &&
           std::any_of(ignored_leaks_.begin(), ignored_leaks_.end(), [&](const std::string& name) {
             return to_text(finding.places.front()).find(name) != std::string::npos;
           });
  };
  std::erase_if(found, ignored);
  // Those of the standard library, the test runner's above all, wait for what they are there for.
  std::erase_if(found, [](const Finding& finding) {
    return is_leak(finding) && (finding.places.empty() || finding.places.front().file == "?");
  });
  // Who is blocked may be waiting for one that was at work when the execution ended.
  if (recording_.others) {
    for (Finding& finding : found) finding.remark |= is_leak(finding);
  }
  // A program may be there to run for ever; a test is not.
  for (Finding& finding : found) finding.remark |= finding.kind == kTimeOut && !is_test_;
  for (Finding& race : races_in(recording_.output, folder_)) found.push_back(std::move(race));
  for (Finding& failure : failures_in(recording_.output)) {
    // The race detector fails the tests in which there are races.
    if (found.empty() || failure.places.size() == 1) found.push_back(std::move(failure));
  }
  return found;
}

Witness FreeRunner::witness() {
  Witness witness{graph(), tell_with_findings(trace()), steps_of(trace(), *names_)};
  witness.output = recording_.output;
  return witness;
}

}  // namespace graphfuzz::go

#include "graphfuzz/fuzz/go/go_fuzzer.hpp"

#include <algorithm>
#include <utility>

#include "graphfuzz/analysis/go/findings.hpp"
#include "graphfuzz/analysis/go/partners.hpp"

namespace graphfuzz::go {
namespace {

/// The free run. (run_at_random does not say which steps it took.)
void run_free(Machine& machine, Timing timing, Random& random, std::vector<Step>& steps) {
  machine.set_timing(timing);
  machine.restart();
  while (!machine.over()) {
    const std::span<const Step> enabled = machine.enabled();
    const Step step = enabled[random.below(enabled.size())];
    steps.push_back(step);
    machine.take(step);
  }
}

}  // namespace

GoFuzzer::GoFuzzer(const GoProgram& program, const GoFuzzOptions& options, const MachineOptions& machine,
                   std::shared_ptr<RoutineNames> names, GraphCounts& counts, std::uint64_t seed)
    : machine_(program, machine, std::move(names)),
      timing_(machine.timing),
      fuzzing_(options, seed ^ 0x9e3779b97f4a7c15),
      random_(seed),
      counts_(counts) {}

GoExecution GoFuzzer::step() {
  steps_.clear();
  predictions_.clear();
  if (std::optional<Input> next = fuzzing_.next()) {
    input_ = std::move(*next);
    const Directive directive = input_.complete();
    obedience_ = run_as_directed(machine_, directive, random_, &steps_);
    take_down(directive);
  } else {
    input_ = Input{};
    obedience_ = Obedience{};
    run_free(machine_, timing_, random_, steps_);
  }
  const GoExecution execution = count(machine_, counts_);
  if (execution.ending == GoEnding::truncated) {
    // What a run was up to that did not end is no basis for others.
    verdict_ = Verdict{};
    return execution;
  }
  verdict_ = fuzzing_.learn(machine_.trace(), input_);
  guidance_.proposed += verdict_.proposed;
  guidance_.filtered += verdict_.filtered;
  if (fuzzing_.options().predict && execution.new_graph) predict();
  return execution;
}

void GoFuzzer::take_down(const Directive& directive) {
  ++guidance_.runs;
  const bool gave_up = obedience_.stuck || obedience_.timed_out > 0;
  if (gave_up) ++guidance_.timed_out;
  if (!gave_up && obedience_.chain_executed == directive.chain.size()) ++guidance_.obeyed;
}

void GoFuzzer::predict() {
  const Trace& trace = machine_.trace();
  const HappensBefore strong(trace, Clock::strong, fuzzing_.options().happens_before);
  const HappensBefore weak(trace, Clock::weak);
  const Findings findings = find(trace, strong, weak, PartnerSearch(trace, strong));
  for (const Finding& finding : findings.predicted) {
    if (!finding.bug) continue;
    std::string message = finding.code + " " + finding.kind;
    for (std::size_t i = 0; i < finding.events.size(); ++i) {
      // In the engine places are written file:line.
      std::string place(position_of(trace, finding.events[i]));
      if (const auto mark = place.rfind('#'); mark != std::string::npos) place[mark] = ':';
      message += (i == 0 ? ": " : ", ") + place;
    }
    predictions_.push_back({finding.kind, std::move(message)});
  }
}

}  // namespace graphfuzz::go

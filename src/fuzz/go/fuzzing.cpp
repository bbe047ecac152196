#include "graphfuzz/fuzz/go/fuzzing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "graphfuzz/analysis/go/features.hpp"
#include "graphfuzz/analysis/go/partners.hpp"
#include "graphfuzz/fuzz/go/bug_replay.hpp"
#include "graphfuzz/fuzz/go/chain_filter.hpp"
#include "graphfuzz/fuzz/go/chain_mutator.hpp"
#include "graphfuzz/fuzz/go/flow_swap.hpp"
#include "graphfuzz/fuzz/go/runner.hpp"
#include "graphfuzz/fuzz/go/select_feedback.hpp"
#include "graphfuzz/fuzz/go/select_flip.hpp"

namespace graphfuzz::go {
namespace {

/// Was the run a success for whoever mutates chains? GoPie's time-out is, in the engine, a program that is stuck.
Outcome outcome_for_score(const Trace& trace) {
  return trace.outcome == Outcome::deadlocked ? Outcome::timed_out : trace.outcome;
}

}  // namespace

unsigned energy(double score, double greatest, const ChainOptions& options) {
  // Two operations that are related to each other alone score log 1 = 0, and are the best there is so far.
  if (greatest <= 0) return 100;
  if (score <= 0) return 0;
  if (options.all_or_nothing_energy) return score >= greatest ? 100 : 0;
  return std::min(100U, static_cast<unsigned>(100 * score / greatest));
}

std::optional<Input> Fuzzing::next() {
  if (options_.restart_after > 0 && memory_.since_first >= options_.restart_after) memory_.queue.clear();
  // Replays of bugs are at the front.
  const bool at_random = makes_chains(options_.strategy) && !memory_.queue.replays_next();
  return at_random ? memory_.queue.pop(random_) : memory_.queue.pop();
}

Worth Fuzzing::learn(const Trace& trace, const Input& input, const Observed& observed) {
  if (input.id == 0) {
    ++memory_.first_runs;
    memory_.since_first = 0;
  } else {
    ++memory_.since_first;
  }
  Worth worth;
  if (flips_selects(options_.strategy)) {
    flip_selects_of(trace, input, observed, worth);
  } else {
    ++memory_.runs;
    if (makes_chains(options_.strategy)) {
      make_chains(trace, input, observed, worth);
    } else {
      delay_operations_of(trace, input, worth);
    }
  }
  return worth;
}

void Fuzzing::queue(Input input, const Input& parent, Worth& worth) {
  input.generation = parent.generation + 1;
  ++worth.proposed;
  const bool waits_once = makes_chains(options_.strategy);
  if (memory_.queue.push(std::move(input), options_.repeats, options_.queue_size, waits_once)) ++worth.queued;
}

std::size_t Fuzzing::replay(const Trace& trace, const std::vector<TraceFinding>& predicted, const Input& input) {
  std::size_t queued = 0;
  for (const TraceFinding& finding : predicted) {
    if (!finding.bug) continue;
    std::optional<BugReplay> replay = replay_of(finding, trace);
    if (!replay) continue;
    Input next;
    next.directive = std::move(replay->directive);
    next.run = memory_.runs;
    next.generation = input.generation + 1;
    next.replays = replay->exit_code;
    next.predicted = finding_of(finding, trace);
    if (memory_.queue.push_first(std::move(next))) ++queued;
  }
  return queued;
}

void Fuzzing::flip_selects_of(const Trace& trace, const Input& input, const Observed& observed, Worth& worth) {
  std::vector<bool> partners;
  const bool wanted = options_.select.partner_score != 0 || options_.select.partner_weight != 1;
  if (wanted) partners = cases_with_partners(trace, options_.happens_before);
  SelectFeatures run = select_features(trace, wanted ? &partners : nullptr, options_.select);
  if (!observed.pairs.empty()) run.pairs = observed.pairs;
  observe_fullness(run, observed.fullness, options_.select);
  worth = judge(trace, run, options_.select, memory_);
  if (run.selects.empty()) return;  // nothing to flip
  for (unsigned i = 0; i < worth.mutations; ++i) {
    Input next;
    next.directive.preferred = flip_selects(trace, run.selects, input.directive.preferred, options_.select, random_);
    next.run = memory_.runs;
    queue(std::move(next), input, worth);
  }
}

void Fuzzing::make_chains(const Trace& trace, const Input& input, const Observed& observed, Worth& worth) {
  const ChainOptions& options = options_.chain;
  const OperationNames names(trace);
  bool obeyed = false;
  if (input.id != 0) {
    const std::size_t executed = observed.chain_executed.value_or(executed_in_order(names, input.directive.chain));
    // "If it was not scheduled, the run is ignored for further mutation"; but GoPie+ picks new chains "when a mutation
    // was run", whatever became of its chain.
    obeyed = executed == input.directive.chain.size();
    if (!obeyed && !options.new_chains) return;
    worth.reasons.push_back(obeyed ? "the chain was executed" : "new chains, though this one was not executed");
  } else {
    worth.reasons.push_back("first run");
  }
  const Relations relations(trace, relation_options(options));
  worth.score = gopie_score(relations.rel1_pairs(), relations.rel2_pairs(), outcome_for_score(trace),
                            {options.rel1_weight, options.rel2_weight});
  memory_.greatest_chain_score = std::max(memory_.greatest_chain_score, worth.score);
  const bool failed = outcome_for_score(trace) == Outcome::timed_out;
  worth.energy = failed ? 0 : energy(worth.score, memory_.greatest_chain_score, options);
  worth.interesting = worth.energy > 0;
  if (!worth.interesting) return;

  std::vector<Chain> origins;
  if (input.id == 0) {
    origins = start_chains(trace, relations, options.start_chains, random_);
  } else {
    if (obeyed) {
      Chain same;  // as it went in this run
      for (const OperationId& id : input.directive.chain) same.push_back(names.find(id));
      if (is_chain(trace, same)) origins.push_back(std::move(same));
    }
    if (options.new_chains) {
      for (Chain& chain : start_chains(trace, relations, options.next_chains, random_)) {
        origins.push_back(std::move(chain));
      }
    }
  }
  const ChainFilter filter(trace, options.filter, options_.happens_before);
  const auto recording =
      options.enforce_prefix ? std::make_shared<Recording>(record(names)) : std::shared_ptr<Recording>();
  if (recording) recording->run = memory_.runs;
  for (const Chain& origin : origins) {
    for (const Chain& chain : mutate(trace, origin, relations, options, worth.energy, random_)) {
      if (options.skip_superfluous && chain.size() < 2) continue;
      if (!filter.possible(chain)) {
        ++worth.proposed;
        ++worth.filtered;
        continue;
      }
      Input next;
      for (const std::uint32_t event : chain) next.directive.chain.push_back(names(event));
      next.run = memory_.runs;
      if (recording) {
        next.prefix_end = earliest(trace, chain);
        next.prefix = recording->before(next.prefix_end);
        next.recording = recording;
      }
      queue(std::move(next), input, worth);
    }
  }
}

void Fuzzing::delay_operations_of(const Trace& trace, const Input& input, Worth& worth) {
  const HappensBefore order(trace, Clock::strong, options_.happens_before);
  const OperationNames names(trace);
  for (const FlowSwap& swap : flow_swaps(trace, order)) {
    const TraceEvent& first = trace.events[swap.first];
    const std::string& position = trace.positions[first.position];
    const std::string other =
        trace.events[swap.second].position == kNoPosition ? "?" : trace.positions[trace.events[swap.second].position];
    Input next;
    next.directive.delays[position] = {names.visit_by_anyone(swap.first)};
    next.run = memory_.runs;
    worth.reasons.push_back(fmt::format("{} {} could come after {}", name(first.kind), position, other));
    queue(std::move(next), input, worth);
  }
  worth.interesting = worth.queued > 0;
}

}  // namespace graphfuzz::go

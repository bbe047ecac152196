#include "graphfuzz/fuzz/go/cut_search.hpp"

#include <algorithm>

#include "graphfuzz/fuzz/go/random_search.hpp"

namespace graphfuzz::go {
namespace {

// With this many prefixes at hand, one mutation of an interesting graph is enough.
constexpr std::size_t kPlenty = 256;

}  // namespace

bool GoPairs::add(const Machine& machine) {
  const Trace& trace = machine.trace();
  bool found_new = false;
  const auto word = [&](std::uint32_t event) {
    if (event == kNoEvent) return std::uint64_t{0};
    const TraceEvent& e = trace.events[event];
    return std::uint64_t{machine.name(e.routine)} << 32 | (std::uint64_t{e.position} + 1);
  };
  const auto add_pair = [&](std::uint32_t first, std::uint32_t second) {
    std::uint64_t key = word(first) * 0x9e3779b97f4a7c15;
    key = (key ^ key >> 29) + word(second) * 0xbf58476d1ce4e5b9;
    found_new |= pairs_.insert(key ^ key >> 32).second;
  };
  last_.assign(trace.objects.size(), kNoEvent);
  for (std::uint32_t i = 0; i < trace.events.size(); ++i) {
    const TraceEvent& e = trace.events[i];
    if (!e.finished()) continue;
    if (e.partner != kNoEvent) add_pair(e.partner, i);
    if (e.object >= last_.size()) continue;
    add_pair(last_[e.object], i);
    last_[e.object] = i;
  }
  return found_new;
}

CutSearch::CutSearch(const GoProgram& program, const MachineOptions& options, std::shared_ptr<RoutineNames> names,
                     const FuzzOptions& fuzz, GraphCounts& counts, std::uint64_t seed, Identity identity)
    : options_(fuzz),
      identity_(identity),
      machine_(program, options, names),
      mutating_(program, options, names),
      random_(seed),
      counts_(counts),
      corpus_(fuzz.corpus_size),
      cuts_(fuzz.strategy),
      mutator_(mutating_, random_) {}

GoExecution CutSearch::step() {
  machine_.restart();
  steps_.clear();
  const bool from_prefix = !corpus_.empty();
  const std::size_t picked = from_prefix ? corpus_.pick(random_) : 0;
  if (from_prefix) follow(corpus_[picked].prefix);
  extend_at_random(machine_, random_, steps_);
  const GoExecution execution = count(machine_, counts_);
  const bool worth = execution.ending != GoEnding::truncated && interesting(execution);
  if (from_prefix) {
    cuts_.report(corpus_[picked].cut, worth);
    corpus_.report(picked, worth);
  }
  if (worth) mutate();
  return execution;
}

void CutSearch::follow(const GoPrefix& prefix) {
  const auto take = [this](const Step& step) {
    steps_.push_back(step);
    machine_.take(steps_.back());
  };
  const auto possible = [this](const Step& step) {
    const std::span<const Step> enabled = machine_.enabled();
    return std::find(enabled.begin(), enabled.end(), step) != enabled.end();
  };
  for (const Step& step : prefix.steps) {
    if (possible(step)) take(step);
  }
  if (possible(prefix.change)) {
    take(prefix.change);
    return;
  }
  if (prefix.routine == kNoName) return;
  for (const Step& step : machine_.enabled()) {
    if (step.timer < 0 && (step.routine == prefix.routine || step.partner == prefix.routine)) {
      take(Step(step));
      return;
    }
  }
}

bool CutSearch::interesting(const GoExecution& execution) {
  const FeedbackOptions& feedback = options_.feedback;
  // A graph that was seen before brings no new pair.
  const bool new_pair = feedback.new_rf && execution.new_graph && pairs_.add(machine_);
  const bool fresh = identity_ == Identity::graph ? execution.new_graph
                     : identity_ == Identity::rf  ? execution.new_rf
                                                  : execution.new_outcome;
  return (feedback.new_graph && fresh) || new_pair ||
         (feedback.rare && counts_.relative_frequency(execution.times) < feedback.rare_threshold);
}

void CutSearch::mutate() {
  mutator_.analyse(steps_);
  // Every execution uses up one prefix: where nearly every graph is interesting, more would only displace each other.
  const unsigned mutations = corpus_.size() < kPlenty ? options_.mutations : 1;
  for (unsigned i = 0; i < mutations; ++i) {
    const Cut cut = cuts_.choose(random_);
    if (std::optional<GoPrefix> prefix = mutator_.mutate(cut)) corpus_.add(*std::move(prefix), cut, random_);
  }
}

}  // namespace graphfuzz::go

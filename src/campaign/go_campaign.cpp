#include "graphfuzz/campaign/go_campaign.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <stdexcept>
#include <thread>

#include "campaign/crew.hpp"
#include "campaign/go_bugs.hpp"
#include "campaign/go_searches.hpp"

namespace graphfuzz::go {
namespace {

// The distinct outcomes that one worker has found.
struct Outcomes {
  std::map<std::string, ObservedState> states;
  std::uint64_t positive = 0;
  std::uint64_t negative = 0;

  void add(const Machine& machine, const CampaignOptions& options) {
    const bool bug = !machine.bugs().empty();
    ++(bug ? positive : negative);
    std::string text = machine.outcome();
    auto place = states.find(text);
    if (place == states.end()) {
      if (states.size() >= options.keep_states) return;
      ObservedState state;
      state.text = text;
      if (states.size() < options.keep_examples) state.trace = std::make_shared<const Trace>(machine.trace());
      place = states.emplace(std::move(text), std::move(state)).first;
    }
    place->second.satisfies |= bug;
    ++place->second.graphs;
  }
};

// What the workers share.
class GoCampaign {
 public:
  GoCampaign(const GoProgram& program, const GoCampaignOptions& options)
      : program_(program),
        options_(options),
        common_(options.campaign),
        searches_(program, options, counts_),
        crew_(common_, [this] { return unique(); }),
        bugs_(common_.workers),
        outcomes_(common_.workers),
        by_worker_(common_.workers),
        workers_(common_.workers) {}

  CampaignResult run() {
    crew_.run([this](unsigned worker) -> Worker& {
      by_worker_[worker] = searches_.make(worker);
      return *(workers_[worker] = std::make_unique<Searcher>(*this, worker));
    });
    return result();
  }

 private:
  class Searcher final : public Worker {
   public:
    Searcher(GoCampaign& campaign, unsigned worker) : campaign_(campaign), worker_(worker) {}
    bool step(std::uint64_t& number) override { return campaign_.step(search(), worker_, number); }
    void finish() override { search().flush(); }
    void tell(Progress& progress) const override {
      progress.graphs = campaign_.graphs_.load(std::memory_order_relaxed);
      progress.estimate = search().tree_size().mean();
      if (const Tree* const tree = campaign_.searches_.tree()) progress.covered = tree->covered();
    }

   private:
    GoSearch& search() const { return *campaign_.by_worker_[worker_]; }

    GoCampaign& campaign_;
    unsigned worker_;
  };

  // One step of the search; `number` counts the executions. False if nothing is left.
  bool step(GoSearch& search, unsigned worker, std::uint64_t& number) {
    const GoExecution execution = search.step();
    switch (execution.kind) {
      case StepKind::execution:
        take_down(search, execution, worker, ++number);
        return true;
      case StepKind::vain:
        return true;
      case StepKind::idle:
        std::this_thread::yield();
        return true;
      case StepKind::exhausted:
        exhausted_.store(true, std::memory_order_relaxed);
        return false;
    }
    return false;
  }

  void take_down(const GoSearch& search, const GoExecution& execution, unsigned worker, std::uint64_t number) {
    const Machine& machine = search.machine();
    if (execution.ending == GoEnding::truncated) truncated_.fetch_add(1, std::memory_order_relaxed);
    if (execution.ending == GoEnding::deadlocked) blocked_.fetch_add(1, std::memory_order_relaxed);
    if (execution.new_graph) {
      graphs_.fetch_add(1, std::memory_order_relaxed);
      outcomes_[worker].add(machine, common_);
    }
    if (!machine.bugs().empty()) {
      bugs_[worker].look(machine, search.steps(), number, crew_.elapsed());
      crew_.tell_bug();
    }
    for (const Prediction& prediction : search.predictions()) {
      bugs_[worker].predict(prediction.kind, prediction.message, machine, number, crew_.elapsed());
      crew_.tell_bug();
    }
  }

  std::uint64_t unique() const {
    switch (common_.identity) {
      case Identity::graph:
        return graphs_.load(std::memory_order_relaxed);
      case Identity::rf:
        return counts_.graphs_rf();
      case Identity::outcome:
        return counts_.outcomes();
    }
    return 0;
  }

  CampaignResult result() {
    CampaignResult r;
    r.seconds = crew_.elapsed();
    r.test = program_.name();
    r.file = program_.file();
    r.model = "go";
    r.strategy = options_.strategy;
    r.seed = common_.seed;
    r.workers = common_.workers;
    r.executions = crew_.executions();
    r.blocked = blocked_.load();
    r.truncated = truncated_.load();
    r.graphs = graphs_.load();
    if (searches_.records()) r.graphs_rf = counts_.graphs_rf();
    r.identity = common_.identity;
    r.quantifier = Quantifier::not_exists;
    r.condition = "~exists (bug)";
    std::map<std::string, ObservedState> states;
    for (Outcomes& outcomes : outcomes_) {
      r.positive += outcomes.positive;
      r.negative += outcomes.negative;
      for (auto& [text, state] : outcomes.states) {
        const auto [place, fresh] = states.try_emplace(text, state);
        if (fresh) continue;
        place->second.graphs += state.graphs;
        place->second.satisfies |= state.satisfies;
      }
    }
    for (auto& [text, state] : states) r.states.push_back(std::move(state));
    r.outcomes = std::max<std::uint64_t>(counts_.outcomes(), r.states.size());
    r.interrupted = common_.stop != nullptr && common_.stop->load();
    for (const std::unique_ptr<GoSearch>& search : by_worker_) r.corpus_size += search->corpus_size();
    add_what_is_left(r);
    r.bugs = GoBugCollector::merge(bugs_);
    r.curve = crew_.curve();
    const bool seen = std::any_of(r.bugs.begin(), r.bugs.end(), [](const Bug& bug) { return !bug.predicted; });
    r.verdict = seen ? Verdict::no : Verdict::ok;
    return r;
  }

  void add_what_is_left(CampaignResult& r) {
    if (const Tree* const tree = searches_.tree()) {
      r.tree.emplace();
      r.corpus_size = tree->open();
      r.tree->covered = tree->covered();
      for (const std::unique_ptr<GoSearch>& search : by_worker_) r.tree->size.add(search->tree_size());
      r.complete = exhausted_.load();
      if (r.complete) r.tree->covered = 1;  // but for rounding
      return;
    }
    r.discovery = discovery({r.executions - r.truncated, r.graphs, counts_.seen_once(), counts_.seen_twice()});
    r.gini = counts_.gini();
    if (!is_fuzzer(options_.strategy)) return;
    r.guidance.emplace();
    for (const std::unique_ptr<GoSearch>& search : by_worker_) add(*r.guidance, search->guidance());
  }

  static void add(Guidance& sum, const GuidanceCounts& part) {
    sum.runs += part.runs;
    sum.obeyed += part.obeyed;
    sum.timed_out += part.timed_out;
    sum.proposed += part.proposed;
    sum.filtered += part.filtered;
  }

  const GoProgram& program_;
  const GoCampaignOptions& options_;
  const CampaignOptions& common_;
  GraphCounts counts_;
  GoSearches searches_;
  Crew crew_;
  alignas(64) std::atomic<std::uint64_t> graphs_{0};
  alignas(64) std::atomic<std::uint64_t> blocked_{0};
  alignas(64) std::atomic<std::uint64_t> truncated_{0};
  std::atomic<bool> exhausted_{false};
  std::vector<GoBugCollector> bugs_;  // by worker
  std::vector<Outcomes> outcomes_;    // by worker
  std::vector<std::unique_ptr<GoSearch>> by_worker_;
  std::vector<std::unique_ptr<Worker>> workers_;
};

}  // namespace

CampaignResult run_campaign(const GoProgram& program, const GoCampaignOptions& options) {
  if (options.campaign.workers == 0) throw std::invalid_argument("the number of workers must be at least 1");
  const std::vector<std::string>& known = strategies();
  if (std::find(known.begin(), known.end(), options.strategy) == known.end()) {
    throw std::invalid_argument(
        fmt::format("unknown strategy '{}'; for Go programs there are: {}", options.strategy, fmt::join(known, ", ")));
  }
  return GoCampaign(program, options).run();
}

const std::vector<std::string>& strategies() {
  static const std::vector<std::string> all = [] {
    std::vector<std::string> names = {"random", "revisit", "minimal", "maximal", "mix", "optimal", "exhaustive"};
    for (const GoStrategy fuzzer : go_strategies()) names.emplace_back(name(fuzzer));
    return names;
  }();
  return all;
}

bool is_fuzzer(std::string_view strategy) { return go_strategy(strategy).has_value(); }

}  // namespace graphfuzz::go

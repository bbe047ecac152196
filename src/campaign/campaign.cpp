#include "graphfuzz/campaign/campaign.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <mutex>
#include <stdexcept>
#include <thread>

#include "campaign/bugs.hpp"
#include "campaign/crew.hpp"
#include "campaign/searching.hpp"
#include "campaign/states.hpp"
#include "graphfuzz/fuzz/candidate_search.hpp"
#include "graphfuzz/fuzz/fuzzer.hpp"
#include "graphfuzz/fuzz/tree_search.hpp"

namespace graphfuzz {
namespace {

constexpr std::array<std::pair<std::string_view, StrategyKind>, 7> kStrategies = {{
    {"random", StrategyKind::random},
    {"revisit", StrategyKind::revisit},
    {"minimal", StrategyKind::minimal},
    {"maximal", StrategyKind::maximal},
    {"mix", StrategyKind::mix},
    {"optimal", StrategyKind::optimal},
    {"exhaustive", StrategyKind::exhaustive},
}};

constexpr std::array<std::pair<std::string_view, Schedule>, 3> kSchedules = {{
    {"size", Schedule::size},
    {"rarity", Schedule::rarity},
    {"depth-first", Schedule::depth_first},
}};

constexpr std::array<std::pair<std::string_view, Identity>, 3> kIdentities = {{
    {"graph", Identity::graph},
    {"rf", Identity::rf},
    {"outcome", Identity::outcome},
}};

// How many rf identities are kept by strategies that need none of them: 64 MB or so.
constexpr std::uint64_t kMostRf = 4'000'000;

template <class Table>
auto parse(const Table& table, std::string_view text, std::string_view what) {
  std::string names;
  for (const auto& [name, value] : table) {
    if (name == text) return value;
    names.append(names.empty() ? "" : ", ").append(name);
  }
  throw std::invalid_argument(fmt::format("unknown {} '{}'; there are: {}", what, text, names));
}

template <class Table, class Value>
std::string_view name_of(const Table& table, Value wanted) {
  return std::find_if(table.begin(), table.end(), [&](const auto& row) { return row.second == wanted; })->first;
}

// What the workers share.
class Campaign {
 public:
  Campaign(const Program& program, const CampaignOptions& options, const Searching& searching)
      : program_(program),
        options_(options),
        searching_(searching),
        crew_(options, [this] { return unique(); }),
        bugs_(options.workers, BugCollector(program)),
        states_(options.workers),
        remarks_(options.workers),
        searches_(options.workers),
        workers_(options.workers) {
    for (std::unique_ptr<MemoryModel>& model : remarks_) {
      model = searching.make();
      if (!(candidates() ? model->has_remarks() : model->has_remarks_beyond_races())) model.reset();
    }
    const StrategyKind strategy = options.fuzz.strategy;
    repeats_ = strategy != StrategyKind::optimal && strategy != StrategyKind::exhaustive;
    if (repeats_) return;
    const bool exhaustive = strategy == StrategyKind::exhaustive;
    record_ = {!exhaustive, !exhaustive || options.identity == Identity::rf};
    // What is only told at the end, besides other numbers, is not worth all the memory there is.
    if (options.identity != Identity::rf) counts_.bound_rf(kMostRf);
    if (candidates()) return;
    frontier_.emplace(options.workers, exhaustive ? Schedule::depth_first : options.fuzz.schedule,
                      options.fuzz.frontier_size);
  }

  CampaignResult run() {
    crew_.run([this](unsigned worker) -> Worker& {
      searches_[worker] = make_search(worker);
      return *(workers_[worker] = std::make_unique<Searcher>(*this, worker));
    });
    return result();
  }

 private:
  bool candidates() const { return searching_.kind == ModelKind::candidates; }

  class Searcher final : public Worker {
   public:
    Searcher(Campaign& campaign, unsigned worker) : campaign_(campaign), worker_(worker) {}
    bool step(std::uint64_t& number) override { return campaign_.step(search(), worker_, number); }
    void finish() override { search().flush(); }
    void tell(Progress& progress) const override { campaign_.tell(progress, search()); }

   private:
    Search& search() const { return *campaign_.searches_[worker_]; }

    Campaign& campaign_;
    unsigned worker_;
  };

  std::unique_ptr<Search> make_search(unsigned worker) {
    const std::uint64_t seed = seed_of(worker, options_.seed);
    if (candidates()) {
      return std::make_unique<CandidateSearch>(program_, searching_.make(), options_.fuzz,
                                               CandidateSearch::Record{record_.pairs, record_.rf}, candidates_left_,
                                               counts_, seed);
    }
    if (frontier_) {
      return std::make_unique<TreeSearch>(program_, searching_.make, *frontier_, worker, record_, counts_, seed);
    }
    return std::make_unique<Fuzzer>(program_, searching_.make, options_.fuzz, options_.identity, counts_, seed);
  }

  // One step of the search; `number` counts the executions. False if nothing is left.
  bool step(Search& search, unsigned worker, std::uint64_t& number) {
    const Execution execution = search.step();
    switch (execution.kind) {
      case StepKind::execution:
        take_down(search, execution, worker, ++number);
        return true;
      case StepKind::vain:
        // It is a part of an execution all the same: what has gone wrong in it has gone wrong. Unless all executions
        // that it is a part of are filtered, which nobody knows.
        if (!program_.filters() && BugCollector::shows_bug(search, execution.ending))
          take_down_bugs(search, execution.ending, worker, number);
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

  void take_down(Search& search, const Execution& execution, unsigned worker, std::uint64_t number) {
    if (execution.dead_ends.any()) take_down_dead_ends(execution.dead_ends);
    if (execution.filtered) {
      filtered_.fetch_add(1, std::memory_order_relaxed);
      return;
    }
    if (execution.ending != Ending::complete) {
      (execution.ending == Ending::truncated ? truncated_ : blocked_).fetch_add(1, std::memory_order_relaxed);
    }
    if (execution.new_graph) {
      graphs_.fetch_add(1, std::memory_order_relaxed);
      const std::span<const Value> state = search.state();
      const bool satisfies = states_[worker].add(program_, execution.outcome, state, search.graph(),
                                                 options_.keep_states, options_.keep_examples);
      const Quantifier quantifier = program_.quantifier();
      if (quantifier != Quantifier::exists && satisfies == (quantifier == Quantifier::not_exists)) {
        bugs_[worker].add_violation(search.graph(), program_.describe(state), number, crew_.elapsed());
        crew_.tell_bug();
      }
      if (remarks_[worker]) take_down_remarks(search.graph(), worker, number);
    }
    if (BugCollector::shows_bug(search, execution.ending)) take_down_bugs(search, execution.ending, worker, number);
  }

  void take_down_dead_ends(const DeadEnds& dead_ends) {
    executions_with_dead_ends_.fetch_add(1, std::memory_order_relaxed);
    blocked_taken_back_.fetch_add(dead_ends.blocked, std::memory_order_relaxed);
    truncated_taken_back_.fetch_add(dead_ends.truncated, std::memory_order_relaxed);
  }

  void take_down_remarks(const ExecutionGraph& graph, unsigned worker, std::uint64_t number) {
    const std::vector<Remark> remarks = remarks_[worker]->remarks(graph);
    const bool told =
        std::any_of(remarks.begin(), remarks.end(), [&](const Remark& r) { return candidates() || !r.race; });
    if (!told) return;
    bugs_[worker].add_remarks(graph, remarks, candidates(), number, crew_.elapsed());
    crew_.tell_bug();
  }

  void take_down_bugs(const Search& search, Ending ending, unsigned worker, std::uint64_t number) {
    bugs_[worker].look(search, ending, number, crew_.elapsed());
    crew_.tell_bug();
  }

  std::uint64_t unique() const {
    switch (options_.identity) {
      case Identity::graph:
        return graphs_.load(std::memory_order_relaxed);
      case Identity::rf:
        return counts_.graphs_rf();
      case Identity::outcome:
        return counts_.outcomes();
    }
    return 0;
  }

  void tell(Progress& progress, const Search& search) const {
    progress.graphs = graphs_.load(std::memory_order_relaxed);
    if (const auto* const tree = dynamic_cast<const TreeSearch*>(&search)) {
      progress.estimate = tree->tree_size().mean();
      if (options_.workers == 1) progress.covered = tree->covered();
    } else if (const auto* const enumeration = dynamic_cast<const CandidateSearch*>(&search)) {
      progress.covered = enumeration->covered();
    }
  }

  CampaignResult result() {
    CampaignResult r;
    r.seconds = crew_.elapsed();
    r.test = program_.name();
    r.model = options_.model;
    r.model_kind = candidates() ? "candidates" : "porf";
    r.kind_reason = searching_.reason;
    r.strategy = name(options_.fuzz.strategy);
    r.seed = options_.seed;
    r.workers = options_.workers;
    r.executions = crew_.executions();
    r.blocked = blocked_.load();
    r.truncated = truncated_.load();
    r.taken_back = {executions_with_dead_ends_.load(), blocked_taken_back_.load(), truncated_taken_back_.load()};
    r.graphs = graphs_.load();
    if (repeats_ || record_.rf) r.graphs_rf = counts_.graphs_rf();
    r.all_rf = counts_.all_rf();
    r.outcomes = counts_.outcomes();
    r.identity = options_.identity;
    r.states = StateCollector::merge(program_, states_);
    // States that differ in nothing but what the filter looks at are one; beyond the bound they cannot be told apart.
    if (r.outcomes <= options_.keep_states) r.outcomes = r.states.size();
    r.quantifier = program_.quantifier();
    r.condition = program_.condition();
    r.attempts = program_.retries().attempts;
    r.retries_dropped = program_.retries().dropped;
    for (const StateCollector& states : states_) {
      r.positive += states.positive();
      r.negative += states.negative();
    }
    r.interrupted = options_.stop != nullptr && options_.stop->load();
    RfPairs pairs;
    for (const std::unique_ptr<Search>& search : searches_) {
      r.corpus_size += search->corpus_size();
      pairs.add(search->pairs());
    }
    if (pairs.size() > 0 || r.graphs == 0) r.rf_pairs = pairs.size();
    if (!repeats_) {
      add_tree(r);
    } else {
      const std::uint64_t without_graph = r.blocked + r.truncated + filtered_.load();
      r.discovery = discovery({r.executions - without_graph, r.graphs, counts_.seen_once(), counts_.seen_twice()});
      r.gini = counts_.gini();
    }
    r.bugs = BugCollector::merge(bugs_);
    r.curve = crew_.curve();
    const bool undefined = std::any_of(r.bugs.begin(), r.bugs.end(),
                                       [](const Bug& b) { return b.kind == "race" || b.kind == "undefined"; });
    const bool holds = r.quantifier == Quantifier::exists       ? r.positive > 0
                       : r.quantifier == Quantifier::not_exists ? r.positive == 0
                                                                : r.negative == 0;
    r.verdict = undefined ? Verdict::undef : holds ? Verdict::ok : Verdict::no;
    return r;
  }

  void add_tree(CampaignResult& r) const {
    r.tree.emplace();
    if (frontier_) r.corpus_size = frontier_->size();
    if (candidates()) r.tree->covered = candidates_left_.covered();
    for (const std::unique_ptr<Search>& search : searches_) {
      if (candidates()) break;
      const auto& tree = static_cast<const TreeSearch&>(*search);
      r.tree->covered += tree.covered();
      r.tree->size.add(tree.tree_size());
    }
    // Whatever stopped the others, there was nothing left for them to do.
    r.complete = exhausted_.load();
    if (r.complete) r.tree->covered = 1;  // but for rounding
  }

  const Program& program_;
  const CampaignOptions& options_;
  const Searching& searching_;
  GraphCounts counts_;
  Crew crew_;
  alignas(64) std::atomic<std::uint64_t> blocked_{0};
  alignas(64) std::atomic<std::uint64_t> truncated_{0};
  alignas(64) std::atomic<std::uint64_t> executions_with_dead_ends_{0};
  std::atomic<std::uint64_t> blocked_taken_back_{0};
  std::atomic<std::uint64_t> truncated_taken_back_{0};
  alignas(64) std::atomic<std::uint64_t> graphs_{0};
  alignas(64) std::atomic<std::uint64_t> filtered_{0};
  std::atomic<bool> exhausted_{false};
  std::vector<BugCollector> bugs_;                     // by worker
  std::vector<StateCollector> states_;                 // by worker
  std::vector<std::unique_ptr<MemoryModel>> remarks_;  // by worker; null if there are none to be expected
  CandidateFrontier candidates_left_;                  // of an enumeration of candidates
  std::vector<std::unique_ptr<Search>> searches_;      // by worker
  std::vector<std::unique_ptr<Worker>> workers_;       // by worker
  bool repeats_ = true;                                // may a graph come more than once?
  std::optional<Frontier> frontier_;                   // of a search of the tree
  TreeSearch::Record record_{true, true};
};

}  // namespace

CampaignResult run_campaign(const Program& program, const CampaignOptions& options) {
  if (options.workers == 0) throw std::invalid_argument("the number of workers must be at least 1");
  Searching searching = searching_for(options.model);
  using Clock = std::chrono::steady_clock;
  const Clock::time_point start = Clock::now();
  try {
    return Campaign(program, options, searching).run();
  } catch (const ModelStuck&) {
    if (searching.reason.empty()) throw;
  }
  // What was tried on small programs is not so in this one.
  searching = {ModelKind::candidates, searching.make,
               fmt::format("{}: a graph was built that no event can be added to, although {}", program.name(),
                           searching.reason)};
  CampaignOptions rest = options;
  rest.seconds = std::max(0.0, rest.seconds - std::chrono::duration<double>(Clock::now() - start).count());
  return Campaign(program, rest, searching).run();
}

std::string_view name(StrategyKind strategy) { return name_of(kStrategies, strategy); }
std::string_view name(Schedule schedule) { return name_of(kSchedules, schedule); }
std::string_view name(Identity identity) { return name_of(kIdentities, identity); }
StrategyKind parse_strategy(std::string_view text) { return parse(kStrategies, text, "strategy"); }
Schedule parse_schedule(std::string_view text) { return parse(kSchedules, text, "schedule"); }
Identity parse_identity(std::string_view text) { return parse(kIdentities, text, "identity"); }

std::string_view observation(const CampaignResult& result) {
  return result.positive == 0 ? "Never" : result.negative == 0 ? "Always" : "Sometimes";
}

}  // namespace graphfuzz

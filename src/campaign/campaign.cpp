#include "graphfuzz/campaign/campaign.hpp"

#include <algorithm>
#include <chrono>
#include <mutex>
#include <stdexcept>
#include <thread>

#include "campaign/bugs.hpp"
#include "campaign/crew.hpp"
#include "campaign/states.hpp"

namespace graphfuzz {
namespace {

// How many rf identities are kept by strategies that need none of them: 64 MB or so. What is only told at the end,
// besides other numbers, is not worth all the memory there is.
constexpr std::uint64_t kMostRf = 4'000'000;

// What one worker has found. Nobody else looks at it before the end.
struct alignas(64) Take {
  std::uint64_t blocked = 0;
  std::uint64_t truncated = 0;
  std::uint64_t counted = 0;  // executions that make graphs which count
  TakenBack taken_back;
  BugCollector bugs;
  StateCollector states;
};

class Campaign {
 public:
  Campaign(const Target& target, const CampaignOptions& options)
      : target_(target),
        options_(options),
        crew_(options, [this] { return unique(); }),
        takes_(options.workers),
        searches_(options.workers),
        workers_(options.workers) {
    if (!repeats() && options.identity != Identity::rf) counts_.bound_rf(kMostRf);
    makers_ = target.searches({options.fuzz, options.identity, options.seed, options.workers}, counts_);
  }

  CampaignResult run() {
    crew_.run([this](unsigned worker) -> Worker& {
      searches_[worker] = makers_->make(worker);
      return *(workers_[worker] = std::make_unique<Searcher>(*this, worker));
    });
    return result();
  }

 private:
  class Searcher final : public Worker {
   public:
    Searcher(Campaign& campaign, unsigned worker)
        : campaign_(campaign), search_(*campaign.searches_[worker]), take_(campaign.takes_[worker]) {}
    bool step(std::uint64_t& number) override { return campaign_.step(search_, take_, number); }
    void finish() override { search_.flush(); }
    void tell(Progress& progress) const override { campaign_.tell(progress, search_); }

   private:
    Campaign& campaign_;
    Search& search_;
    Take& take_;
  };

  // May a graph come more than once?
  bool repeats() const { return !explores_tree(options_.fuzz.strategy); }

  // One step of the search; `number` counts the executions. False if nothing is left.
  bool step(Search& search, Take& take, std::uint64_t& number) {
    const Execution execution = search.step();
    switch (execution.kind) {
      case StepKind::execution:
        take_down(search, execution, take, ++number);
        return true;
      case StepKind::vain:
        if (execution.shows) take_down_bugs(search, execution, take, number);
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

  void take_down(Search& search, const Execution& execution, Take& take, std::uint64_t number) {
    if (execution.dead_ends.any()) {
      ++take.taken_back.executions;
      take.taken_back.blocked += execution.dead_ends.blocked;
      take.taken_back.truncated += execution.dead_ends.truncated;
    }
    take.counted += execution.is_graph;
    if (execution.ending == Ending::truncated) {
      ++take.truncated;
    } else if (execution.ending != Ending::complete) {
      ++take.blocked;
    }
    if (execution.new_graph) {
      graphs_.fetch_add(1, std::memory_order_relaxed);
      const bool satisfies = search.satisfies();
      take.states.add(search, execution.outcome, satisfies, options_);
      if (options_.on_graph) tell_graph(search, satisfies);
    }
    if (execution.shows) take_down_bugs(search, execution, take, number);
  }

  void take_down_bugs(Search& search, const Execution& execution, Take& take, std::uint64_t number) {
    take.bugs.add(search, execution.kind == StepKind::vain, number, crew_.elapsed());
    crew_.tell_bug();
  }

  void tell_graph(Search& search, bool satisfies) {
    const std::string outcome = search.outcome();
    const std::lock_guard lock(on_graph_);
    options_.on_graph({search.graph(), outcome, satisfies});
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
    const Left left = search.left();
    progress.graphs = graphs_.load(std::memory_order_relaxed);
    progress.estimate = left.size.mean();
    progress.covered = left.covered;
  }

  CampaignResult result() {
    CampaignResult r;
    r.seconds = crew_.elapsed();
    r.test = target_.name();
    r.kind = target_.kind();
    r.model = target_.model();
    r.model_kind = target_.building().kind;
    r.kind_reason = target_.building().reason;
    r.strategy = name(options_.fuzz.strategy);
    r.seed = options_.seed;
    r.workers = options_.workers;
    r.executions = crew_.executions();
    r.graphs = graphs_.load();
    if (repeats() || options_.fuzz.strategy == StrategyKind::optimal || options_.identity == Identity::rf) {
      r.graphs_rf = counts_.graphs_rf();
    }
    r.all_rf = counts_.all_rf();
    r.identity = options_.identity;
    r.quantifier = target_.quantifier();
    r.condition = target_.condition();
    r.retries = target_.retries();
    r.interrupted = options_.stop != nullptr && options_.stop->load();
    add_takes(r);
    add_searches(r);
    r.curve = crew_.curve();
    const bool undefined = std::any_of(r.bugs.begin(), r.bugs.end(), [](const Bug& b) { return b.undefined; });
    const bool found = target_.asks_for_findings() &&
                       std::any_of(r.bugs.begin(), r.bugs.end(), [](const Bug& b) { return !b.predicted; });
    const bool holds = r.quantifier == Quantifier::exists       ? r.positive > 0 || found
                       : r.quantifier == Quantifier::not_exists ? r.positive == 0 && !found
                                                                : r.negative == 0;
    r.verdict = undefined ? Verdict::undef : holds ? Verdict::ok : Verdict::no;
    return r;
  }

  void add_takes(CampaignResult& r) {
    std::vector<BugCollector> bugs;
    std::vector<StateCollector> states;
    std::uint64_t counted = 0;
    for (Take& take : takes_) {
      r.blocked += take.blocked;
      r.truncated += take.truncated;
      counted += take.counted;
      r.taken_back.executions += take.taken_back.executions;
      r.taken_back.blocked += take.taken_back.blocked;
      r.taken_back.truncated += take.taken_back.truncated;
      r.positive += take.states.positive();
      r.negative += take.states.negative();
      bugs.push_back(std::move(take.bugs));
      states.push_back(std::move(take.states));
    }
    r.bugs = BugCollector::merge(bugs);
    r.states = StateCollector::merge(states);
    // States that differ in nothing but what the filter looks at are one; beyond the bound they cannot be told apart.
    r.outcomes = counts_.outcomes() <= options_.keep_states ? r.states.size() : counts_.outcomes();
    if (!repeats()) return;
    r.discovery = discovery({counted, r.graphs, counts_.seen_once(), counts_.seen_twice()});
    r.gini = counts_.gini();
  }

  void add_searches(CampaignResult& r) {
    Left left;
    Pairs pairs;
    bool knows_pairs = false;
    for (const std::unique_ptr<Search>& search : searches_) {
      left.add(search->left());
      if (const Pairs* const found = search->pairs()) {
        knows_pairs = true;
        pairs.add(*found);
      }
      if (const Guidance* const guidance = search->guidance()) {
        if (!r.guidance) r.guidance.emplace();
        r.guidance->add(*guidance);
      }
    }
    r.corpus_size = left.kept;
    if (knows_pairs) r.rf_pairs = pairs.size();
    if (repeats()) return;
    // Whatever stopped the others, there was nothing left for them to do.
    r.complete = exhausted_.load();
    r.tree = TreeProgress{r.complete ? 1 : left.covered, left.size};  // 1 but for rounding
  }

  const Target& target_;
  const CampaignOptions& options_;
  GraphCounts counts_;
  Crew crew_;
  alignas(64) std::atomic<std::uint64_t> graphs_{0};
  std::atomic<bool> exhausted_{false};
  std::mutex on_graph_;
  std::unique_ptr<Searches> makers_;
  std::vector<Take> takes_;                        // by worker
  std::vector<std::unique_ptr<Search>> searches_;  // by worker
  std::vector<std::unique_ptr<Worker>> workers_;   // by worker
};

}  // namespace

CampaignResult run_campaign(const Target& target, const CampaignOptions& options) {
  if (options.workers == 0) throw std::invalid_argument("the number of workers must be at least 1");
  using Clock = std::chrono::steady_clock;
  const Clock::time_point start = Clock::now();
  std::unique_ptr<const Target> other;
  try {
    return Campaign(target, options).run();
  } catch (const ModelStuck& e) {
    other = target.instead(e);
    if (!other) throw;
  }
  CampaignOptions rest = options;
  rest.seconds = std::max(0.0, rest.seconds - std::chrono::duration<double>(Clock::now() - start).count());
  return Campaign(*other, rest).run();
}

std::string_view observation(const CampaignResult& result) {
  return result.positive == 0 ? "Never" : result.negative == 0 ? "Always" : "Sometimes";
}

}  // namespace graphfuzz

#include "graphfuzz/campaign/campaign.hpp"

#include <fmt/format.h>
#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <mutex>
#include <stdexcept>
#include <thread>

#include "campaign/bugs.hpp"
#include "campaign/searching.hpp"
#include "campaign/states.hpp"
#include "graphfuzz/fuzz/candidate_search.hpp"
#include "graphfuzz/fuzz/fuzzer.hpp"
#include "graphfuzz/fuzz/tree_search.hpp"

namespace graphfuzz {
namespace {

using Clock = std::chrono::steady_clock;

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

// How many executions a worker takes on at a time.
constexpr std::uint64_t kBatch = 64;

// The curve has a point for about every tenth more executions.
std::uint64_t next_point(std::uint64_t executions) {
  return std::max(executions + 1, static_cast<std::uint64_t>(std::ceil(static_cast<double>(executions) * 1.1)));
}

// Called wherever oneTBB passes data of ours from thread to thread: orders what comes before it in one thread before
// what follows in the other. So does oneTBB, but ThreadSanitizer cannot see into Debian's library.
void hand_over() {
  static constinit std::atomic<unsigned> count{0};
  count.fetch_add(1, std::memory_order_acq_rel);
}

// What the workers share.
class Campaign {
 public:
  Campaign(const Program& program, const CampaignOptions& options, const Searching& searching)
      : program_(program),
        options_(options),
        searching_(searching),
        timed_(std::isfinite(options.seconds)),
        bugs_(options.workers, BugCollector(program)),
        states_(options.workers),
        remarks_(options.workers),
        searches_(options.workers) {
    for (std::unique_ptr<MemoryModel>& model : remarks_) {
      model = searching.make();
      if (!(candidates() ? model->has_remarks() : model->has_remarks_beyond_races())) model.reset();
    }
    const StrategyKind strategy = options.fuzz.strategy;
    repeats_ = strategy != StrategyKind::optimal && strategy != StrategyKind::exhaustive;
    if (repeats_) return;
    const bool exhaustive = strategy == StrategyKind::exhaustive;
    record_ = {!exhaustive, !exhaustive || options.identity == Identity::rf};
    if (candidates()) return;
    frontier_.emplace(options.workers, exhaustive ? Schedule::depth_first : options.fuzz.schedule,
                      options.fuzz.corpus_size);
  }

  CampaignResult run() {
    const oneapi::tbb::global_control threads(oneapi::tbb::global_control::max_allowed_parallelism,
                                              std::max<std::size_t>(options_.workers, 1));
    oneapi::tbb::task_arena arena(static_cast<int>(options_.workers));
    hand_over();
    arena.execute([&] {
      oneapi::tbb::parallel_for(
          oneapi::tbb::blocked_range<unsigned>(0, options_.workers, 1),
          [&](const oneapi::tbb::blocked_range<unsigned>& range) {
            hand_over();
            for (unsigned worker = range.begin(); worker != range.end(); ++worker) work(worker);
            hand_over();
          },
          oneapi::tbb::simple_partitioner());
    });
    hand_over();
    return result();
  }

 private:
  bool candidates() const { return searching_.kind == ModelKind::candidates; }
  double elapsed() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

  bool stopped() const {
    return stop_.load(std::memory_order_relaxed) ||
           (options_.stop != nullptr && options_.stop->load(std::memory_order_relaxed)) ||
           (timed_ && elapsed() >= options_.seconds);
  }

  std::unique_ptr<Search> make_search(unsigned worker) {
    // The first worker has the seed itself, so that what one worker finds does not depend on the others.
    Random seeds(options_.seed);
    std::uint64_t seed = options_.seed;
    for (unsigned i = 0; i < worker; ++i) seed = seeds.next();
    if (candidates()) {
      return std::make_unique<CandidateSearch>(program_, searching_.make(), options_.fuzz,
                                               CandidateSearch::Record{record_.graphs, record_.rf}, worker, counts_,
                                               seed);
    }
    if (frontier_) {
      return std::make_unique<TreeSearch>(program_, searching_.make, *frontier_, worker, record_, counts_, seed);
    }
    return std::make_unique<Fuzzer>(program_, searching_.make, options_.fuzz, options_.identity, counts_, seed);
  }

  // If one worker fails, the others need not go on.
  void work(unsigned worker) {
    try {
      search(worker);
    } catch (...) {
      stop_.store(true, std::memory_order_relaxed);
      throw;
    }
  }

  void search(unsigned worker) {
    searches_[worker] = make_search(worker);
    Search& search = *searches_[worker];
    bool more = true;
    while (more) {
      const std::uint64_t first = claimed_.fetch_add(kBatch, std::memory_order_relaxed);
      if (first >= options_.executions) break;
      const std::uint64_t end = std::min(first + kBatch, options_.executions);
      std::uint64_t number = first;
      while (number < end && more) {
        more = !stopped() && step(search, worker, number);
        if (options_.workers == 1 && number >= next_point_) add_point(number);
      }
      const std::uint64_t done = executions_.fetch_add(number - first, std::memory_order_relaxed) + number - first;
      if (options_.workers > 1) {
        const std::lock_guard lock(mutex_);
        if (done >= next_point_) add_point(done);
      }
      if (worker == 0) tell_progress(done, search);
    }
    search.flush();
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
        // Of those who enumerate candidates only the first has anything to exhaust.
        if (!candidates() || worker == 0) exhausted_.store(true, std::memory_order_relaxed);
        return false;
    }
    return false;
  }

  void take_down(Search& search, const Execution& execution, unsigned worker, std::uint64_t number) {
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
        bugs_[worker].add_violation(search.graph(), program_.describe(state), number, elapsed());
        tell_bug();
      }
      if (remarks_[worker]) take_down_remarks(search.graph(), worker, number);
    }
    if (BugCollector::shows_bug(search, execution.ending)) take_down_bugs(search, execution.ending, worker, number);
  }

  void take_down_remarks(const ExecutionGraph& graph, unsigned worker, std::uint64_t number) {
    const std::vector<Remark> remarks = remarks_[worker]->remarks(graph);
    const bool told =
        std::any_of(remarks.begin(), remarks.end(), [&](const Remark& r) { return candidates() || !r.race; });
    if (!told) return;
    bugs_[worker].add_remarks(graph, remarks, candidates(), number, elapsed());
    tell_bug();
  }

  void take_down_bugs(const Search& search, Ending ending, unsigned worker, std::uint64_t number) {
    bugs_[worker].look(search, ending, number, elapsed());
    tell_bug();
  }

  void tell_bug() {
    bug_found_.store(true, std::memory_order_relaxed);
    if (options_.stop_on_bug) stop_.store(true, std::memory_order_relaxed);
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

  void add_point(std::uint64_t executions) {
    if (!curve_.empty() && curve_.back().first >= executions) return;
    curve_.emplace_back(executions, unique());
    next_point_ = next_point(executions);
  }

  void tell_progress(std::uint64_t executions, const Search& search) {
    if (!options_.progress || executions - progress_checked_ < 16 * kBatch) return;
    progress_checked_ = executions;
    const double now = elapsed();
    if (now - progress_told_ < 0.2) return;
    progress_told_ = now;
    Progress progress{executions, graphs_.load(std::memory_order_relaxed), bug_found_.load(std::memory_order_relaxed),
                      now};
    if (const auto* const tree = dynamic_cast<const TreeSearch*>(&search)) {
      progress.estimate = tree->tree_size().mean();
      if (options_.workers == 1) progress.covered = tree->covered();
    } else if (const auto* const enumeration = dynamic_cast<const CandidateSearch*>(&search)) {
      progress.covered = enumeration->covered();
    }
    options_.progress(progress);
  }

  CampaignResult result() {
    CampaignResult r;
    r.seconds = elapsed();
    r.test = program_.name();
    r.model = options_.model;
    r.model_kind = candidates() ? "candidates" : "porf";
    r.kind_reason = searching_.reason;
    r.strategy = name(options_.fuzz.strategy);
    r.seed = options_.seed;
    r.workers = options_.workers;
    r.executions = executions_.load();
    r.blocked = blocked_.load();
    r.truncated = truncated_.load();
    r.graphs = graphs_.load();
    if (repeats_ || record_.rf) r.graphs_rf = counts_.graphs_rf();
    r.outcomes = counts_.outcomes();
    r.identity = options_.identity;
    r.states = StateCollector::merge(program_, states_);
    // States that differ in nothing but what the filter looks at are one; beyond the bound they cannot be told apart.
    if (r.outcomes <= options_.keep_states) r.outcomes = r.states.size();
    r.quantifier = program_.quantifier();
    r.condition = program_.condition();
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
    if (curve_.empty() || curve_.back().first < r.executions) curve_.emplace_back(r.executions, unique());
    r.curve = std::move(curve_);
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
    if (candidates()) r.tree->covered = static_cast<const CandidateSearch&>(*searches_.front()).covered();
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
  const bool timed_;
  const Clock::time_point start_ = Clock::now();
  GraphCounts counts_;
  alignas(64) std::atomic<std::uint64_t> claimed_{0};
  alignas(64) std::atomic<std::uint64_t> executions_{0};
  alignas(64) std::atomic<std::uint64_t> blocked_{0};
  alignas(64) std::atomic<std::uint64_t> truncated_{0};
  alignas(64) std::atomic<std::uint64_t> graphs_{0};
  alignas(64) std::atomic<std::uint64_t> filtered_{0};
  std::atomic<bool> stop_{false};
  std::atomic<bool> exhausted_{false};
  std::atomic<bool> bug_found_{false};
  std::vector<BugCollector> bugs_;                     // by worker
  std::vector<StateCollector> states_;                 // by worker
  std::vector<std::unique_ptr<MemoryModel>> remarks_;  // by worker; null if there are none to be expected
  std::vector<std::unique_ptr<Search>> searches_;      // by worker
  bool repeats_ = true;                                // may a graph come more than once?
  std::optional<Frontier> frontier_;                   // of a search of the tree
  TreeSearch::Record record_{true, true};
  std::mutex mutex_;  // of the curve
  std::vector<std::pair<std::uint64_t, std::uint64_t>> curve_;
  std::uint64_t next_point_ = 1;
  std::uint64_t progress_checked_ = 0;  // worker 0's
  double progress_told_ = 0;
};

}  // namespace

CampaignResult run_campaign(const Program& program, const CampaignOptions& options) {
  if (options.workers == 0) throw std::invalid_argument("the number of workers must be at least 1");
  Searching searching = searching_for(options.model);
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

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

#include "campaign/bugs.hpp"
#include "campaign/states.hpp"
#include "graphfuzz/fuzz/fuzzer.hpp"
#include "graphfuzz/model/registry.hpp"

namespace graphfuzz {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::array<std::pair<std::string_view, StrategyKind>, 5> kStrategies = {{
    {"random", StrategyKind::random},
    {"revisit", StrategyKind::revisit},
    {"minimal", StrategyKind::minimal},
    {"maximal", StrategyKind::maximal},
    {"mix", StrategyKind::mix},
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
  Campaign(const Program& program, const CampaignOptions& options)
      : program_(program),
        options_(options),
        timed_(std::isfinite(options.seconds)),
        bugs_(options.workers, BugCollector(program)),
        states_(options.workers),
        corpus_sizes_(options.workers) {}

  CampaignResult run() {
    make_model(options_.model);  // an unknown name is an error here, not in a worker
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
  double elapsed() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

  bool stopped() const {
    return stop_.load(std::memory_order_relaxed) ||
           (options_.stop != nullptr && options_.stop->load(std::memory_order_relaxed)) ||
           (timed_ && elapsed() >= options_.seconds);
  }

  void work(unsigned worker) {
    // The first worker has the seed itself, so that what one worker finds does not depend on the others.
    Random seeds(options_.seed);
    std::uint64_t seed = options_.seed;
    for (unsigned i = 0; i < worker; ++i) seed = seeds.next();
    Fuzzer fuzzer(program_, options_.model, options_.fuzz, options_.identity, counts_, seed);
    while (true) {
      const std::uint64_t first = claimed_.fetch_add(kBatch, std::memory_order_relaxed);
      if (first >= options_.executions) break;
      const std::uint64_t end = std::min(first + kBatch, options_.executions);
      std::uint64_t number = first;
      while (number < end && !stopped()) {
        execute(fuzzer, worker, ++number);
        if (options_.workers == 1 && number >= next_point_) add_point(number);
      }
      const std::uint64_t done = executions_.fetch_add(number - first, std::memory_order_relaxed) + number - first;
      if (options_.workers > 1) {
        const std::lock_guard lock(mutex_);
        if (done >= next_point_) add_point(done);
      }
      if (worker == 0) tell_progress(done);
      if (number < end) break;
    }
    fuzzer.flush();
    corpus_sizes_[worker] = fuzzer.corpus().size();
  }

  void execute(Fuzzer& fuzzer, unsigned worker, std::uint64_t number) {
    const Execution execution = fuzzer.step();
    if (execution.filtered) return;
    const ExecutionGraph& graph = fuzzer.executor().graph();
    bool bug = false;
    if (execution.ending != Ending::complete) {
      (execution.ending == Ending::truncated ? truncated_ : blocked_).fetch_add(1, std::memory_order_relaxed);
    }
    if (execution.new_graph) {
      const std::span<const Value> state = fuzzer.executor().state();
      const bool satisfies =
          states_[worker].add(program_, execution.outcome, state, graph, options_.keep_states, options_.keep_examples);
      const Quantifier quantifier = program_.quantifier();
      if (quantifier != Quantifier::exists && satisfies == (quantifier == Quantifier::not_exists)) {
        bugs_[worker].add_violation(graph, program_.describe(state), number, elapsed());
        bug = true;
      }
    }
    if (BugCollector::shows_bug(fuzzer.executor(), execution.ending)) {
      bugs_[worker].look(fuzzer.executor(), execution.ending, number, elapsed());
      bug = true;
    }
    if (!bug) return;
    bug_found_.store(true, std::memory_order_relaxed);
    if (options_.stop_on_bug) stop_.store(true, std::memory_order_relaxed);
  }

  std::uint64_t unique() const {
    switch (options_.identity) {
      case Identity::graph:
        return counts_.graphs();
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

  void tell_progress(std::uint64_t executions) {
    if (!options_.progress || executions - progress_checked_ < 16 * kBatch) return;
    progress_checked_ = executions;
    const double now = elapsed();
    if (now - progress_told_ < 0.2) return;
    progress_told_ = now;
    options_.progress({executions, counts_.graphs(), bug_found_.load(std::memory_order_relaxed), now});
  }

  CampaignResult result() {
    CampaignResult r;
    r.seconds = elapsed();
    r.test = program_.name();
    r.model = options_.model;
    r.strategy = name(options_.fuzz.strategy);
    r.seed = options_.seed;
    r.workers = options_.workers;
    r.executions = executions_.load();
    r.blocked = blocked_.load();
    r.truncated = truncated_.load();
    r.graphs = counts_.graphs();
    r.graphs_rf = counts_.graphs_rf();
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
    for (std::size_t size : corpus_sizes_) r.corpus_size += size;
    r.bugs = BugCollector::merge(bugs_);
    if (curve_.empty() || curve_.back().first < r.executions) curve_.emplace_back(r.executions, unique());
    r.curve = std::move(curve_);
    const bool undefined = std::any_of(r.bugs.begin(), r.bugs.end(), [](const Bug& b) { return b.kind == "race"; });
    const bool holds = r.quantifier == Quantifier::exists       ? r.positive > 0
                       : r.quantifier == Quantifier::not_exists ? r.positive == 0
                                                                : r.negative == 0;
    r.verdict = undefined ? Verdict::undef : holds ? Verdict::ok : Verdict::no;
    return r;
  }

  const Program& program_;
  const CampaignOptions& options_;
  const bool timed_;
  const Clock::time_point start_ = Clock::now();
  GraphCounts counts_;
  alignas(64) std::atomic<std::uint64_t> claimed_{0};
  alignas(64) std::atomic<std::uint64_t> executions_{0};
  alignas(64) std::atomic<std::uint64_t> blocked_{0};
  alignas(64) std::atomic<std::uint64_t> truncated_{0};
  std::atomic<bool> stop_{false};
  std::atomic<bool> bug_found_{false};
  std::vector<BugCollector> bugs_;      // by worker
  std::vector<StateCollector> states_;  // by worker
  std::vector<std::size_t> corpus_sizes_;
  std::mutex mutex_;  // of the curve
  std::vector<std::pair<std::uint64_t, std::uint64_t>> curve_;
  std::uint64_t next_point_ = 1;
  std::uint64_t progress_checked_ = 0;  // worker 0's
  double progress_told_ = 0;
};

}  // namespace

CampaignResult run_campaign(const Program& program, const CampaignOptions& options) {
  if (options.workers == 0) throw std::invalid_argument("the number of workers must be at least 1");
  return Campaign(program, options).run();
}

std::string_view name(StrategyKind strategy) { return name_of(kStrategies, strategy); }
std::string_view name(Identity identity) { return name_of(kIdentities, identity); }
StrategyKind parse_strategy(std::string_view text) { return parse(kStrategies, text, "strategy"); }
Identity parse_identity(std::string_view text) { return parse(kIdentities, text, "identity"); }

std::string_view observation(const CampaignResult& result) {
  return result.positive == 0 ? "Never" : result.negative == 0 ? "Always" : "Sometimes";
}

}  // namespace graphfuzz

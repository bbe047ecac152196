#include "graphfuzz/campaign/campaign.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <thread>
#include <utility>

#include "campaign/budget.hpp"
#include "campaign/crew.hpp"
#include "campaign/harvest.hpp"
#include "campaign/telling.hpp"
#include "graphfuzz/stop/stop.hpp"

namespace graphfuzz {
namespace {

// What one worker has found. While it works, nobody else looks at more of it than `counted`.
struct alignas(64) Take {
  Harvest harvest;
};

const CampaignOptions& checked(const CampaignOptions& options) {
  if (options.workers == 0) throw std::invalid_argument("the number of workers must be at least 1");
  return options;
}

}  // namespace

class Campaign::State {
 public:
  State(const Target& target, const CampaignOptions& options)
      : target_(target),
        options_(within_memory(checked(options))),
        counts_(counts_within_memory(options)),
        crew_(options_, {[this] { return unique(); }, [this] { return estimate(); }}),
        takes_(options.workers),
        searches_(options.workers),
        workers_(options.workers) {
    makers_ = target.searches({options_.fuzz, options.identity, options.seed, options.workers}, counts_);
  }

  bool run(double pause) {
    return crew_.run([this](unsigned worker) -> Worker& { return searcher(worker); }, pause) && !exhausted_.load();
  }

  CampaignResult result() {
    CampaignResult r = result_of(target_, options_, found(), counts_.summary(), exhausted_.load());
    r.corpus_size = left().kept;
    r.curve = crew_.curve();
    r.estimates = crew_.estimates();
    return r;
  }

  bool cut_short() const { return crew_.cut_short(); }

  std::string cannot_save() const { return makers_->cannot_save(); }

  void save(store::Writer& out) {
    for (const std::unique_ptr<Search>& search : searches_) {
      if (search) search->flush();
    }
    out.begin_object();
    own().save(out.key("found"));
    counts_.save(out.key("counts"));
    graphfuzz::save(out.field("exhausted", exhausted_.load()).key("curve"), crew_.points());
    graphfuzz::save(out.key("estimates"), crew_.estimated());
    makers_->save(out.key("shared"), Extent::exact);
    out.key("workers").begin_array();
    for (const std::unique_ptr<Search>& search : searches_) {
      if (search) search->save(out, Extent::exact);
    }
    out.end_array().end_object();
  }

  void load(const store::Value& saved) {
    saved.expect_keys({"found", "counts", "exhausted", "curve", "estimates", "shared", "workers"});
    Harvest& harvest = takes_[0].harvest = Harvest::load(saved.field("found"));
    graphs_ = harvest.graphs;
    counts_.load(saved.field("counts"));
    exhausted_ = saved.field("exhausted").boolean();
    const auto estimates = saved.find("estimates");  // older files have none
    crew_.resume(std::exchange(harvest.executions, 0),
                 static_cast<double>(std::exchange(harvest.nanoseconds, 0)) * 1e-9, load_curve(saved.field("curve")),
                 estimates ? load_estimates(*estimates) : Estimates());
    load_searches(saved);
  }

  void save_found(store::Writer& out) {
    out.begin_object();
    Harvest all = found();
    all.save(out.key("found"));
    counts_.save(out.key("counts"));
    out.end_object();
  }

  // Of searches that share no tree each worker's work is a part.
  std::vector<std::string> split(std::size_t parts) {
    std::vector<std::string> works;
    if (exhausted_.load()) return works;
    if (!repeats()) {
      for (const std::string& shared : makers_->split(parts)) {
        store::Writer out = store::Writer::cbor();
        out.begin_object().key("shared").document(shared);
        works.push_back(out.key("workers").begin_array().end_array().end_object().finish());
      }
      return works;
    }
    for (const std::unique_ptr<Search>& search : searches_) {
      if (!search) continue;
      store::Writer out = store::Writer::cbor();
      makers_->save(out.begin_object().key("shared"), Extent::work);
      search->save(out.key("workers").begin_array(), Extent::work);
      works.push_back(out.end_array().end_object().finish());
    }
    return works;
  }

  void load_searches(const store::Value& saved) {
    const StopScope scope(options_.stop);  // to make a run of a program is to run its beginning
    makers_->load(saved.field("shared"));
    const auto workers = saved.field("workers").array();
    if (workers.size() > searches_.size()) {
      saved.field("workers").reject(
          fmt::format("it had {} workers, which cannot go on as {}", workers.size(), searches_.size()));
    }
    for (unsigned worker = 0; worker < workers.size(); ++worker) {
      searcher(worker);
      searches_[worker]->load(workers[worker]);
    }
  }

 private:
  class Searcher final : public Worker {
   public:
    Searcher(State& campaign, unsigned worker)
        : campaign_(campaign), search_(*campaign.searches_[worker]), harvest_(campaign.takes_[worker].harvest) {}
    bool step(std::uint64_t& number) override { return campaign_.step(search_, harvest_, number); }
    void finish() override { search_.flush(); }
    void tell(Progress& progress) const override { campaign_.tell(progress, search_); }

   private:
    State& campaign_;
    Search& search_;
    Harvest& harvest_;
  };

  Worker& searcher(unsigned worker) {
    if (!workers_[worker]) {
      searches_[worker] = makers_->make(worker);
      workers_[worker] = std::make_unique<Searcher>(*this, worker);
    }
    return *workers_[worker];
  }

  // May a graph come more than once?
  bool repeats() const { return !explores_tree(options_.fuzz.strategy); }

  // One step of the search; `number` counts the executions. False if nothing is left.
  bool step(Search& search, Harvest& harvest, std::uint64_t& number) {
    const Execution execution = search.step();
    const UnstoppedScope whole;  // what it shows is taken down in several places, and told with a witness
    switch (execution.kind) {
      case StepKind::execution:
        take_down(search, execution, harvest, ++number);
        return true;
      case StepKind::vain:
        if (execution.shows) take_down_bugs(search, execution, harvest, number + 1);
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

  void take_down(Search& search, const Execution& execution, Harvest& harvest, std::uint64_t number) {
    if (execution.dead_ends.any()) {
      ++harvest.taken_back.executions;
      harvest.taken_back.blocked += execution.dead_ends.blocked;
      harvest.taken_back.truncated += execution.dead_ends.truncated;
    }
    // Others look at it at points of the curve.
    std::atomic_ref(harvest.counted).store(harvest.counted + execution.is_graph, std::memory_order_relaxed);
    if (execution.ending == Ending::truncated) {
      ++harvest.truncated;
    } else if (execution.ending != Ending::complete) {
      ++harvest.blocked;
    }
    // Of the graphs that may be new, the first for and against the condition are not passed over.
    if (execution.new_graph || (execution.unsure && harvest.states.none(search.satisfies()))) {
      graphs_.fetch_add(1, std::memory_order_relaxed);
      ++harvest.graphs;
      const bool satisfies = search.satisfies();
      harvest.states.add(search, execution, satisfies, options_);
      if (options_.on_graph) tell_graph(search, satisfies);
    }
    if (execution.shows) take_down_bugs(search, execution, harvest, number);
  }

  void take_down_bugs(Search& search, const Execution& execution, Harvest& harvest, std::uint64_t number) {
    const auto is_over = [this] { return crew_.hurries(); };
    const bool vain = execution.kind == StepKind::vain;
    if (harvest.bugs.add(search, vain, number, crew_.elapsed(), is_over)) crew_.tell_bug();
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

  // Other workers may go on meanwhile, whose walks through a tree are not to be looked at then.
  std::optional<GraphEstimate> estimate() {
    if (repeats()) {
      if (!counts_.counts_all()) return std::nullopt;
      std::uint64_t counted = 0;
      for (Take& take : takes_) counted += std::atomic_ref(take.harvest.counted).load(std::memory_order_relaxed);
      const Discovery d = discovery({counted, counts_.graphs(), counts_.seen_once(), counts_.seen_twice()});
      return GraphEstimate{0, d.total, d.total_low, d.total_high};
    }
    if (options_.workers > 1 || exhausted_.load()) return std::nullopt;
    const auto graphs = static_cast<double>(graphs_.load(std::memory_order_relaxed));
    TreeSize size = takes_[0].harvest.size;
    size.add(left().size);
    if (size.walks() == 0 || !std::isfinite(size.mean()) || size.mean() <= graphs) return std::nullopt;
    const double error = 1.96 * size.error();
    return GraphEstimate{0, size.mean(), std::max(graphs, size.mean() - error), size.mean() + error};
  }

  void tell(Progress& progress, const Search& search) const {
    const Left left = search.left();
    progress.graphs = graphs_.load(std::memory_order_relaxed);
    progress.estimate = left.size.mean();
    progress.covered = left.covered;
  }

  Left left() const {
    Left left;
    for (const std::unique_ptr<Search>& search : searches_) {
      if (search) left.add(search->left());
    }
    return left;
  }

  // By this campaign and those that it goes on from, without what its searches know.
  Harvest own() const {
    Harvest all;
    for (const Take& take : takes_) all.add(take.harvest);
    all.add(target_.remarks());
    all.executions += crew_.executions();
    all.nanoseconds += static_cast<std::uint64_t>(crew_.elapsed() * 1e9);
    return all;
  }

  Harvest found() const {
    Harvest all = own();
    const Left left = this->left();
    all.covered += left.covered;
    all.size.add(left.size);
    for (const std::unique_ptr<Search>& search : searches_) {
      if (!search) continue;
      if (const Pairs* const pairs = search->pairs()) {
        if (!all.pairs) all.pairs.emplace();
        all.pairs->add(*pairs);
      }
      if (const Guidance* const guidance = search->guidance()) {
        if (!all.guidance) all.guidance.emplace();
        all.guidance->add(*guidance);
      }
    }
    return all;
  }

  const Target& target_;
  const CampaignOptions options_;
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

Campaign::Campaign(const Target& target, const CampaignOptions& options)
    : state_(std::make_unique<State>(target, options)) {}
Campaign::~Campaign() = default;

bool Campaign::run(double pause) { return state_->run(pause); }
CampaignResult Campaign::result() { return state_->result(); }
bool Campaign::cut_short() const { return state_->cut_short(); }
std::string Campaign::cannot_save() const { return state_->cannot_save(); }
void Campaign::save(store::Writer& out) { state_->save(out); }
void Campaign::load(const store::Value& saved) { state_->load(saved); }
void Campaign::save_found(store::Writer& out) { state_->save_found(out); }
std::vector<std::string> Campaign::split(std::size_t parts) { return state_->split(parts); }
void Campaign::load_work(const store::Value& work) { state_->load_searches(work); }

CampaignResult run_campaign(const Target& target, const CampaignOptions& options) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point start = Clock::now();
  const auto run = [](const Target& tested, const CampaignOptions& how) {
    Campaign campaign(tested, how);
    Telling telling(how);
    while (campaign.run(telling.wait())) telling.tell(campaign);
    return campaign.result();
  };
  CampaignOptions rest = options;
  for (std::unique_ptr<const Target> other;;) {
    const Target& tested = other ? *other : target;
    std::unique_ptr<const Target> next;
    try {
      return run(tested, rest);
    } catch (const ModelStuck& e) {
      next = tested.instead(e);
      if (!next) throw;
    } catch (const Learned&) {
      try {
        const StopScope scope(options.stop);
        next = tested.anew();
      } catch (const Stopped&) {
        return run(tested, rest);  // which comes back at once, with nothing
      }
      if (!next) throw;
    }
    if (options.on_restart) options.on_restart(*next);
    other = std::move(next);
    rest.seconds = std::max(0.0, options.seconds - std::chrono::duration<double>(Clock::now() - start).count());
  }
}

std::string_view observation(const CampaignResult& result) {
  return result.positive == 0 ? "Never" : result.negative == 0 ? "Always" : "Sometimes";
}

}  // namespace graphfuzz

// A target of one's own: dining philosophers, with all strategies that are not directed, replay, pictures and JSON.
//
//   philosophers STRATEGY PHILOSOPHERS WORKERS        prints the result, and writes philosophers.{json,dot}
//
// Philosopher i takes fork i, then fork i + 1, eats, and puts both down. An execution graph says who had each fork
// first: of n philosophers there are 2^n - 1, in one of which everybody holds his first fork, and nobody eats.
#include <algorithm>
#include <cstdio>
#include <fstream>
#include <graphfuzz/fuzz/plain_engine.hpp>
#include <graphfuzz/fuzz/prefix_search.hpp>
#include <graphfuzz/fuzz/tree_search.hpp>
#include <graphfuzz/graphfuzz.hpp>
#include <mutex>

namespace {
using namespace graphfuzz;

// One execution: who has taken his next fork, step after step.
class Table {
 public:
  explicit Table(unsigned philosophers) : count_(philosophers) { restart(); }
  void restart() {
    order_.clear();
    taken_.assign(count_, 0);
    held_.assign(count_, false);
    graph_ = ExecutionGraph(count_, std::vector<Value>(count_, 0));
  }
  unsigned next_fork(unsigned philosopher) const { return (philosopher + taken_[philosopher]) % count_; }
  bool possible(unsigned philosopher) const {
    return philosopher < count_ && taken_[philosopher] < 2 && !held_[next_fork(philosopher)];
  }
  std::vector<unsigned> possible() const {
    std::vector<unsigned> able;
    for (unsigned p = 0; p < count_; ++p) {
      if (possible(p)) able.push_back(p);
    }
    return able;
  }
  void take(unsigned philosopher) {
    const unsigned fork = next_fork(philosopher);
    const Slot before = graph_.mo_last(fork);
    Label label{EventKind::update};
    label.location = fork;
    label.read_value = graph_[before].label.written_value;
    label.written_value = philosopher + 1;
    graph_.add_update(static_cast<ThreadId>(philosopher), label, before);
    order_.push_back(philosopher);
    held_[fork] = true;
    if (++taken_[philosopher] == 2) held_[philosopher] = held_[fork] = false;  // he eats
  }

  void go_on(Random& random) {
    for (auto able = possible(); !able.empty(); able = possible()) take(able[random.below(able.size())]);
  }
  const std::vector<unsigned>& order() const { return order_; }
  const ExecutionGraph& graph() const { return graph_; }
  Ending ending() const { return order_.size() == 2 * count_ ? Ending::complete : Ending::deadlocked; }
  std::string outcome() const { return ending() == Ending::complete ? "all have eaten" : "nobody eats"; }
  std::vector<Finding> findings() const {
    if (ending() == Ending::complete || !possible().empty()) return {};
    const std::string message = "every philosopher holds his first fork, and waits for his second one";
    return {{finding_key("deadlock", message), "deadlock", message}};
  }
  Story story() const {
    Story story;
    for (unsigned p = 0; p < count_; ++p) story.lanes.push_back("philosopher " + std::to_string(p));
    for (unsigned i = 0; i < order_.size(); ++i) {
      const Event& event = graph_[graph_.locations() + i];
      Story::Row row{order_[i], "take fork " + std::to_string(event.label.location)};
      row.depth = i;
      if (!graph_.is_initial(event.rf)) {
        const unsigned before = event.rf - graph_.locations();
        row.remark = "after " + std::to_string(before + 1);
        story.arrows.push_back({before, i, "rf"});
      }
      story.rows.push_back(std::move(row));
    }
    return story;
  }
  std::vector<std::string> steps() const {
    std::vector<std::string> texts;
    for (const unsigned p : order_) texts.push_back("{\"philosopher\": " + std::to_string(p) + "}");
    return texts;
  }

 private:
  unsigned count_;
  std::vector<unsigned> order_;  // of steps: whose they are
  std::vector<unsigned> taken_;  // forks, by philosopher
  std::vector<bool> held_;       // by fork
  ExecutionGraph graph_;
};

class PrefixEngine : public PlainEngine<Table> {
 public:
  using Prefix = std::vector<unsigned>;
  PrefixEngine(Random& random, unsigned philosophers) : PlainEngine(philosophers), random_(random) {}

  Ending run(const Prefix* prefix, Random& random) {
    run_.restart();
    for (const unsigned p : prefix != nullptr ? *prefix : Prefix{}) {
      if (run_.possible(p)) run_.take(p);
    }
    run_.go_on(random);
    return run_.ending();
  }
  DeadEnds dead_ends() const { return {}; }
  void analyse() {}
  // Another comes before a step. What is kept: all that was older; of that, what was his; all but what follows of one.
  std::optional<Prefix> mutate(Cut cut, const Pairs&) {
    const Prefix& order = run_.order();
    const std::size_t at = random_.below(order.size());
    const unsigned other = random_.below(run_.graph().threads());
    Prefix prefix;
    for (std::size_t i = 0; i < order.size(); ++i) {
      if (i == at) prefix.push_back(other);
      const bool kept =
          i < at ? cut != Cut::minimal || order[i] == other : cut == Cut::maximal && order[i] != order[at];
      if (kept) prefix.push_back(order[i]);
    }
    return prefix;
  }

 private:
  Random& random_;
};
// A node says of some forks whether they are first taken by the philosopher who begins with them.
struct Tree {
  std::mutex mutex;
  std::vector<std::vector<bool>> open = {{}};
  unsigned running = 0;
  double covered = 0;
};

class TreeEngine : public PlainEngine<Table> {
 public:
  TreeEngine(Random& random, unsigned philosophers, std::shared_ptr<Tree> tree)
      : PlainEngine(philosophers), random_(random), tree_(std::move(tree)) {}

  StepKind explore() {
    std::unique_lock lock(tree_->mutex);
    if (tree_->open.empty()) return tree_->running == 0 ? StepKind::exhausted : StepKind::idle;
    std::vector<bool> node = std::move(tree_->open.back());
    tree_->open.pop_back();
    ++tree_->running;
    lock.unlock();
    std::vector<std::vector<bool>> left;
    while (node.size() < run_.graph().threads()) {
      left.push_back(node);
      node.push_back(random_.below(2) == 0);
      left.back().push_back(!node.back());
    }
    build(node);
    lock.lock();
    tree_->open.insert(tree_->open.end(), left.begin(), left.end());
    tree_->covered += 1.0 / leaves();
    --tree_->running;
    return run_.order().empty() ? StepKind::vain : StepKind::execution;
  }
  Ending ending() const { return run_.ending(); }
  void settle() {}
  double walk() { return random_.below(1ULL << run_.graph().threads()) != 0 ? leaves() : 0; }
  std::uint64_t work() const { return 0; }  // walks cost next to nothing
  std::uint64_t walk_work() const { return 0; }
  Left left() const {
    const std::lock_guard lock(tree_->mutex);
    return {.kept = tree_->open.size(), .covered = tree_->covered, .shared = true};
  }

 private:
  double leaves() const { return static_cast<double>(1ULL << run_.graph().threads()); }
  // Whoever can take his next fork does, if it is his turn.
  void build(const std::vector<bool>& owner_first) {
    run_.restart();
    std::vector<bool> used(run_.graph().threads(), false);
    const auto turn = [&](unsigned p) {
      const unsigned fork = run_.next_fork(p);
      return used[fork] || owner_first[fork] == (fork == p);
    };
    while (true) {
      const std::vector<unsigned> able = run_.possible();
      const auto next = std::find_if(able.begin(), able.end(), turn);
      if (next == able.end()) return;
      used[run_.next_fork(*next)] = true;
      run_.take(*next);
    }
  }

  Random& random_;
  std::shared_ptr<Tree> tree_;
};

class Philosophers final : public Target {
 public:
  explicit Philosophers(unsigned count) : count_(count) {}
  std::string_view kind() const override { return "philosophers"; }
  std::string name() const override { return std::to_string(count_) + " philosophers"; }
  std::string model() const override { return "forks"; }
  Quantifier quantifier() const override { return Quantifier::not_exists; }
  std::string condition() const override { return "~exists (nobody eats)"; }
  std::unique_ptr<Searches> searches(const SearchOptions& options, GraphCounts& counts) const override {
    const StrategyKind strategy = options.fuzz.strategy;
    if (is_directed(strategy)) throw std::invalid_argument("philosophers take no directions");
    if (is_schedule(strategy)) throw std::invalid_argument("philosophers share no memory; take random");
    return independent_searches(
        options.seed,
        [=, &counts, n = count_, tree = std::make_shared<Tree>()](std::uint64_t seed) -> std::unique_ptr<Search> {
          if (!explores_tree(options.fuzz.strategy)) {
            return std::make_unique<PrefixSearch<PrefixEngine>>(options, counts, seed, n);
          }
          return std::make_unique<TreeSearch<TreeEngine>>(options, counts, seed, n, tree);
        });
  }
  Replay replay(std::span<const std::string> steps) const override {
    Table table(count_);
    for (const std::string& step : steps) {
      unsigned p = 0;
      if (std::sscanf(step.c_str(), "{\"philosopher\": %u}", &p) != 1) throw StepError("what is " + step + "?");
      if (!table.possible(p)) break;
      table.take(p);
    }
    const std::size_t taken = table.order().size();
    Random random(1);
    if (taken == steps.size()) table.go_on(random);
    return replay_of(*this, table, steps.size(), taken);
  }

 private:
  unsigned count_;
};

}  // namespace

int main(int argc, char** argv) try {
  if (argc != 4) throw std::invalid_argument("expected STRATEGY PHILOSOPHERS WORKERS");
  Options options;
  options.fuzz.strategy = parse_strategy(argv[1]);
  options.workers = static_cast<unsigned>(std::stoul(argv[3]));
  const Philosophers philosophers(static_cast<unsigned>(std::clamp(std::stoi(argv[2]), 2, 30)));
  const Report report = check(philosophers, options);
  std::fputs(result_block(report).c_str(), stdout);
  std::ofstream("philosophers.json") << to_json(report) << '\n';
  for (const Bug& bug : report.bugs) {
    std::ofstream("philosophers.dot") << to_dot(bug.witness->story, {report.test, bug.message});
    std::fputs(replay_block(philosophers.replay(bug.witness->steps)).c_str(), stdout);
  }
  return report.bugs.empty() ? 0 : 1;
} catch (const std::exception& e) {
  std::fprintf(stderr, "philosophers: %s\n", e.what());
  return 2;
}

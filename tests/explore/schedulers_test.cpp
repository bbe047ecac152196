// Schedulers draw interleavings with the chances that were published, and nothing but executions that there are.
#include "graphfuzz/explore/schedulers.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <set>

#include "graphfuzz/explore/executor.hpp"
#include "graphfuzz/frontend/litmus.hpp"
#include "graphfuzz/graph/fingerprint.hpp"
#include "graphfuzz/model/registry.hpp"
#include "support/explore_all.hpp"
#include "support/folders.hpp"
#include "support/litmus_ast.hpp"
#include "support/property.hpp"
#include "support/random_litmus.hpp"
#include "support/random_program.hpp"
#include "support/schedule_chances.hpp"

namespace graphfuzz::testing {
namespace {

constexpr double kMuch = 5;  // standard deviations

Op access(char what) {
  Op op;
  op.kind = std::isupper(what) ? RequestKind::write : RequestKind::read;
  op.location = static_cast<Location>(std::tolower(what) - 'x');
  op.operand = 1;
  return op;
}

StraightLine straight(const Lines& lines) {
  Threads threads;
  for (const std::string& line : lines) {
    std::vector<Op>& ops = threads.emplace_back();
    for (const char what : line) ops.push_back(access(what));
  }
  return StraightLine(threads, 3);
}

/// Of the accesses of one location, or of all.
std::string interleaving(const ExecutionGraph& graph, Location of = kNoLocation) {
  std::string text;
  for (Slot slot = graph.locations(); slot < graph.size(); ++slot) {
    const Event& e = graph[slot];
    if (is_access(e.label.kind) && (of == kNoLocation || e.label.location == of)) {
      text += static_cast<char>('0' + e.id.thread);
    }
  }
  return text;
}

/// The first execution, of which the scheduler learns, does not count.
std::map<std::string, std::uint64_t> drawn(const Program& program, Scheduler& scheduler, Random& random,
                                           std::uint64_t executions, Location of = kNoLocation) {
  const std::unique_ptr<MemoryModel> model = make_model("sc");
  Executor executor(program, *model);
  std::map<std::string, std::uint64_t> counts;
  for (std::uint64_t i = 0; i <= executions; ++i) {
    EXPECT_EQ(executor.interleave(scheduler, random), Ending::complete);
    if (i > 0) ++counts[interleaving(executor.graph(), of)];
  }
  return counts;
}

template <class Kind, class... Arguments>
double surprise_of(const Lines& lines, const Chances& chances, std::uint64_t executions, Arguments... arguments) {
  Random random(20'250'330);
  Kind scheduler(random, arguments...);
  return surprise(drawn(straight(lines), scheduler, random, executions), chances);
}

TEST(SlowSchedulers, TheWalkIsUniformAtEachStep) {
  for (const Lines& lines : {Lines{"XXXX", "YYYY"}, Lines{"xXyY", "Yx"}, Lines{"X", "yx", "XYX"}}) {
    Chances chances;
    walk_chances(lines, chances);
    EXPECT_LT(surprise_of<WalkScheduler>(lines, chances, 100'000), kMuch);
    EXPECT_GT(surprise_of<WalkScheduler>(lines, uniform_chances(lines), 100'000), 10 * kMuch);
  }
}

// Two threads of n steps: interleavings that end with m steps of one thread alone have the probability 2^-(2n - m).
TEST(Schedulers, TheWalkHasTheKnownDistribution) {
  Chances chances;
  walk_chances({"XXX", "YYY"}, chances);
  EXPECT_DOUBLE_EQ(chances["000111"], 1.0 / 8);
  EXPECT_DOUBLE_EQ(chances["010101"], 1.0 / 32);
  EXPECT_DOUBLE_EQ(chances["010011"], 1.0 / 16);
}

TEST(SlowSchedulers, PctIsAsPublished) {
  for (const Lines& lines : {Lines{"XXXX", "XXXX"}, Lines{"xY", "XyX", "Zx"}}) {
    for (unsigned depth = 1; depth <= 4; ++depth) {
      SCOPED_TRACE(depth);
      const Chances chances = pct_chances(lines, depth);
      EXPECT_LT(surprise_of<PctScheduler>(lines, chances, 100'000, depth), kMuch);
      EXPECT_GT(surprise_of<PctScheduler>(lines, pct_chances(lines, depth + 1), 100'000, depth), 10 * kMuch);
    }
  }
}

// A bug of depth d is found with a probability of 1/(n k^(d-1)) at least: these need d ordering constraints.
TEST(SlowSchedulers, PctKeepsItsPromise) {
  struct Bug {
    unsigned depth;
    std::function<bool(const std::string&)> found;  ///< in an interleaving
  };
  const Lines lines = {"XXXXXX", "XXXXXX", "XXXXXX"};
  const std::vector<Bug> bugs = {
      // The last thread comes before all others.
      {1, [](const std::string& s) { return s.find('2') < std::min(s.find('0'), s.find('1')); }},
      // Thread 1 has its first step between the fourth and the fifth of thread 0.
      {2,
       [](const std::string& s) { return std::count(s.begin(), s.begin() + static_cast<int>(s.find('1')), '0') == 4; }},
      // … and thread 0 its fifth between the second and the third of thread 1.
      {3, [](const std::string& s) {
         const auto first = s.begin() + static_cast<int>(s.find('1'));
         if (std::count(s.begin(), first, '0') != 4) return false;
         const auto fifth = std::find(first, s.end(), '0');
         return std::count(first, fifth, '1') == 2;
       }}};
  constexpr std::uint64_t kExecutions = 200'000;
  const auto k = static_cast<double>(steps_of(lines));
  for (const Bug& bug : bugs) {
    const double bound = 1 / (static_cast<double>(lines.size()) * std::pow(k, bug.depth - 1));
    Random random(7);
    PctScheduler scheduler(random, bug.depth);
    std::uint64_t found = 0;
    for (const auto& [interleaving, count] : drawn(straight(lines), scheduler, random, kExecutions)) {
      if (bug.found(interleaving)) found += count;
    }
    const double deviation = std::sqrt(bound / kExecutions);
    EXPECT_GT(static_cast<double>(found) / kExecutions, bound - 3 * deviation) << "depth " << bug.depth;
    EXPECT_GT(found, 0U);
  }
}

TEST(SlowSchedulers, PosIsAsPublished) {
  for (const Lines& lines : {Lines{"XY", "YX"}, Lines{"XyX", "xY"}, Lines{"X", "X", "Xy"}, Lines{"xY", "xZ", "Y"}}) {
    const PosChances pos(lines);
    double sum = 0;
    for (const auto& [interleaving, chance] : pos.chances()) sum += chance;
    ASSERT_NEAR(sum, 1, 1e-9);
    EXPECT_LT(surprise_of<PosScheduler>(lines, pos.chances(), 200'000), kMuch);
    Chances walk;
    walk_chances(lines, walk);
    EXPECT_GT(surprise_of<PosScheduler>(lines, walk, 200'000), 2 * kMuch);
  }
}

// Two accesses of a thread against one of another that conflicts with neither, and with both: without new draws after
// the first, the second access of the long thread would come before the other one a third of the time.
TEST(Schedulers, PosDrawsAnewWhatRaces) {
  const Lines independent = {"XX", "Y"}, racing = {"XX", "X"};
  const PosChances without(independent), with(racing);
  EXPECT_NEAR(without.chances().at("001"), 1.0 / 3, 1e-9);
  EXPECT_NEAR(with.chances().at("001"), 1.0 / 4, 1e-9);
  EXPECT_LT(surprise_of<PosScheduler>(independent, without.chances(), 100'000), kMuch);
  EXPECT_LT(surprise_of<PosScheduler>(racing, with.chances(), 100'000), kMuch);
}

TEST(SlowSchedulers, SurwIsUniform) {
  for (const Lines& lines : {Lines{"XXXX", "XXXX"}, Lines{"XxX", "xX", "XX"}, Lines{"XXXXXX", "x", "X"}}) {
    const Chances uniform = uniform_chances(lines);
    EXPECT_LT(surprise_of<SurwScheduler>(lines, uniform, 1000 * uniform.size()), kMuch);
    EXPECT_GT(surprise_of<WalkScheduler>(lines, uniform, 1000 * uniform.size()), 10 * kMuch);
  }
}

// Whatever else the threads do: y and z are accessed by one thread each.
TEST(SlowSchedulers, SurwIsUniformInWhatIsInteresting) {
  const StraightLine program = straight({"YYXYXYX", "XX", "ZZZZZx"});
  Random random(5);
  SurwScheduler scheduler(random);
  const Chances uniform = uniform_chances({"XXX", "XX", "X"});
  EXPECT_LT(surprise(drawn(program, scheduler, random, 100'000, 0), uniform), kMuch);
  WalkScheduler walk(random);
  EXPECT_GT(surprise(drawn(program, walk, random, 100'000, 0), uniform), 10 * kMuch);
}

/// All orders that threads which start others allow, alike: thread `t` has its events from `t.begin` on only after the
/// `after`-th of its parent.
struct Started {
  std::size_t events;
  int parent = -1;
  std::size_t after = 0;
};

void add_orders(const std::vector<Started>& threads, const std::string& done, Chances& chances) {
  const auto count = [&](std::size_t t) {
    return static_cast<std::size_t>(std::ranges::count(done, static_cast<char>('0' + t)));
  };
  bool ended = true;
  for (std::size_t t = 0; t < threads.size(); ++t) {
    if (count(t) == threads[t].events) continue;
    ended = false;
    if (threads[t].parent >= 0 && count(static_cast<std::size_t>(threads[t].parent)) < threads[t].after) continue;
    add_orders(threads, done + static_cast<char>('0' + t), chances);
  }
  if (ended) chances[done] = 1;
}

// The events of threads that are yet to be started count for those who start them, also if others go on in between.
TEST(SlowSchedulers, SurwIsUniformAmongThreadsThatStartOthers) {
  const auto start = [](Value thread) {
    Op op;
    op.kind = RequestKind::start;
    op.operand = thread;
    return op;
  };
  const Op x = access('X'), y = access('Y'), z = access('Z');
  // Thread 0: 1 and 2 begin after its first access of x; 1 has 3 begin after its first.
  const StraightLine program({{x, y, start(1), start(2), y, x}, {x, z, start(3), x}, {x, x}, {x}, {x, x}}, 3);
  Chances uniform;
  add_orders({{2}, {2, 0, 1}, {2, 0, 1}, {1, 1, 1}, {2}}, "", uniform);
  for (auto& [order, chance] : uniform) chance = 1 / static_cast<double>(uniform.size());
  Random random(5);
  SurwScheduler scheduler(random);
  EXPECT_LT(surprise(drawn(program, scheduler, random, 50 * uniform.size(), 0), uniform), kMuch);
}

/// The graphs in the tree under sc, and who waits for ever; nothing if they are too many.
struct WholeTree {
  std::set<Fingerprint> graphs;
  std::set<std::string> stuck;
};

std::string who(std::span<const Waiting> waiting) {
  std::string text;
  for (const Waiting& w : waiting) text += std::to_string(w.thread) + " ";
  return text;
}

std::optional<WholeTree> tree_of(const Program& program, std::uint64_t limit) {
  const std::unique_ptr<MemoryModel> model = make_model("sc");
  Random random(1);
  RandomStrategy strategy(random);
  Explorer explorer(program, *model, strategy);
  explorer.look_for_spins(true);
  std::vector<Branch> frontier(1);
  WholeTree tree;
  for (std::uint64_t leaves = 0; !frontier.empty(); ++leaves) {
    if (leaves == limit) return std::nullopt;
    const Branch branch = std::move(frontier.back());
    frontier.pop_back();
    if (explorer.explore(branch, frontier) == Ending::complete) tree.graphs.insert(fingerprint(explorer.graph()).graph);
    if (!explorer.waiting().empty()) tree.stuck.insert(who(explorer.waiting()));
  }
  return tree;
}

using MakeScheduler = std::function<std::unique_ptr<Scheduler>(Random&)>;

const std::vector<std::pair<const char*, MakeScheduler>>& all_schedulers() {
  static const std::vector<std::pair<const char*, MakeScheduler>> all = {
      {"walk", [](Random& r) { return std::make_unique<WalkScheduler>(r); }},
      {"pct", [](Random& r) { return std::make_unique<PctScheduler>(r, 3); }},
      {"pos", [](Random& r) { return std::make_unique<PosScheduler>(r); }},
      {"surw", [](Random& r) { return std::make_unique<SurwScheduler>(r); }}};
  return all;
}

/// What a scheduler finds, each graph of which must be consistent, and be built again from its choices.
WholeTree found_by(const Program& program, const MakeScheduler& make, int executions) {
  const std::unique_ptr<MemoryModel> model = make_model("sc");
  Executor executor(program, *model);
  const std::unique_ptr<MemoryModel> other = make_model("sc");
  Executor check(program, *other);
  Random random(3);
  const std::unique_ptr<Scheduler> scheduler = make(random);
  WholeTree found;
  for (int i = 0; i < executions; ++i) {
    const Ending ending = executor.interleave(*scheduler, random);
    if (!executor.waiting().empty()) found.stuck.insert(who(executor.waiting()));
    if (ending != Ending::complete || !found.graphs.insert(fingerprint(executor.graph()).graph).second) continue;
    EXPECT_TRUE(model->consistent(executor.graph()));
    const Prefix prefix = choices(executor.graph());
    EXPECT_EQ(check.check(prefix), prefix.steps.size());
    EXPECT_TRUE(check.graph() == executor.graph());
    // Reads read what was written last when they came.
    std::map<Location, Slot> last;
    const ExecutionGraph& graph = executor.graph();
    for (Slot slot = graph.locations(); slot < graph.size(); ++slot) {
      const Event& e = graph[slot];
      if (!is_access(e.label.kind)) continue;
      const auto before = last.find(e.label.location);
      const Slot written = before == last.end() ? graph.mo(e.label.location).front() : before->second;
      if (e.label.kind != EventKind::write) {
        EXPECT_EQ(e.rf, written);
      }
      if (writes(e.label.kind)) {
        EXPECT_EQ(graph.mo_previous(slot), written);
        last[e.label.location] = slot;
      }
    }
  }
  return found;
}

class SlowScheduledTests : public ::testing::TestWithParam<const char*> {};

TEST_P(SlowScheduledTests, AreExploredAlike) {
  const auto program =
      load_litmus(std::filesystem::path(source_folder()) / "litmus" / (std::string(GetParam()) + ".litmus"));
  const std::optional<WholeTree> tree = tree_of(*program, 100'000);
  ASSERT_TRUE(tree);
  for (const auto& [name, make] : all_schedulers()) {
    SCOPED_TRACE(name);
    const WholeTree found = found_by(*program, make, 100'000);
    EXPECT_TRUE(std::ranges::includes(tree->graphs, found.graphs));
    EXPECT_TRUE(std::ranges::includes(tree->stuck, found.stuck));
    // PCT has few change points.
    if (std::string(name) != "pct") {
      EXPECT_EQ(found.graphs.size(), tree->graphs.size());
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Litmus, SlowScheduledTests,
                         ::testing::Values("SB", "IRIW", "CAS+weak", "RMW+4", "peterson", "dekker", "szymanski",
                                           "ttas-lock-2", "ttas-lock-3", "ticket-lock-2", "mcs-lock-2", "barrier",
                                           "barrier-3+assume", "linux-rwlock-2", "mutex", "CAS+retry", "MP+wait",
                                           "seqlock", "spsc-ring", "treiber-push-pop"));

TEST(Schedulers, BuildNothingButWhatTheTreeHas) {
  int compared = 0, stuck = 0;
  std::size_t graphs = 0;
  check_property(150, [&] {
    const auto program = parse(*any_litmus());
    const std::optional<WholeTree> tree = tree_of(*program, 500);
    if (!tree) return;
    ++compared;
    stuck += tree->stuck.empty() ? 0 : 1;
    graphs += tree->graphs.size();
    for (const auto& [name, make] : all_schedulers()) {
      const WholeTree found = found_by(*program, make, 2000);
      RC_ASSERT(std::ranges::includes(tree->graphs, found.graphs));
      RC_ASSERT(std::ranges::includes(tree->stuck, found.stuck));
      if (std::string(name) == "walk") {
        RC_ASSERT(2 * found.graphs.size() >= tree->graphs.size());
        RC_ASSERT(found.stuck.empty() == tree->stuck.empty());
      }
    }
  });
  EXPECT_GT(compared, seen_here(75));
  EXPECT_GT(stuck, seen_here(5));
  EXPECT_GT(graphs, seen_here(500U));
}

TEST(Schedulers, GoThroughThreadsThatStartOthers) {
  check_property(200, [] {
    const StraightLine program(*any_program());
    const std::optional<WholeTree> tree = tree_of(program, 1000);
    if (!tree) return;
    for (const auto& [name, make] : all_schedulers()) {
      RC_ASSERT(std::ranges::includes(tree->graphs, found_by(program, make, 300).graphs));
    }
  });
}

// A waiting iteration that reads twice can only end if it is interrupted between its reads, and begins anew when it was
// too late.
TEST(Schedulers, InterruptWaitingIterations) {
  const auto program = parse_litmus(R"(C twice
{ x = 0; y = 0; }
P0 (atomic_int* x, atomic_int* y) {
  int a = 0;
  int b = 0;
  while (a != 1 || b != 1) {
    a = atomic_load(x);
    b = atomic_load(y);
  }
}
P1 (atomic_int* x, atomic_int* y) {
  atomic_store(x, 1);
  atomic_store(x, 2);
  atomic_store(y, 1);
}
exists (x=2)
)",
                                    "twice");
  const std::optional<WholeTree> tree = tree_of(*program, 1000);
  ASSERT_TRUE(tree);
  ASSERT_EQ(tree->graphs.size(), 1U);
  ASSERT_EQ(tree->stuck, std::set<std::string>{"0 "});
  for (const auto& [name, make] : all_schedulers()) {
    SCOPED_TRACE(name);
    const WholeTree found = found_by(*program, make, 1000);
    EXPECT_EQ(found.graphs, tree->graphs);
    EXPECT_EQ(found.stuck, tree->stuck);
  }
}

}  // namespace
}  // namespace graphfuzz::testing

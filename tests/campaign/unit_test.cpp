// Work that is taken apart and put together in any order is the work done in one go.
#include "graphfuzz/campaign/unit.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <deque>
#include <random>
#include <regex>

#include "campaign/documents.hpp"
#include "graphfuzz/stop/stop.hpp"
#include "graphfuzz/store/envelope.hpp"
#include "support/long_runs.hpp"

namespace graphfuzz {
namespace {

using testing::small_task;

constexpr std::uint64_t kUnlimited = std::numeric_limits<std::uint64_t>::max();

Unit whole(const Task& task, StrategyKind strategy, std::uint64_t executions = kUnlimited) {
  Unit unit{task, 7, executions, std::numeric_limits<double>::infinity(), {}, {}};
  unit.task.options.fuzz.strategy = strategy;
  return unit;
}

/// All documents on the way, as they would be sent.
Gathering sent(const Gathering& gathering) { return Gathering::read(gathering.to_bytes(), "sent"); }

/// Works on what is left over, and on what is then, in units of so many executions, until nothing is.
std::vector<Gathering> all_results(const Unit& unit, std::size_t parts, std::uint64_t budget, std::mt19937& random) {
  std::vector<Gathering> results;
  WorkOptions how;
  how.parts = parts;
  results.push_back(sent(split(unit, how)));
  std::deque<std::string> waiting;
  const auto take_left = [&](const Gathering& from) {
    for (const auto& [id, bytes] : from.left()) waiting.push_back(bytes);
  };
  take_left(results.front());
  while (!waiting.empty()) {
    std::swap(waiting.front(), waiting[random() % waiting.size()]);
    Unit next = read_unit(waiting.front(), "waiting");
    waiting.pop_front();
    next.executions = budget;
    how.parts = 1 + random() % 3;
    results.push_back(sent(work(next, how)));
    take_left(results.back());
  }
  return results;
}

class Units : public ::testing::TestWithParam<testing::NamedTask> {};

TEST_P(Units, OfATreeAreTheWholeTree) {
  std::mt19937 random(1);
  const Task task = GetParam().task();
  const std::unique_ptr<const Target> target = load_target(task);
  for (const StrategyKind strategy : {StrategyKind::exhaustive, StrategyKind::optimal}) {
    SCOPED_TRACE(name(strategy));
    const Unit unit = whole(task, strategy);
    CampaignOptions options = unit.task.options;
    options.executions = kUnlimited;
    const CampaignResult expected = run_campaign(*target, options);
    ASSERT_TRUE(expected.complete);
    for (const std::size_t parts : {1U, 2U, 5U}) {
      std::vector<Gathering> results = all_results(unit, parts, 1 + expected.executions / 7, random);
      std::shuffle(results.begin(), results.end(), random);
      Gathering all(unit.task);
      for (std::size_t i = 0; i < results.size(); ++i) {
        EXPECT_FALSE(i > 0 && all.complete());
        EXPECT_TRUE(all.add(results[i]));
        EXPECT_FALSE(all.add(results[random() % (i + 1)])) << "twice the same";
      }
      EXPECT_TRUE(all.complete());
      const CampaignResult result = all.result(*target, options);
      EXPECT_EQ(result.graphs, expected.graphs);
      EXPECT_EQ(result.positive, expected.positive);
      EXPECT_EQ(result.negative, expected.negative);
      EXPECT_EQ(testing::states_of(result), testing::states_of(expected));
      EXPECT_EQ(testing::bugs_of(result), testing::bugs_of(expected));
      if (strategy == StrategyKind::optimal) {
        EXPECT_EQ(result.graphs_rf, expected.graphs_rf);
        // Which of the operations that could as well be the other way round was first is not the graph's to say.
        if (target->kind() != "go") {
          EXPECT_EQ(result.rf_pairs, expected.rf_pairs);
        }
      }
    }
  }
}

Task task_of(const std::string& file, const std::string& text, const std::map<std::string, std::string>& settings) {
  Task task;
  task.program = {file, text};
  task.settings = settings;
  const std::unique_ptr<const Target> target = load_target(task);
  return make_task(task.program, *target, task.options);
}

constexpr const char* kLongThreads = R"(C long
{}
P0 (atomic_int* x, atomic_int* y, atomic_int* z) {
  for (int i = 0; i < ROUNDS; i++) { atomic_store(z, i); }
  atomic_store(x, 1);
  int r0 = atomic_load(y);
}
P1 (atomic_int* x, atomic_int* y) {
  atomic_store(y, 1);
  int r0 = atomic_load(x);
}
exists (0:r0=0 /\ 1:r0=0)
)";
constexpr const char* kLongGoroutines = R"(package main
func main() {
	a, b, c := make(chan int, 1), make(chan int, 2), make(chan int)
	go func() {
		b <- 1
		close(c)
	}()
	for i := 0; i < ROUNDS; i++ {
		a <- i
		<-a
	}
	b <- 2
	<-c
}
)";

Task with_rounds(const std::string& file, const char* text, unsigned rounds,
                 std::map<std::string, std::string> settings) {
  if (file.ends_with(".litmus")) settings["unroll"] = std::to_string(rounds);
  return task_of(file, std::regex_replace(text, std::regex("ROUNDS"), std::to_string(rounds)), settings);
}

/// With rounds enough, on this machine, for executions to be given up in their midst: what ends by itself within
/// StopScope::kGrace is not. What is left of a heavy load at that moment makes them shorter than they should be; then
/// they are stopped between one and the next, which has to come out the same.
Task with_long_executions(const std::string& file, const char* text,
                          const std::map<std::string, std::string>& settings) {
  constexpr double kLong = 3 * std::chrono::duration<double>(StopScope::kGrace).count();
  constexpr unsigned kMost = 1U << 17;
  for (unsigned rounds = 1U << 6;; rounds *= 2) {
    Task task = with_rounds(file, text, rounds, settings);
    const std::unique_ptr<const Target> target = load_target(task);
    CampaignOptions options = task.options;
    options.executions = 1;
    if (rounds == kMost || run_campaign(*target, options).seconds > kLong) return task;
  }
}

/// Does the whole unit in units that have so much time each, and more once that turns out to be too little for
/// anything. How many of them have left something over?
int work_in_slices(const Unit& whole, double seconds, Gathering& all) {
  std::deque<Unit> waiting = {whole};
  int stopped = 0;
  while (!waiting.empty()) {
    Unit next = waiting.front();
    waiting.pop_front();
    next.seconds = seconds;
    const Gathering result = sent(work(next, {}));
    EXPECT_TRUE(all.add(result));
    stopped += result.left().empty() ? 0 : 1;
    if (result.executions() == 0) seconds *= 1.5;
    for (const auto& [id, bytes] : result.left()) waiting.push_back(read_unit(bytes, "waiting"));
  }
  return stopped;
}

// Few executions, most of which are stopped in their midst; those of rc11, which are quick, between one and the next.
TEST(StoppedUnits, OfATreeLoseNothingAndComeToAnEnd) {
  for (const Task& task : {with_rounds("many.litmus", kLongThreads, 10'000, {{"model", "rc11"}}),
                           with_long_executions("long.litmus", kLongThreads, {{"model", "coherence"}}),
                           with_long_executions("long.go", kLongGoroutines, {})}) {
    SCOPED_TRACE(task.program.file);
    const std::unique_ptr<const Target> target = load_target(task);
    for (const StrategyKind strategy : {StrategyKind::exhaustive, StrategyKind::optimal}) {
      const Unit unit = whole(task, strategy);
      CampaignOptions options = unit.task.options;
      options.executions = kUnlimited;
      const CampaignResult expected = run_campaign(*target, options);
      ASSERT_TRUE(expected.complete);
      // Whatever is too much time to be stopped at all, half of it may be not: no time is too little for that.
      for (double seconds = expected.seconds / 8;; seconds /= 2) {
        Gathering all(unit.task);
        const int stopped = work_in_slices(unit, seconds, all);
        EXPECT_TRUE(all.complete());
        const CampaignResult result = all.result(*target, options);
        EXPECT_EQ(result.graphs, expected.graphs);
        EXPECT_EQ(result.executions, expected.executions);
        EXPECT_EQ(testing::states_of(result), testing::states_of(expected));
        if (stopped > 0) break;
      }
    }
  }
}

/// A curve that has come of adding results, and ends with what is known for sure.
void expect_curve(const CampaignResult& result) {
  ASSERT_GT(result.curve.size(), 2U);
  for (std::size_t i = 1; i < result.curve.size(); ++i) {
    EXPECT_GT(result.curve[i].first, result.curve[i - 1].first);
    EXPECT_GE(result.curve[i].second, result.curve[i - 1].second);
  }
  EXPECT_EQ(result.curve.back(), std::pair(result.executions, result.graphs));
  ASSERT_FALSE(result.estimates.empty());
  EXPECT_EQ(result.estimates.back().executions, result.executions);
  EXPECT_EQ(result.estimates.back().total, result.discovery->total);
}

// What several found of the same graphs counts once, whoever is added first.
TEST_P(Units, OfSamplesAddUp) {
  std::mt19937 random(2);
  const Task task = GetParam().task();
  const std::unique_ptr<const Target> target = load_target(task);
  for (const StrategyKind strategy : testing::strategies_for(*target)) {
    if (explores_tree(strategy)) continue;
    SCOPED_TRACE(name(strategy));
    const Unit unit = whole(task, strategy, 90);
    WorkOptions how;
    how.parts = 3;
    const Gathering begun = split(unit, how);
    ASSERT_EQ(begun.left().size(), 3U);
    std::vector<Gathering> results;
    results.push_back(sent(begun));
    for (const auto& [id, bytes] : begun.left()) {
      results.push_back(sent(work(read_unit(bytes, "unit"), {})));
      // … and what is left of that: prefixes to go on with.
      for (const auto& [next, rest] : std::map(results.back().left())) {
        results.push_back(sent(work(read_unit(rest, "unit"), {})));
      }
    }
    Gathering all(unit.task), reverse(unit.task);
    for (const Gathering& result : results) all.add(result);
    for (auto result = results.rbegin(); result != results.rend(); ++result) reverse.add(*result);
    EXPECT_FALSE(all.complete());
    const CampaignResult result = all.result(*target, unit.task.options);
    expect_curve(result);
    expect_curve(reverse.result(*target, unit.task.options));
    all.forget_curve();
    reverse.forget_curve();
    EXPECT_EQ(all.to_bytes(), reverse.to_bytes());
    EXPECT_EQ(result.positive + result.negative, result.graphs);
    std::uint64_t graphs = 0;
    for (const ObservedState& state : result.states) graphs += state.graphs;
    EXPECT_EQ(graphs, result.graphs);
    std::uint64_t most = 0, executions = 0;
    for (const Gathering& one : results) {
      most = std::max(most, one.result(*target, unit.task.options).graphs);
      executions += one.executions();
    }
    EXPECT_EQ(result.executions, executions);
    EXPECT_GE(result.graphs, most);
  }
}

INSTANTIATE_TEST_SUITE_P(Tasks, Units, ::testing::ValuesIn(testing::kTasks), testing::name_of);

TEST(Units, ShareExactlyAsManyExecutionsAsThereMayBe) {
  const Task task = small_task("long-assert-3");
  for (const StrategyKind strategy : {StrategyKind::mix, StrategyKind::optimal}) {
    for (const std::uint64_t executions : {1, 5, 301, 1000, 10'007}) {
      WorkOptions how;
      how.parts = 3;
      const Gathering begun = split(whole(task, strategy, executions), how);
      std::uint64_t all = begun.executions();
      for (const auto& [id, unit] : begun.left()) all += read_unit(unit, "unit").executions;
      EXPECT_EQ(all, executions) << name(strategy);
    }
    const Gathering unbounded = split(whole(task, strategy), {});
    for (const auto& [id, unit] : unbounded.left()) {
      EXPECT_EQ(read_unit(unit, "unit").executions, kUnlimited);
    }
  }
}

TEST(Units, SayInTheirReportsWithWhichSeedTheCampaignBegan) {
  const Task task = small_task("long-assert-3");
  const std::unique_ptr<const Target> target = load_target(task);
  for (const StrategyKind strategy : {StrategyKind::mix, StrategyKind::optimal}) {
    WorkOptions how;
    how.parts = 3;
    Gathering last = sent(split(whole(task, strategy, 1000), how));
    // Of what was left over, and of what that leaves over.
    for (int i = 0; i < 2; ++i) {
      ASSERT_FALSE(last.left().empty());
      Unit unit = read_unit(last.left().begin()->second, "unit");
      EXPECT_NE(unit.seed, 7U);
      unit.executions = 20;
      last = sent(work(unit, {}));
      EXPECT_EQ(last.result(*target, unit.task.options).seed, 7U);
    }
  }
}

// A small search space is found as a whole by each: together it is no larger.
TEST(Gathering, CountsGraphsThatSeveralHaveFoundOnce) {
  const Task task = small_task("RelSeq+interrupted");
  const Unit unit = whole(task, StrategyKind::random, 60'000);
  WorkOptions how;
  how.parts = 3;
  const Gathering begun = split(unit, how);
  Gathering all(unit.task);
  all.add(begun);
  for (const auto& [id, bytes] : begun.left()) all.add(work(read_unit(bytes, "unit"), {}));
  const std::unique_ptr<const Target> target = load_target(task);
  CampaignOptions options = task.options;
  options.executions = kUnlimited;
  const CampaignResult tree = run_campaign(*target, options);
  const CampaignResult result = all.result(*target, unit.task.options);
  EXPECT_EQ(result.graphs, tree.graphs);
  EXPECT_EQ(testing::states_of(result), testing::states_of(tree));
}

TEST(Gathering, RefusesWhatDoesNotBelongTogether) {
  WorkOptions how;
  how.parts = 2;
  const Unit unit = whole(small_task("long-assert-3"), StrategyKind::optimal);
  const Gathering begun = split(unit, how);
  ASSERT_EQ(begun.left().size(), 2U);
  const Unit first = read_unit(begun.left().begin()->second, "first");
  Gathering all(unit.task);
  EXPECT_TRUE(all.add(begun));

  const Unit other = whole(small_task("IRIW"), StrategyKind::optimal);
  EXPECT_THROW(all.add(work(other, {})), std::invalid_argument);
  const Unit other_options = whole(small_task("long-assert-3"), StrategyKind::exhaustive);
  EXPECT_THROW(all.add(work(other_options, {})), std::invalid_argument);

  // Another run of the same unit stops somewhere else, and leaves over other units.
  Unit shorter = first, longer = first;
  shorter.executions = 10;
  longer.executions = 20;
  const Gathering one = work(shorter, {}), another = work(longer, {});
  ASSERT_FALSE(another.left().empty());
  EXPECT_TRUE(all.add(one));
  EXPECT_FALSE(all.add(another));
  const Gathering orphan = work(read_unit(another.left().begin()->second, "orphan"), {});
  const std::string before = all.to_bytes();
  EXPECT_THROW(all.add(orphan), std::invalid_argument);
  EXPECT_EQ(all.to_bytes(), before);

  // Parts of what was put together elsewhere cannot be taken out again.
  Gathering both(unit.task);
  both.add(begun);
  both.add(one);
  both.add(work(read_unit(one.left().begin()->second, "next"), {}));
  Gathering single(unit.task);
  single.add(one);
  EXPECT_THROW(single.add(both), std::invalid_argument);
  EXPECT_FALSE(both.add(single));
}

TEST(Units, KnowWhatTheyAreWhateverTheirBudget) {
  Unit unit = whole(small_task("IRIW"), StrategyKind::optimal);
  const UnitId id = id_of(unit);
  unit.executions = 5;
  unit.seconds = 1;
  EXPECT_EQ(id_of(unit), id);
  EXPECT_EQ(id_of(read_unit(to_bytes(unit), "unit")), id);
  unit.seed = 8;
  EXPECT_NE(id_of(unit), id);
}

TEST(Units, ThatAreBrokenAreRefused) {
  std::mt19937 random(4);
  for (const char* name : {"long-assert-3", "go/ab-ba-three.go"}) {
    for (const StrategyKind strategy : {StrategyKind::optimal, StrategyKind::mix}) {
      Unit unit = whole(small_task(name), strategy, 30);
      WorkOptions how;
      how.parts = 2;
      Gathering left = strategy == StrategyKind::mix ? work(unit, how) : split(unit, how);
      ASSERT_FALSE(left.left().empty());
      const std::string good = left.left().begin()->second;
      const std::string result = left.to_bytes();
      EXPECT_THROW(read_unit(result, "f"), store::DocumentError);
      EXPECT_THROW(Gathering::read(good, "f"), store::DocumentError);
      const std::string unit_payload(store::open_sealed(good, "f").payload);
      const std::string result_payload(store::open_sealed(result, "f").payload);
      unsigned refused = 0;
      for (int i = 0; i < 200; ++i) {
        std::string bad = i % 2 == 0 ? unit_payload : result_payload;
        for (unsigned n = 1 + random() % 3; n > 0; --n) bad[random() % bad.size()] = static_cast<char>(random());
        try {
          if (i % 2 == 0) {
            Unit read = read_unit(store::seal(kUnitKind, kUnitVersion, bad), "f");
            read.executions = 50;
            read.seconds = 0.05;
            work(read, {});
          } else {
            Gathering::read(store::seal("graphfuzz result", 1, bad), "f").to_bytes();
          }
        } catch (const std::exception&) {
          ++refused;
        }
      }
      EXPECT_GT(refused, 50U);
    }
  }
}

}  // namespace
}  // namespace graphfuzz

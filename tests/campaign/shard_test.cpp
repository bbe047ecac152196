// Fingerprints that are divided by hash, and counted shard by shard, are the same graphs.
#include "graphfuzz/campaign/shard.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <deque>

#include "graphfuzz/campaign/unit.hpp"
#include "graphfuzz/store/error.hpp"
#include "store/temporary_folder.hpp"
#include "support/long_runs.hpp"

namespace graphfuzz {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kShards = 5;

struct InFiles {
  store::testing::TemporaryFolder folder;
  Task task;
  std::size_t results = 0;
  std::vector<Gathering> whole{};
  Gathering apart;

  explicit InFiles(Task of) : task(std::move(of)), apart(task) {}

  fs::path shard(std::size_t result, std::size_t index) const {
    return folder.path() / ("result" + std::to_string(result) + "." + std::to_string(index));
  }
  std::vector<SavedShard> saved(std::size_t index, std::size_t from, std::size_t to) const {
    std::vector<SavedShard> some;
    for (std::size_t i = from; i < to; ++i) some.emplace_back(shard(i, index));
    return some;
  }
  /// Keeps a result whole, and adds it to those that are apart.
  void add(const Gathering& result) {
    whole.push_back(Gathering::read(result.to_bytes(), "whole"));
    Gathering taken = Gathering::read(result.to_bytes(), "to be taken apart");
    taken.take_apart(folder.path() / ("result" + std::to_string(results++)), kShards);
    EXPECT_EQ(taken.shards(), kShards);
    EXPECT_TRUE(apart.add(Gathering::read(taken.to_bytes(), "apart")));
  }
  Gathering together() const {
    Gathering all(task);
    for (const Gathering& result : whole) all.add(result);
    return all;
  }
};

/// The work on so many units of a task, and on what those have left over.
void work_on(InFiles& files, std::size_t parts, std::uint64_t executions) {
  WorkOptions how;
  how.parts = parts;
  const Unit all{files.task, 7, executions * parts, std::numeric_limits<double>::infinity(), {}, {}};
  const Gathering first = split(all, how);
  files.add(first);
  std::deque<std::string> waiting;
  for (const auto& [id, unit] : first.left()) waiting.push_back(unit);
  for (std::size_t i = 0; i < 2 * parts && !waiting.empty(); ++i) {
    Unit next = read_unit(waiting.front(), "waiting");
    waiting.pop_front();
    next.executions = executions;
    const Gathering result = work(next, {});
    files.add(result);
    for (const auto& [id, unit] : result.left()) waiting.push_back(unit);
  }
}

void expect_same(const CampaignResult& a, const CampaignResult& b) {
  EXPECT_EQ(a.executions, b.executions);
  EXPECT_EQ(a.seed, 7U);
  EXPECT_EQ(b.seed, 7U);
  EXPECT_EQ(a.graphs, b.graphs);
  EXPECT_EQ(a.graphs_rf, b.graphs_rf);
  EXPECT_EQ(a.outcomes, b.outcomes);
  EXPECT_EQ(a.positive, b.positive);
  EXPECT_EQ(a.negative, b.negative);
  EXPECT_EQ(testing::states_of(a), testing::states_of(b));
  EXPECT_EQ(testing::bugs_of(a), testing::bugs_of(b));
  EXPECT_EQ(a.uncounted, b.uncounted);
  EXPECT_EQ(a.gini, b.gini);
  ASSERT_EQ(a.discovery.has_value(), b.discovery.has_value());
  if (a.discovery) {
    EXPECT_EQ(a.discovery->new_probability, b.discovery->new_probability);
    EXPECT_EQ(a.discovery->total, b.discovery->total);
  }
  // Where nobody has all fingerprints, points of the curve are estimates, but for the last one.
  ASSERT_EQ(a.curve.size(), b.curve.size());
  for (std::size_t i = 0; i < a.curve.size(); ++i) {
    EXPECT_EQ(a.curve[i].first, b.curve[i].first);
    const auto [exact, estimate] = std::pair<double, double>(a.curve[i].second, b.curve[i].second);
    EXPECT_NEAR(exact, estimate, 2 + 0.05 * exact);
  }
  EXPECT_EQ(a.curve.back(), b.curve.back());
}

class Shards : public ::testing::TestWithParam<testing::NamedTask> {};

TEST_P(Shards, OfAllResultsAreTheGraphsOfAllResults) {
  const Task named = GetParam().task();
  const std::unique_ptr<const Target> target = load_target(named);
  for (const StrategyKind strategy : {StrategyKind::random, StrategyKind::mix, StrategyKind::optimal}) {
    SCOPED_TRACE(name(strategy));
    Task task = named;
    task.options.fuzz.strategy = strategy;
    ASSERT_TRUE(keeps_fingerprints(task));
    InFiles files(task);
    work_on(files, 3, 200);
    const CampaignResult expected = files.together().result(*target, task.options);

    // By their numbers: some are put together first, and what went into them is still there.
    Gathering counted = Gathering::read(files.apart.to_bytes(), "apart");
    EXPECT_TRUE(counted.lacks_graphs());
    EXPECT_THROW(counted.result(*target, task.options), std::logic_error);
    std::uint64_t graphs = 0;
    for (std::size_t index = 0; index < kShards; ++index) {
      const fs::path some = files.folder.path() / "some", numbers = files.folder.path() / "numbers";
      Shard(files.saved(index, 0, (files.results + 1) / 2), {}).write(some);
      std::vector<SavedShard> saved = files.saved(index, 1, files.results);
      saved.emplace_back(some);
      const Shard all(std::move(saved), {});
      graphs += all.numbers().graphs.number;
      all.write_numbers(numbers);
      saved.clear();
      saved.emplace_back(numbers);
      counted.take(Shard(std::move(saved), {}), false);
    }
    EXPECT_FALSE(counted.lacks_graphs());
    EXPECT_THROW(counted.to_bytes(), std::logic_error);
    expect_same(counted.result(*target, task.options), expected);
    if (strategy != StrategyKind::optimal) {
      EXPECT_EQ(graphs, expected.graphs);
    }

    // As one result, which can be gone on with.
    Gathering whole = Gathering::read(files.apart.to_bytes(), "apart");
    for (std::size_t index = kShards; index-- > 0;) {
      whole.take(Shard(files.saved(index, 0, files.results), {.memory = 1 << 20}), true);
    }
    EXPECT_EQ(whole.shards(), 0U);
    const Gathering again = Gathering::read(whole.to_bytes(), "whole");
    expect_same(again.result(*target, task.options), expected);
    EXPECT_EQ(again.left(), files.together().left());
  }
}

INSTANTIATE_TEST_SUITE_P(Tasks, Shards, ::testing::ValuesIn(testing::kTasks), testing::name_of);

Task sampling(const char* test) {
  Task task = testing::small_task(test);
  task.options.fuzz.strategy = StrategyKind::random;
  return task;
}

TEST(ShardsOfManyGraphs, HaveAboutTheSameNumberEach) {
  InFiles files(sampling("long-assert-5"));
  work_on(files, 1, 20'000);
  std::uint64_t all = 0, most = 0;
  for (std::size_t index = 0; index < kShards; ++index) {
    const std::uint64_t graphs = Shard(files.saved(index, 0, files.results), {}).numbers().graphs.number;
    all += graphs;
    most = std::max(most, graphs);
  }
  ASSERT_GT(all, 5'000U);
  EXPECT_LT(static_cast<double>(most), 1.1 * static_cast<double>(all) / kShards);
}

TEST(ShardsOfManyGraphs, CountThemOnceThoughNotAllStatesAreKept) {
  // Which states are kept differs from result to result: what is listed in one is among the others in the next.
  Task task = sampling("long-assert-3");
  task.options.keep_states = 3;
  InFiles files(task);
  work_on(files, 3, 100);
  const std::unique_ptr<const Target> target = load_target(task);
  const CampaignResult together = files.together().result(*target, task.options);
  EXPECT_GT(together.outcomes, 3U);
  EXPECT_EQ(together.positive + together.negative, together.graphs);
  for (std::size_t index = 0; index < kShards; ++index) {
    files.apart.take(Shard(files.saved(index, 0, files.results), {}), false);
  }
  expect_same(files.apart.result(*target, task.options), together);
}

TEST(WrongShards, AreToldApart) {
  InFiles files(sampling("long-assert-3"));
  work_on(files, 2, 50);
  ASSERT_GE(files.results, 4U);
  const auto shard = [&](std::size_t index, std::size_t from, std::size_t to) {
    return Shard(files.saved(index, from, to), {});
  };
  // Some results are missing, or there are more.
  EXPECT_THROW(files.apart.take(shard(0, 0, files.results - 1), false), std::invalid_argument);
  files.apart.take(shard(0, 0, files.results), false);
  EXPECT_THROW(files.apart.take(shard(0, 0, files.results), false), std::invalid_argument) << "twice";
  // Of different indices.
  std::vector<SavedShard> mixed = files.saved(0, 0, 1);
  mixed.emplace_back(files.shard(1, 1));
  EXPECT_THROW(Shard(std::move(mixed), {}), std::invalid_argument);
  // Two that overlap.
  const fs::path a = files.folder.path() / "a", b = files.folder.path() / "b";
  shard(2, 0, 2).write(a);
  shard(2, 1, 3).write(b);
  std::vector<SavedShard> overlapping;
  overlapping.emplace_back(a);
  overlapping.emplace_back(b);
  EXPECT_THROW(Shard(std::move(overlapping), {}), std::invalid_argument);
  // The same twice counts once.
  std::vector<SavedShard> twice = files.saved(2, 0, 2);
  twice.emplace_back(a);
  EXPECT_EQ(Shard(std::move(twice), {}).numbers().times, shard(2, 0, 2).numbers().times);
  // Of another campaign.
  InFiles others(sampling("MP+na"));
  work_on(others, 1, 50);
  std::vector<SavedShard> foreign = files.saved(0, 0, 1);
  foreign.emplace_back(others.shard(0, 0));
  EXPECT_THROW(Shard(std::move(foreign), {}), std::invalid_argument);
  // Results that have theirs in themselves, and results that do not.
  Gathering all(files.task);
  all.add(files.whole[1]);
  EXPECT_THROW(all.add(files.apart), std::logic_error);
  // Half a file.
  std::string bytes = store::read_file(a, 1 << 20);
  store::write_file(a, bytes.substr(0, bytes.size() / 2));
  EXPECT_THROW(SavedShard{a}, store::DocumentError);
}

TEST(WrongShards, AreNotMadeOfEstimates) {
  InFiles files(sampling("long-assert-5"));
  WorkOptions how;
  how.memory = 1 << 20;
  how.approximate = true;
  Gathering result = work({files.task, 7, 200'000, std::numeric_limits<double>::infinity(), {}, {}}, how);
  const std::string before = result.to_bytes();
  EXPECT_THROW(result.take_apart(files.folder.path() / "result", 2), WorkError);
  EXPECT_EQ(result.to_bytes(), before);
}

}  // namespace
}  // namespace graphfuzz

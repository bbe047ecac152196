// The tree of executions holds every consistent graph exactly once.
#include "graphfuzz/explore/explorer.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "graphfuzz/frontend/litmus.hpp"
#include "graphfuzz/graph/fingerprint.hpp"
#include "graphfuzz/model/registry.hpp"
#include "support/brute_force.hpp"
#include "support/enumerate.hpp"
#include "support/explore_all.hpp"
#include "support/folders.hpp"
#include "support/property.hpp"
#include "support/random_program.hpp"

namespace graphfuzz::testing {
namespace {

class ExplorerUnder : public ::testing::TestWithParam<std::string> {};

TEST_P(ExplorerUnder, FindsEveryConsistentGraphOnce) {
  check_property(3000, [&] {
    const StraightLine program(*any_program());
    const std::unique_ptr<MemoryModel> model = make_model(GetParam());
    Random random(*rc::gen::arbitrary<std::uint32_t>());
    RandomStrategy strategy(random);
    std::set<std::string> found;
    explore_all(program, *model, strategy, [&](Explorer& explorer, std::optional<Ending> ending) {
      if (!ending) return;
      RC_ASSERT(*ending == Ending::complete);
      RC_ASSERT(model->consistent(explorer.graph()));
      RC_ASSERT(found.insert(canonical(explorer.graph())).second);
    });
    RC_ASSERT(found == BruteForce(program).graphs(GetParam()));
  });
}

INSTANTIATE_TEST_SUITE_P(All, ExplorerUnder, ::testing::Values("sc", "ra", "rc11", "relaxed", "minimal"),
                         [](const auto& test) { return test.param; });

// The shares of the leaves, vain ones included, are a probability distribution; and the walks follow it.
TEST(Explorer, SharesSumToOne) {
  check_property(300, [&] {
    const StraightLine program(*any_program());
    const std::unique_ptr<MemoryModel> model = make_model("rc11");
    Random random(*rc::gen::arbitrary<std::uint32_t>());
    RandomStrategy strategy(random);
    double sum = 0;
    explore_all(program, *model, strategy, [&](Explorer& explorer, std::optional<Ending>) { sum += explorer.share(); });
    RC_ASSERT(sum > 1 - 1e-9 && sum < 1 + 1e-9);
  });
}

class SlowExplorer : public ::testing::TestWithParam<std::string> {};

TEST_P(SlowExplorer, CountsHerdsExecutions) {
  if (!std::filesystem::exists(kOracle / "herd7.jsonl")) GTEST_SKIP() << "no oracle in " << kOracle;
  std::ifstream in(kOracle / "herd7.jsonl");
  std::size_t checked = 0;
  for (std::string line; std::getline(in, line);) {
    const auto row = nlohmann::json::parse(line);
    if (row["model"] != GetParam() || row.value("loop", false)) continue;
    SCOPED_TRACE(row["file"]);
    const std::shared_ptr<const Program> program = load_litmus(kOracle / row["file"].get<std::string>());
    const std::unique_ptr<MemoryModel> model = make_model(GetParam());
    Random random(1);
    RandomStrategy strategy(random);
    std::set<Fingerprint> graphs;
    std::set<std::string> states;
    explore_all(*program, *model, strategy, [&](Explorer& explorer, std::optional<Ending> ending) {
      if (ending != Ending::complete || !program->question().keeps(explorer.state())) return;
      EXPECT_TRUE(graphs.insert(fingerprint(explorer.graph()).graph).second);
      states.insert(program->describe(explorer.state()));
    });
    EXPECT_EQ(graphs.size(), row["executions"]);
    EXPECT_EQ(states, row["states"].get<std::set<std::string>>());
    ++checked;
  }
  EXPECT_GE(checked, 400U);
}

INSTANTIATE_TEST_SUITE_P(All, SlowExplorer, ::testing::Values("sc", "ra", "rc11", "relaxed"),
                         [](const auto& test) { return test.param; });

}  // namespace
}  // namespace graphfuzz::testing

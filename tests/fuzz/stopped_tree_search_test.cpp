// Searches of trees whose steps are stopped in their midst find, in the same order, what they find without a break, and
// make the same random walks.
#include <gtest/gtest.h>

#include <vector>

#include "graphfuzz/frontend/go.hpp"
#include "graphfuzz/fuzz/go/searches.hpp"
#include "graphfuzz/fuzz/memory/searches.hpp"
#include "graphfuzz/model/registry.hpp"
#include "graphfuzz/stop/stop.hpp"
#include "support/folders.hpp"
#include "support/over.hpp"
#include "support/saved_searches.hpp"
#include "support/toy_program.hpp"

namespace graphfuzz::testing {
namespace {

using enum MemoryOrder;

std::vector<FuzzOptions> all_ways(bool rarity) {
  std::vector<FuzzOptions> ways;
  const auto add = [&](StrategyKind strategy, std::optional<Schedule> schedule, std::size_t frontier_size) {
    FuzzOptions& way = ways.emplace_back();
    way.strategy = strategy;
    way.schedule = schedule;
    way.frontier_size = frontier_size;
  };
  add(StrategyKind::exhaustive, {}, 1000);
  for (const std::size_t size : {1000, 5}) {
    add(StrategyKind::optimal, Schedule::size, size);
    add(StrategyKind::optimal, Schedule::depth_first, size);
    if (rarity) add(StrategyKind::optimal, Schedule::rarity, size);
  }
  return ways;
}

/// The next step, of a campaign whose steps are stopped where they look for orders; then `again`, and it is made once
/// more.
template <class Again>
Observed step(HandCampaign& campaign, int& stopped, Again again) {
  const Observed seen = campaign.step();
  if (seen.execution.kind != StepKind::idle) return seen;
  ++stopped;
  const UnstoppedScope whole;
  again();
  return campaign.step();
}

/// Steps without a break, with steps that are stopped, and going on with what was saved after each of these. Returns
/// how many were stopped.
int compare(const HandCampaign::Make& make, int steps) {
  HandCampaign reference(make, 1), same(make, 1), loaded(make, 1);
  const auto walks = [](HandCampaign& campaign) { return campaign.worker(0).left().size.walks(); };
  int stopped = 0;
  const Over over;
  for (int i = 1; i <= steps; ++i) {
    const Observed expected = [&] {
      const UnstoppedScope whole;
      return reference.step();
    }();
    const auto nothing = [] {};
    const auto load = [&] { loaded.load(loaded.save()); };
    if (step(same, stopped, nothing) != expected || step(loaded, stopped, load) != expected ||
        walks(same) != walks(reference) || walks(loaded) != walks(reference)) {
      ADD_FAILURE() << "step " << i << " differs";
      break;
    }
    if (expected.execution.kind == StepKind::exhausted) break;
  }
  EXPECT_GE(walks(reference), 32U);
  return stopped;
}

// Threads that write enough for themselves that executions look for orders when choices have been made.
TEST(StoppedTreeSearch, OfAMemoryModelGoesOnAsIfNothingHadHappened) {
  const auto thread = [](Location first) -> ToyBody {
    return [first](ToyThread& self) -> ToyCode {
      const Location second = first == 0 ? 1 : 0;
      co_await self.write(first, 1, relaxed);
      co_await self.read(second, relaxed);
      for (Value i = 0; i < 20; ++i) co_await self.write(2 + first, i, relaxed);
      co_await self.write(second, 2, relaxed);
      co_await self.read(first, relaxed);
      for (Value i = 0; i < 20; ++i) co_await self.write(2 + first, i, relaxed);
      co_await self.write(first, 3, relaxed);
      co_await self.read(second, relaxed);
    };
  };
  const ToyBody first = thread(0), second = thread(1);
  const ToyProgram program({{"x", 0}, {"y", 0}, {"a", 0}, {"b", 0}}, [&](ToyThread& self) -> ToyCode {
    const Value one = (co_await self.start(first)).value;
    const Value two = (co_await self.start(second)).value;
    co_await self.join(one);
    co_await self.join(two);
  });
  const ModelMaker model = [] { return make_model("rc11"); };
  for (const FuzzOptions& way : all_ways(true)) {
    SCOPED_TRACE(std::string(name(way.strategy)) + " " + (way.schedule ? std::string(name(*way.schedule)) : ""));
    SearchOptions options;
    options.fuzz = way;
    options.seed = 3;
    const auto make = [&](GraphCounts& counts) {
      return memory_searches({program, program.question(), model}, options, counts);
    };
    EXPECT_GT(compare(make, 150), 80);
  }
}

TEST(StoppedTreeSearch, OfAGoProgramGoesOnAsIfNothingHadHappened) {
  const std::shared_ptr<const go::GoProgram> program = load_go(source_folder() + "/litmus/go/rwr-two-locks.go");
  for (const FuzzOptions& way : all_ways(false)) {
    SCOPED_TRACE(std::string(name(way.strategy)) + " " + (way.schedule ? std::string(name(*way.schedule)) : ""));
    SearchOptions options;
    options.fuzz = way;
    options.seed = 3;
    const auto make = [&](GraphCounts& counts) { return go::go_searches(*program, {}, std::nullopt, options, counts); };
    EXPECT_GT(compare(make, 150), 80);
  }
}

}  // namespace
}  // namespace graphfuzz::testing

// Threads and locations that appear as the run goes on.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "graphfuzz/explore/candidates.hpp"
#include "graphfuzz/explore/executor.hpp"
#include "graphfuzz/explore/schedulers.hpp"
#include "graphfuzz/graph/fingerprint.hpp"
#include "graphfuzz/model/registry.hpp"
#include "graphfuzz/store/reader.hpp"
#include "graphfuzz/store/writer.hpp"
#include "support/campaigns.hpp"
#include "support/explore_all.hpp"
#include "support/property.hpp"
#include "support/random_program.hpp"
#include "support/sanitized.hpp"
#include "support/toy_program.hpp"

namespace graphfuzz::testing {
namespace {

using enum MemoryOrder;

/// The graphs in the tree, each of which must come once.
std::set<Fingerprint> all_graphs(const Program& program, const std::string& model_name, std::uint32_t seed = 1) {
  const std::unique_ptr<MemoryModel> model = make_model(model_name);
  Random random(seed);
  RandomStrategy strategy(random);
  std::set<Fingerprint> graphs;
  explore_all(program, *model, strategy, [&](Explorer& explorer, std::optional<Ending> ending) {
    if (!ending) return;
    EXPECT_EQ(*ending, Ending::complete);
    EXPECT_TRUE(model->consistent(explorer.graph()));
    EXPECT_TRUE(graphs.insert(fingerprint(explorer.graph()).graph).second);
  });
  return graphs;
}

std::set<Fingerprint> random_graphs(const Program& program, const std::string& model_name, int executions) {
  const std::unique_ptr<MemoryModel> model = make_model(model_name);
  Executor executor(program, *model);
  Random random(7);
  RandomStrategy strategy(random);
  std::set<Fingerprint> graphs;
  for (int i = 0; i < executions; ++i) {
    if (executor.sample({}, strategy) == Ending::complete) graphs.insert(fingerprint(executor.graph()).graph);
  }
  return graphs;
}

/// Main allocates the locations of a straight-line program and starts its threads.
ToyProgram with_all_made_at_run_time(const Threads& ops) {
  const auto body = [](std::vector<Op> mine, Location first) -> ToyBody {
    return [mine, first](ToyThread& self) -> ToyCode {
      Value last = 0;
      for (const Op& op : mine) {
        Request request;
        request.kind = op.kind;
        request.order = op.order;
        request.failure_order = op.failure_order;
        request.operation = op.operation;
        request.weak = op.weak;
        request.location = first + op.location;
        request.operand = op.operand + (op.dependent ? last : 0);
        request.expected = op.expected;
        const ToyThread::Result result = co_await self.ask(request);
        if (op.kind != RequestKind::write && op.kind != RequestKind::fence) last = result.value;
      }
    };
  };
  return ToyProgram({}, [ops, body](ToyThread& self) -> ToyCode {
    const auto first = static_cast<Location>((co_await self.allocate(2)).value);
    for (const std::vector<Op>& mine : ops) {
      const ToyBody child = body(mine, first);
      co_await self.start(child);
    }
  });
}

TEST(GrowingProgram, HasAsManyGraphsAsTheSameProgramWithAllThereAtTheStart) {
  check_property(200, [] {
    const Threads ops = *any_program();
    const std::string model = *rc::gen::element<std::string>("sc", "tso", "ra", "rc11", "relaxed");
    const ToyProgram toy = with_all_made_at_run_time(ops);
    RC_ASSERT(all_graphs(toy, model).size() == all_graphs(StraightLine(ops), model).size());
  });
}

TEST(GrowingProgram, IsTakenBackWithItsThreads) {
  const auto one = [](Location written, Location read) {
    return std::vector<Op>{{.kind = RequestKind::write, .location = written, .operand = 1}, {.location = read}};
  };
  const Threads store_buffering{one(0, 1), one(1, 0)};
  for (const std::string model : {"rc11", "relaxed"}) {
    const unsigned before = ToyRun::went_back;
    EXPECT_EQ(all_graphs(with_all_made_at_run_time(store_buffering), model).size(), 4U);
    EXPECT_GT(ToyRun::went_back, before) << model;
  }
}

/// Main starts two threads, of which each starts another; they push nodes on a stack (Treiber, "Systems programming:
/// coping with parallelism", IBM 1986), main pops what is there when all have ended.
ToyProgram stack(MemoryOrder publish, MemoryOrder look, bool watches = true) {
  constexpr Location kTop = 0;
  const auto push = [=](Value value) -> ToyBody {
    return [=](ToyThread& self) -> ToyCode {
      const auto node = static_cast<Location>((co_await self.allocate(2)).value);  // next, and the plain value
      co_await self.plain_write(node + 1, value, 10);
      ToyThread::Result top = co_await self.read(kTop, relaxed);
      while (true) {
        co_await self.write(node, top.value, relaxed);
        top = co_await self.compare_exchange(kTop, top.value, node, publish, relaxed);
        if (top.succeeded) break;
      }
    };
  };
  const auto peek = [=]() -> ToyBody {
    return [=](ToyThread& self) -> ToyCode {
      const auto node = static_cast<Location>((co_await self.read(kTop, look)).value);
      if (node != 0) co_await self.plain_read(node + 1, 20);
    };
  };
  return ToyProgram(
      {{"top", 0}},
      [=](ToyThread& self) -> ToyCode {
        const ToyBody one = push(1);
        const ToyBody others = [=](ToyThread& second) -> ToyCode {
          const ToyBody look_at_it = peek();
          const Value c = (co_await second.start(look_at_it)).value;
          const ToyBody two = push(2);
          const Value d = (co_await second.start(two)).value;
          co_await second.join(d);
          co_await second.join(c);
        };
        const Value a = (co_await self.start(one)).value;
        const Value b = (co_await self.start(others)).value;
        co_await self.join(a);
        co_await self.join(b);
        auto node = static_cast<Location>((co_await self.read(kTop, relaxed)).value);
        int nodes = 0;
        Value sum = 0;
        while (node != 0) {
          ++nodes;
          sum += (co_await self.plain_read(node + 1, 30)).value;
          node = static_cast<Location>((co_await self.read(node, relaxed)).value);
        }
        if (nodes != 2 || sum != 3) co_await self.fail(1);
      },
      watches);
}

TEST(GrowingProgram, NamesAndFingerprintsDoNotDependOnTheOrderOfConstruction) {
  for (const std::string model : {"sc", "rc11"}) {
    const ToyProgram program = stack(acq_rel, acquire);
    const std::set<Fingerprint> graphs = all_graphs(program, model, 1);
    EXPECT_GT(graphs.size(), 10u);
    EXPECT_EQ(all_graphs(program, model, 2), graphs);
    EXPECT_EQ(random_graphs(program, model, 20'000), graphs);
  }
}

TEST(GrowingProgram, GraphsThatWereBuiltWithMoreRoomAreTheSame) {
  const ToyProgram program = stack(acq_rel, acquire);
  const std::unique_ptr<MemoryModel> model = make_model("rc11");
  Executor executor(program, *model);
  Random random(3);
  RandomStrategy strategy(random);
  for (int i = 0; i < 200; ++i) {
    ASSERT_EQ(executor.run({}, strategy), Ending::complete);
    const ExecutionGraph graph = executor.graph();
    const std::unique_ptr<MemoryModel> other_model = make_model("rc11");
    Executor other(program, *other_model);
    const Prefix prefix = choices(graph);
    ASSERT_EQ(other.check(prefix), prefix.steps.size());
    ASSERT_EQ(other.resume(strategy), Ending::complete);
    ASSERT_TRUE(other.graph() == graph);
    ASSERT_TRUE(choices(other.graph()) == prefix);
    ASSERT_EQ(fingerprint(other.graph()).graph, fingerprint(graph).graph);
  }
}

TEST(GrowingProgram, AllStrategiesFindAllGraphs) {
  const ToyProgram program = stack(acq_rel, acquire);
  const std::size_t graphs = all_graphs(program, "rc11").size();
  for (const StrategyKind strategy : all_strategies()) {
    if (is_directed(strategy) || is_schedule(strategy)) continue;
    MemoryCampaign options;
    options.fuzz.strategy = strategy;
    options.executions = cases_here(20'000);
    const CampaignResult result = run_campaign(program, options);
    EXPECT_EQ(result.graphs, graphs) << name(strategy);
    EXPECT_TRUE(result.bugs.empty()) << name(strategy);
  }
}

TEST(SlowGrowingProgram, AllSchedulesFindAllGraphs) {
  const ToyProgram program = stack(acq_rel, acquire);
  const std::size_t graphs = all_graphs(program, "sc").size();
  for (const StrategyKind strategy : {StrategyKind::walk, StrategyKind::pct, StrategyKind::pos, StrategyKind::surw}) {
    MemoryCampaign options;
    options.model = "sc";
    options.fuzz.strategy = strategy;
    options.executions = 100'000;
    EXPECT_EQ(run_campaign(program, options).graphs, graphs) << name(strategy);
  }
}

// What was learnt is of more threads than a new executor has room for.
TEST(GrowingProgram, SchedulersGoOnWithWhatTheyHaveLearnt) {
  const ToyProgram program = stack(acq_rel, acquire);
  const std::set<Fingerprint> graphs = all_graphs(program, "sc");
  std::string saved;
  std::set<Fingerprint> found;
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    const std::unique_ptr<MemoryModel> model = make_model("sc");
    Executor executor(program, *model);
    Random random(seed);
    SurwScheduler scheduler(random);
    if (!saved.empty()) scheduler.load(store::Document::cbor(saved, "scheduler").root());
    for (int i = 0; i < 3; ++i) {
      ASSERT_EQ(executor.interleave(scheduler, random), Ending::complete);
      found.insert(fingerprint(executor.graph()).graph);
    }
    store::Writer out = store::Writer::cbor();
    scheduler.save(out);
    saved = out.finish();
  }
  EXPECT_EQ(found, graphs);
}

TEST(GrowingProgram, RacesAreFoundWithWeakOrdersAndReplayed) {
  const auto bugs = [](MemoryOrder publish, MemoryOrder look, StrategyKind strategy) {
    const ToyProgram program = stack(publish, look);
    MemoryCampaign options;
    options.fuzz.strategy = strategy;
    options.executions = 5'000;
    const CampaignResult result = run_campaign(program, options);
    for (const Bug& bug : result.bugs) {
      EXPECT_EQ(bug.kind, "race");
      EXPECT_THAT(bug.message, ::testing::HasSubstr("(toy.c:10)"));
      EXPECT_EQ(bug.places.size(), 2u);
      const Replay replay = MemoryTarget(program, "rc11").replay(bug.witness->steps);
      EXPECT_TRUE(replay.possible());
      EXPECT_TRUE(std::any_of(replay.findings.begin(), replay.findings.end(),
                              [&](const Finding& finding) { return same_bug(finding, bug); }));
    }
    return result.bugs.size();
  };
  for (const StrategyKind strategy : {StrategyKind::optimal, StrategyKind::random}) {
    EXPECT_EQ(bugs(acq_rel, acquire, strategy), 0u);
    EXPECT_EQ(bugs(release, acquire, strategy), 0u);
    EXPECT_GT(bugs(relaxed, acquire, strategy), 0u);
    EXPECT_GT(bugs(release, relaxed, strategy), 0u);
  }
}

TEST(GrowingProgram, MixedSizesAreRefused) {
  const auto access = [](std::uint8_t size) -> ToyBody {
    return [size](ToyThread& self) -> ToyCode {
      Request request;
      request.kind = RequestKind::read;
      request.location = 0;
      request.size = size;
      co_await self.ask(request);
    };
  };
  const auto program = [&](std::uint8_t first, std::uint8_t second) {
    return ToyProgram({{"x", 0}}, [=](ToyThread& self) -> ToyCode {
      const ToyBody one = access(first);
      const ToyBody two = access(second);
      co_await self.start(one);
      co_await self.start(two);
    });
  };
  EXPECT_EQ(all_graphs(program(4, 4), "rc11").size(), 1u);
  try {
    all_graphs(program(4, 8), "rc11");
    FAIL();
  } catch (const Unsupported& e) {
    EXPECT_THAT(std::string(e.what()),
                ::testing::AllOf(::testing::HasSubstr("P1"), ::testing::HasSubstr("P2"),
                                 ::testing::HasSubstr("4 bytes"), ::testing::HasSubstr("mixed sizes")));
  }
}

TEST(GrowingProgram, IsRefusedWhereThreadsAndLocationsMustBeKnown) {
  const ToyProgram program = stack(acq_rel, acquire);
  const std::unique_ptr<MemoryModel> model = make_model("rc11");
  CandidateFrontier frontier;
  try {
    CandidateEnumerator(program, *model, frontier, {});
    FAIL();
  } catch (const Unsupported& e) {
    EXPECT_STREQ(e.what(), "programs that start threads cannot be explored by candidates");
  }
}

}  // namespace
}  // namespace graphfuzz::testing

// Executions that are long look for the order to stop, also where all of their steps are known.
#include <gtest/gtest.h>

#include <memory>

#include "graphfuzz/explore/executor.hpp"
#include "graphfuzz/explore/explorer.hpp"
#include "graphfuzz/graph/fingerprint.hpp"
#include "graphfuzz/model/registry.hpp"
#include "graphfuzz/stop/stop.hpp"
#include "support/over.hpp"
#include "support/toy_program.hpp"

namespace graphfuzz::testing {
namespace {

using enum MemoryOrder;

/// Main writes so many times, which leaves no choice, and reads once.
ToyProgram long_program() {
  constexpr Value kWrites = 500;
  return ToyProgram({{"x", 0}}, [](ToyThread& self) -> ToyCode {
    for (Value i = 1; i <= kWrites; ++i) co_await self.write(0, i, relaxed);
    co_await self.read(0, relaxed);
  });
}

TEST(StopInExecution, KnownStepsAreNotAllTaken) {
  const ToyProgram program = long_program();
  const std::unique_ptr<MemoryModel> model = make_model("rc11");
  Executor executor(program, *model);
  Random random(1);
  RandomStrategy strategy(random);
  ASSERT_EQ(executor.run({}, strategy), Ending::complete);
  const ExecutionGraph whole = executor.graph();
  const Prefix prefix = choices(whole);
  {
    const Over over;
    EXPECT_THROW(executor.run(prefix, strategy), Stopped);
    EXPECT_LT(executor.graph().size(), whole.size());
    EXPECT_THROW(executor.check(prefix), Stopped);
  }
  EXPECT_EQ(executor.run(prefix, strategy), Ending::complete);
  EXPECT_EQ(fingerprint(executor.graph()).graph, fingerprint(whole).graph);
}

TEST(StopInExecution, TheSearchOfATreeGoesOnAfterwards) {
  const ToyProgram program = long_program();
  const std::unique_ptr<MemoryModel> model = make_model("rc11");
  Random random(1);
  RandomStrategy strategy(random);
  Explorer explorer(program, *model, strategy);
  std::vector<Branch> branches;
  {
    const Over over;
    EXPECT_THROW(explorer.explore({}, branches), Stopped);
  }
  branches.clear();
  EXPECT_EQ(explorer.explore({}, branches), Ending::complete);
  EXPECT_GT(explorer.graph().event_count(), 500U);
}

}  // namespace
}  // namespace graphfuzz::testing

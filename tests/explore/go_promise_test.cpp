// What leaving a Go execution promises, counted a second time; and what that is good for: bugs behind many locks.
#include "explore/go/promise.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "graphfuzz/explore/go/routine_names.hpp"
#include "graphfuzz/explore/go/tree.hpp"
#include "graphfuzz/explore/random.hpp"
#include "graphfuzz/frontend/go.hpp"
#include "support/folders.hpp"
#include "support/property.hpp"
#include "support/random_script.hpp"

namespace graphfuzz::go {
namespace {

using namespace testing;
using graphfuzz::testing::check_property;

constexpr double kParts = 64;  // to 1

/// A random execution, with how many goroutines could not go on before each step.
struct Execution {
  Execution(const Script& script, std::uint64_t seed)
      : machine(script, {.max_steps = 60}, std::make_shared<RoutineNames>()), walk(machine) {
    Random random(seed);
    walk.restart(true);
    while (!walk.over()) {
      std::set<Name> able;
      for (const Step& step : machine.enabled()) {
        if (step.timer < 0) able.insert({step.routine, step.partner});
      }
      able.erase(kNoName);
      blocked.push_back(static_cast<double>(machine.alive().size() - able.size()));
      walk.take(Step(walk.awake()[random.below(walk.awake().size())]));
    }
    walk.end();
    promise.look_at(machine, walk);
  }

  Machine machine;
  Walk walk;
  Promise promise;
  std::vector<double> blocked;
};

TEST(GoPromise, RisesWithWhoIsBlockedAndFallsOnTheWay) {
  check_property(300, [] {
    const Script script = random_script(5, {.timers = true, .tickers = true});
    const Execution execution(script, 1);
    RC_LOG() << text(script) << text(execution.walk.steps());
    const auto steps = static_cast<double>(execution.blocked.size());
    for (std::uint32_t i = 1; i < execution.blocked.size(); ++i) {
      const double more = execution.promise.at(i, 0) - double(execution.promise.at(i - 1, 0));
      const double expected = (execution.blocked[i] - execution.blocked[i - 1] - 12 / steps) * kParts;
      if (std::abs(more - expected) > 1.5) RC_FAIL("step " + std::to_string(i));
      RC_ASSERT(execution.promise.at(i, 3) + 3 * kParts == execution.promise.at(i, 0));
    }
  });
}

TEST(GoPromise, IsMoreWhereMoreHasBeenCommunicated) {
  const auto promise = [](std::size_t messages) {
    Body sender, receiver = {fork(1)};
    for (std::size_t i = 0; i < messages; ++i) {
      sender.push_back(send(0));
      receiver.push_back(receive(0));
    }
    return Execution(Script({receiver, sender}, {0}), 1).promise.at(0, 0);
  };
  // The first step of 2 · m operations.
  EXPECT_NEAR(promise(3) - promise(1), 4 * std::log2(7.0 / 3) * kParts, 1);
  EXPECT_LT(promise(3), promise(4));
}

// Without it, of seeds 1 to 20 eight need more than a hundred executions.
TEST(GoPromise, LeadsToADeadlockBehindManyLocks) {
  const std::shared_ptr<const GoProgram> program = load_go(source_folder() + "/litmus/go/rwr-two-locks.go");
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    Tree tree({.order = Order::random});
    Explorer explorer(*program, {}, std::make_shared<RoutineNames>(), tree, seed);
    int executions = 0;
    do {
      ASSERT_NE(explorer.explore(), Visit::exhausted);
      ++executions;
    } while (!any_bug(explorer.machine().bugs()));
    EXPECT_LE(executions, 60) << "seed " << seed;
  }
}

}  // namespace
}  // namespace graphfuzz::go

// One defect is one bug: what tells bugs of Go programs apart, over all executions.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "explore/go/bug_identity.hpp"
#include "graphfuzz/explore/go/machine.hpp"
#include "graphfuzz/explore/go/routine_names.hpp"
#include "support/go_schedules.hpp"

namespace graphfuzz::go {
namespace {

using namespace testing;
using ::testing::ElementsAre;
using ::testing::SizeIs;

std::set<std::string> identities(const Script& program) {
  std::set<std::string> found;
  Machine machine(program, {}, nullptr);
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    Random random(seed);
    machine.restart();
    while (!machine.over()) machine.take(machine.enabled()[random.below(machine.enabled().size())]);
    for (const GoBug& bug : machine.bugs()) {
      if (!bug.remark()) found.insert(bug.identity);
    }
  }
  return found;
}

TEST(GoBugIdentity, NumbersAreNoPartOfIt) {
  EXPECT_EQ(without_numbers("index out of range [17] with length 3"), "index out of range [#] with length #");
  EXPECT_EQ(without_numbers("goroutine 7 at 0xc0001aF2, 12ns"), "goroutine # at #, #ns");
  EXPECT_EQ(without_numbers(""), "");
  EXPECT_EQ(place_of_failure("pool_test.go:12: got 3, wanted 4"), "pool_test.go:12");
  EXPECT_EQ(place_of_failure("got 3: wanted 4"), "got #: wanted #");
  EXPECT_EQ(place_of_failure("12: x"), "#: x");
}

// A circle of two, whether main is stuck beside it or goes on; another goroutine may wait for one of its locks.
TEST(GoBugIdentity, OfACircleIsItsPlaces) {
  const Body one = {lock(kMutex), lock(kOther), unlock(kOther), unlock(kMutex), wg_add(kGroup, -1)};
  const Body two = {lock(kOther), lock(kMutex), unlock(kMutex), unlock(kOther), wg_add(kGroup, -1)};
  EXPECT_THAT(identities(Script({{wg_add(kGroup, 2), fork(1), fork(2), wg_wait(kGroup)}, one, two})),
              ElementsAre("cyclic deadlock\ncircle of script.go:201, script.go:301"));
  EXPECT_THAT(identities(Script({{wg_add(kGroup, 2), fork(1), fork(2)}, one, two})),
              ElementsAre("cyclic deadlock\ncircle of script.go:201, script.go:301"));
  EXPECT_THAT(
      identities(Script({{wg_add(kGroup, 2), fork(1), fork(2), fork(3)}, one, two, {lock(kMutex), unlock(kMutex)}})),
      ElementsAre("cyclic deadlock\ncircle of script.go:201, script.go:301"));
}

// Who waits for the lock of one that is stuck is no bug of its own.
TEST(GoBugIdentity, OfALeakIsWhereItBegins) {
  const Body stuck = {lock(kMutex), send(0), unlock(kMutex)};
  const Body other = {lock(kMutex), unlock(kMutex)};
  EXPECT_THAT(identities(Script({{fork(1), fork(2)}, stuck, other}, {0})), ElementsAre("leak\nsend at script.go:201"));
  // Its holder has ended: nobody will ever give it back.
  EXPECT_THAT(identities(Script({{fork(1), fork(2)}, {lock(kMutex)}, {rlock(kMutex)}})),
              ElementsAre("leak\nlock at script.go:200", "leak\nrlock at script.go:300"));
}

// Which of two closes first.
TEST(GoBugIdentity, OfTwoClosesIsBothPlaces) {
  EXPECT_THAT(identities(Script({{fork(1), close(0)}, {close(0)}}, {0})), SizeIs(1));
}

}  // namespace
}  // namespace graphfuzz::go

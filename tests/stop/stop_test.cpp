#include "graphfuzz/stop/stop.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

namespace graphfuzz {
namespace {

using Clock = StopScope::Clock;

/// How long it takes until a stop point throws.
Clock::duration until_stopped() {
  const Clock::time_point start = Clock::now();
  EXPECT_THROW(while (true) stop_point(), Stopped);
  return Clock::now() - start;
}

TEST(Stop, NothingStopsWhatIsInNoScope) { EXPECT_NO_THROW(stop_point()); }

TEST(Stop, WhatEndsSoonAfterTheOrderIsNotGivenUp) {
  const std::atomic<bool> order = true;
  const StopScope scope(&order);
  EXPECT_NO_THROW(stop_point());
  EXPECT_GE(until_stopped(), StopScope::kGrace);
  EXPECT_THROW(stop_point(), Stopped) << "still";
}

TEST(Stop, ByEitherOrder) {
  const std::atomic<bool> no = false;
  const std::atomic<bool> yes = true;
  const StopScope scope(&no, &yes);
  until_stopped();
}

TEST(Stop, ByTheClock) {
  const StopScope scope(nullptr, nullptr, Clock::now() + StopScope::kGrace);
  EXPECT_GE(until_stopped(), 2 * StopScope::kGrace);
}

TEST(Stop, AnOuterScopeStopsWhatIsInAnInnerOne) {
  const std::atomic<bool> order = true;
  const StopScope outer(&order);
  {
    const StopScope inner(nullptr);
    until_stopped();
  }
  EXPECT_THROW(stop_point(), Stopped);
}

TEST(Stop, ScopesEnd) {
  const std::atomic<bool> order = true;
  {
    const StopScope scope(&order);
    until_stopped();
  }
  EXPECT_NO_THROW(stop_point());
}

TEST(Stop, WhatIsToBeWholeIsNotStopped) {
  const std::atomic<bool> order = true;
  const StopScope scope(&order);
  until_stopped();
  {
    const UnstoppedScope whole;
    EXPECT_NO_THROW(stop_point());
    {
      const StopScope inner(&order);
      until_stopped();
    }
    EXPECT_NO_THROW(stop_point());
  }
  EXPECT_THROW(stop_point(), Stopped);
}

TEST(Stop, ScopesAreOfTheirThread) {
  const std::atomic<bool> order = true;
  const StopScope scope(&order);
  until_stopped();
  std::thread([] { EXPECT_NO_THROW(stop_point()); }).join();
}

}  // namespace
}  // namespace graphfuzz

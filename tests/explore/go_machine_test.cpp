// The rules of Go that the machine obeys, one by one.
#include "graphfuzz/explore/go/machine.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "graphfuzz/explore/go/executor.hpp"
#include "support/go_script.hpp"

namespace graphfuzz::go {
namespace {

using namespace testing;

TEST(GoMachine, SendAndReceiveMeetOnAnUnbufferedChannel) {
  const Script program({{fork(1), receive(0)}, {send(0, 7)}}, {0});
  Machine machine(program, {}, nullptr);
  ASSERT_EQ(machine.enabled().size(), 1u);
  EXPECT_EQ(machine.enabled()[0].partner, 0u);
  machine.take(machine.enabled()[0]);
  EXPECT_TRUE(machine.over());
  EXPECT_EQ(machine.ending(), GoEnding::over);
  EXPECT_TRUE(machine.bugs().empty());
}

}  // namespace
}  // namespace graphfuzz::go

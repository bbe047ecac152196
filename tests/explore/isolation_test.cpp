// Isolation on graphs of three threads, of which the first is in a section, or has been. Random programs are those of
// tests/native/random_sections_test.py.
#include "explore/isolation.hpp"

#include <gtest/gtest.h>

#include <array>

namespace graphfuzz {
namespace {

class IsolationTest : public ::testing::Test {
 protected:
  IsolationTest() : graph(3, std::array<Value, 3>{}) {}

  Slot begin(ThreadId t) {
    return graph.add_update(t, {EventKind::update, MemoryOrder::acquire, kLock, 0, 1}, graph.mo_last(kLock));
  }
  Slot end(ThreadId t) { return write(t, kLock, 0, graph.mo_last(kLock)); }
  Slot read(ThreadId t, Location x, Slot source) {
    return graph.add_read(t, {EventKind::read, MemoryOrder::relaxed, x, graph[source].label.written_value}, source);
  }
  Slot write(ThreadId t, Location x, Value value, Slot predecessor) {
    return graph.add_write(t, {EventKind::write, MemoryOrder::relaxed, x, 0, value}, predecessor);
  }
  bool holds(bool stays = true) {
    return isolation.holds(graph, kLock, [stays](ThreadId) { return stays; });
  }

  static constexpr Location kLock = 0;
  static constexpr Location kX = 1;
  static constexpr Location kY = 2;
  ExecutionGraph graph;
  Isolation isolation;
};

TEST_F(IsolationTest, AWriteBetweenAReadAndAWriteOfASection) {
  begin(0);
  read(0, kX, kX);
  const Slot other = write(1, kX, 5, kX);
  write(0, kX, 1, other);
  end(0);
  EXPECT_FALSE(holds());
}

TEST_F(IsolationTest, AWriteAfterASectionOrBeforeIt) {
  for (const bool after : {true, false}) {
    graph.clear();
    begin(0);
    read(0, kX, kX);
    const Slot own = write(0, kX, 1, kX);
    if (after) write(1, kX, 5, own);
    if (!after) write(1, kY, 5, kY);
    read(0, kY, !after ? graph.mo_last(kY) : kY);
    end(0);
    EXPECT_TRUE(holds()) << after;
  }
}

TEST_F(IsolationTest, ByWayOfAnotherThread) {
  begin(0);
  const Slot own = write(0, kX, 1, kX);
  read(1, kX, own);
  const Slot flag = write(1, kY, 1, kY);
  read(2, kY, flag);
  EXPECT_TRUE(holds(false));
  read(0, kY, flag);  // it comes after the section has begun
  end(0);
  EXPECT_FALSE(holds());
}

TEST_F(IsolationTest, SectionsOfTwoThreads) {
  begin(0);
  write(0, kX, 1, kX);
  write(0, kY, 1, kY);
  end(0);
  begin(1);
  read(1, kX, graph.mo_last(kX));
  read(1, kY, graph.mo_last(kY));
  end(1);
  EXPECT_TRUE(holds());
  // A third thread that sees half of the first section, outside of one.
  read(2, kX, graph.mo_last(kX));
  EXPECT_TRUE(holds());
  read(2, kY, kY);
  EXPECT_FALSE(holds());
}

TEST_F(IsolationTest, NothingComesAfterASectionThatStaysOpen) {
  begin(0);
  const Slot own = write(0, kX, 1, kX);
  EXPECT_TRUE(holds());
  write(1, kY, 1, kY);
  EXPECT_TRUE(holds());
  const Slot last = graph.add_other(0, Label(EventKind::end));
  EXPECT_TRUE(holds());
  graph.add_other(2, Label(EventKind::join), last);
  EXPECT_TRUE(holds()) << "who joins the thread sees nothing of it";
  read(1, kX, own);
  EXPECT_FALSE(holds());
  EXPECT_TRUE(holds(false)) << "it may still end";
}

}  // namespace
}  // namespace graphfuzz

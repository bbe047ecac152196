#include "graphfuzz/program/numbering.hpp"

#include <gtest/gtest.h>

#include <set>

#include "graphfuzz/program/cells.hpp"
#include "graphfuzz/program/program.hpp"

namespace graphfuzz::testing {
namespace {

TEST(Numbering, IsOneToOneAndDense) {
  std::set<std::uint64_t> seen;
  for (std::uint64_t owner = 0; owner < 128; ++owner) {
    for (std::uint64_t index = 0; index < 127; ++index) EXPECT_TRUE(seen.insert(number_of(owner, index)).second);
  }
  // All that is as far down as diagonal 6 is among these.
  std::uint64_t number = 0;
  while (seen.contains(number)) ++number;
  EXPECT_GE(number, 7u * 64u);
}

TEST(Numbering, SaysWhoseItIs) {
  for (std::uint64_t owner = 0; owner < 128; ++owner) {
    for (std::uint64_t index = 0; index < 127; ++index) ASSERT_EQ(owner, owner_of(number_of(owner, index)));
  }
  for (ThreadId parent = 0; parent < 8; ++parent) {
    for (std::uint32_t index = 0; index < 7; ++index) {
      EXPECT_EQ(parent, parent_thread(child_thread(parent, index)));
    }
  }
}

TEST(Numbering, StaysSmall) {
  std::uint64_t greatest = 0;
  for (std::uint64_t owner = 0; owner < 8; ++owner) {
    for (std::uint64_t index = 0; index < 15; ++index) greatest = std::max(greatest, number_of(owner, index));
  }
  EXPECT_LT(greatest, 8u * 15u * 6u);
  for (std::uint32_t child = 0; child < 7; ++child) EXPECT_LE(child_thread(0, child), 8u);
}

TEST(Numbering, AllocationsAreInARowAndApart) {
  Heap heap(3);
  std::set<Location> seen;
  for (std::uint32_t i = 0; i < 60; ++i) {
    const auto thread = static_cast<ThreadId>(i % 5);
    const std::uint32_t count = 1 + i % 9;
    const Location first = heap.allocate(thread, count);
    EXPECT_GE(first, 3u);
    for (Location x = first; x < first + count; ++x) EXPECT_TRUE(seen.insert(x).second);
  }
}

TEST(Numbering, NamesDoNotDependOnWhatOthersDo) {
  Heap alone(0), together(0);
  together.allocate(1, 4);
  const Location first = alone.allocate(0, 2);
  EXPECT_EQ(together.allocate(0, 2), first);
  together.allocate(2, 1);
  EXPECT_EQ(together.allocate(0, 7), alone.allocate(0, 7));
  alone.reset();
  EXPECT_EQ(alone.allocate(0, 2), first);
}

TEST(Numbering, RefusesWhatIsTooMuch) {
  EXPECT_THROW(child_thread(30'000, 30'000), Unsupported);
  Heap heap(0);
  EXPECT_THROW(heap.allocate(0, 1U << 31), Unsupported);
}

TEST(Cells, RangesThatOverlapHaveToBeTheSame) {
  Cells cells(4);
  EXPECT_EQ(cells.count(10), 3u);
  EXPECT_EQ(cells.access(0, 100, 0, 4), 100u);
  EXPECT_EQ(cells.access(1, 100, 4, 4), 101u);
  EXPECT_EQ(cells.access(1, 100, 0, 4), 100u);
  EXPECT_EQ(cells.access(1, 200, 0, 8), 200u);
  try {
    cells.access(2, 100, 0, 8);
    FAIL();
  } catch (const Unsupported& e) {
    EXPECT_EQ(std::string(e.what()),
              "P2 accesses the bytes 0 to 7 of a block of which P0 accesses the bytes 0 to 3: accesses of mixed sizes "
              "are not supported");
  }
  EXPECT_THROW(cells.access(2, 200, 4, 4), Unsupported);
  cells.reset();
  EXPECT_EQ(cells.access(2, 100, 0, 8), 100u);
}

}  // namespace
}  // namespace graphfuzz::testing

// Tests of a queue as they would be written anyway, but that each is explored: under all interleavings, and all values
// that loads can read. With -DBROKEN, they fail, and say how.
#include "spsc_queue.hpp"

#include <graphfuzz/gtest.hpp>

#include <thread>

namespace {

GRAPHFUZZ_TEST(SpscQueue, KeepsTheOrder) {
  SpscQueue<int, 2> queue;
  std::thread producer([&] {
    EXPECT_TRUE(queue.push(1));
    EXPECT_TRUE(queue.push(2));
  });
  int last = 0;
  for (int tries = 0; tries < 3; ++tries) {
    if (const std::optional<int> value = queue.pop()) {
      EXPECT_EQ(*value, last + 1);
      last = *value;
    }
  }
  producer.join();
}

// No weak memory is needed to find this, and schedules are enough.
GRAPHFUZZ_TEST_OPTIONS(SpscQueue, IsBounded, {.model = "sc", .exhaustive = true}) {
  SpscQueue<int, 1> queue;
  std::thread producer([&] {
    ASSERT_TRUE(queue.push(1));
    if (!queue.push(2)) EXPECT_FALSE(queue.push(3) && queue.push(4));
  });
  queue.pop();
  producer.join();
}

}  // namespace

// Tests of GoogleTest that are explored: what passes, and what fails and how.
#include <graphfuzz/gtest.hpp>

#include <atomic>
#include <mutex>
#include <thread>

namespace {

TEST(Ordinary, First) { EXPECT_EQ(1, 1); }

GRAPHFUZZ_TEST(Passes, Mutex) {
  std::mutex mutex;
  int count = 0;
  const auto add = [&] {
    const std::lock_guard lock(mutex);
    EXPECT_LT(count, 2);
    ++count;
  };
  std::thread other(add);
  add();
  other.join();
  EXPECT_EQ(count, 2);
}

void store_buffering() {
  std::atomic<int> x{0}, y{0};
  int a = 0, b = 0;
  std::thread other([&] {
    x.store(1, std::memory_order_relaxed);
    a = y.load(std::memory_order_relaxed);
  });
  y.store(1, std::memory_order_relaxed);
  b = x.load(std::memory_order_relaxed);
  other.join();
  EXPECT_GT(a + b, 0) << "both have read 0";
}

GRAPHFUZZ_TEST_OPTIONS(Passes, StoreBufferingUnderSc, {.model = "sc", .exhaustive = true}) { store_buffering(); }
GRAPHFUZZ_TEST_OPTIONS(Passes, NotAll, {.model = "sc", .strategy = "walk", .executions = 3}) { store_buffering(); }

GRAPHFUZZ_TEST(Fails, StoreBuffering) { store_buffering(); }
GRAPHFUZZ_TEST(Fails, AssertInThread) {
  std::atomic<int> x{0};
  std::thread other([&] { ASSERT_EQ(x.load(), 0) << "of the thread"; });
  x = 1;
  other.join();
}
GRAPHFUZZ_TEST(Fails, Race) {
  int x = 0;
  std::thread other([&] { x = 1; });
  x = 2;
  other.join();
}
GRAPHFUZZ_TEST(Fails, Deadlock) {
  std::mutex a, b;
  std::thread other([&] { const std::scoped_lock<std::mutex> first(a), second(b); });
  { const std::scoped_lock<std::mutex> first(b), second(a); }
  other.join();
}
GRAPHFUZZ_TEST_OPTIONS(Fails, Options, {.model = "x86"}) {}

TEST(Ordinary, Last) { EXPECT_EQ(2, 2); }

}  // namespace

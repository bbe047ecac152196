// std::atomic_flag as a lock that waits, and its test.
//
// bug: none
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic_flag lock;
static int counter;

static void count() {
  while (lock.test_and_set(std::memory_order_acquire)) lock.wait(true, std::memory_order_relaxed);
  counter++;
  lock.clear(std::memory_order_release);
  lock.notify_one();
}

int main() {
  assert(!lock.test());
  std::thread other(count);
  count();
  other.join();
  assert(counter == 2 && !lock.test());
}

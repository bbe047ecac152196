// A detached std::thread, which main waits for by an atomic.
//
// bug: none
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<int> done;
static int result;

int main() {
  std::thread([] {
    result = 5;
    done.store(1, std::memory_order_release);
  }).detach();
  while (!done.load(std::memory_order_acquire)) std::this_thread::yield();
  assert(result == 5);
}

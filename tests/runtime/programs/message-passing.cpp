// A message behind a relaxed flag: the reader may miss it.
//
// bug: assertion
#include <atomic>
#include <cassert>
#include <thread>

int main() {
  std::atomic<int> message(0), ready(0);
  std::thread sender([&] {
    message.store(1, std::memory_order_relaxed);
    ready.store(1, std::memory_order_relaxed);
  });
  if (ready.load(std::memory_order_relaxed) == 1) assert(message.load(std::memory_order_relaxed) == 1);
  sender.join();
}

// Waiting for an atomic to change, of the size of a futex and of another.
//
// bug: none
#include <atomic>
#include <cassert>
#include <thread>

int main() {
  std::atomic<int> word(0);
  std::atomic<long> large(0);
  int message = 0;
  std::thread sender([&] {
    message = 1;
    word.store(1, std::memory_order_release);
    word.notify_one();
    large.wait(0);
    assert(large == 2);
  });
  word.wait(0, std::memory_order_acquire);
  assert(message == 1);
  large = 2;
  large.notify_all();
  sender.join();
}

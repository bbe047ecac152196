// Atomic objects on a stack begin with what their constructors have written, each time anew.
//
// bug: none
#include <atomic>
#include <cassert>
#include <latch>
#include <semaphore>
#include <thread>

static void meet() {
  std::counting_semaphore<4> semaphore(1);
  std::thread other([&] { semaphore.release(); });
  semaphore.acquire();
  semaphore.acquire();
  other.join();
}

int main() {
  for (int i = 0; i < 2; ++i) {
    std::atomic<int> x{0};
    std::atomic<int> y{i};
    std::thread other([&] {
      x.fetch_add(1);
      y.store(3);
    });
    other.join();
    assert(x == 1 && y == 3);
  }
  meet();
  meet();
  std::latch latch(1);
  std::thread other([&] { latch.count_down(); });
  latch.wait();
  other.join();
}

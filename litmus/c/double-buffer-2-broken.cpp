// Double buffering with nothing that keeps the writer from a buffer that is still read: the second
// frame races.
//
// bug: race
#include <atomic>
#include <cassert>
#include <thread>

int buffers[2] = {0, 0};
std::atomic<int> shown{0};

void writer() {
  for (int i = 1; i <= 2; i++) {
    int hidden = 1 - shown.load(std::memory_order_relaxed);
    buffers[hidden] = i;
    shown.store(hidden, std::memory_order_release);
  }
}

void reader() {
  int seen = buffers[shown.load(std::memory_order_acquire)];
  assert(seen >= 0 && seen <= 2);
}

int main() {
  std::thread first(writer), second(reader);
  first.join();
  second.join();
  return 0;
}

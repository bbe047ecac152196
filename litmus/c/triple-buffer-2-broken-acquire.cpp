// Triple buffering whose reader's exchange is an acquire only: the writer overwrites a buffer that the
// reader has given back, without any order, a data race.
//
// bug: race
#include <atomic>
#include <cassert>
#include <thread>

constexpr int fresh = 4;  // beside the number of the middle buffer: nobody has read it yet

int buffers[3] = {0, 0, 0};
std::atomic<int> middle{1};

void writer() {
  int back = 0;
  for (int i = 1; i <= 3; i++) {
    buffers[back] = i;
    back = middle.exchange(back | fresh, std::memory_order_acq_rel) & 3;
  }
}

void reader() {
  int front = 2, last = buffers[front];
  for (int i = 0; i < 2; i++) {
    if ((middle.load(std::memory_order_relaxed) & fresh) == 0) continue;
    front = middle.exchange(front, std::memory_order_acquire) & 3;
    assert(buffers[front] > last);
    last = buffers[front];
  }
}

int main() {
  std::thread first(writer), second(reader);
  first.join();
  second.join();
  return 0;
}

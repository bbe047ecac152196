// Reader-writer lock of one counter where readers leave relaxed: the writer may write what they still
// read, a data race.
//
// bug: race
#include <atomic>
#include <cassert>
#include <thread>

class RwLock {
 public:
  void lock_shared() {
    for (;;) {
      int readers = state_.load(std::memory_order_relaxed);
      if (readers >= 0 &&
          state_.compare_exchange_strong(readers, readers + 1, std::memory_order_acquire, std::memory_order_relaxed))
        return;
    }
  }
  void unlock_shared() { state_.fetch_sub(1, std::memory_order_relaxed); }
  void lock() {
    int expected = 0;
    while (!state_.compare_exchange_strong(expected, -1, std::memory_order_acquire, std::memory_order_relaxed))
      expected = 0;
  }
  void unlock() { state_.store(0, std::memory_order_release); }

 private:
  std::atomic<int> state_{0};  // the number of readers, or -1: a writer
};

RwLock rwlock;
int low = 0, high = 0;

void reader() {
  rwlock.lock_shared();
  assert(low == high);
  rwlock.unlock_shared();
}

void writer() {
  rwlock.lock();
  low++;
  high++;
  rwlock.unlock();
}

int main() {
  std::thread first(reader), second(reader), third(writer);
  first.join();
  second.join();
  third.join();
  assert(low == 1 && high == 1);
  return 0;
}

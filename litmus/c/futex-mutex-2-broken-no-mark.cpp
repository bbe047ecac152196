// A lock that sleeps, but does not say so: who unlocks does not wake it, and it sleeps for ever.
//
// bug: deadlock
#include <atomic>
#include <cassert>
#include <thread>

class Mutex {
 public:
  void lock() {
    int expected = 0;
    if (state_.compare_exchange_strong(expected, 1)) return;
    while (state_.exchange(1) != 0) state_.wait(1);
  }
  void unlock() {
    if (state_.exchange(0) == 2) state_.notify_one();
  }

 private:
  std::atomic<int> state_{0};
};

Mutex mutex;
int counter = 0;

void worker() {
  mutex.lock();
  counter++;
  mutex.unlock();
}

int main() {
  std::thread first(worker), second(worker);
  first.join();
  second.join();
  assert(counter == 2);
  return 0;
}

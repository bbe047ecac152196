// A lock that sleeps: 0 free, 1 taken, 2 taken and somebody sleeps (Drepper 2011), on
// std::atomic::wait.
//
// bug: none
#include <atomic>
#include <cassert>
#include <thread>

class Mutex {
 public:
  void lock() {
    int expected = 0;
    if (state_.compare_exchange_strong(expected, 1)) return;
    while (state_.exchange(2) != 0) state_.wait(2);
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

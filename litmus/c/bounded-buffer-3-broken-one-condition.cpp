// A buffer of one element where producers and consumers wait on one condition variable and wake one:
// the wake-up may go to one of the same kind, and all wait.
//
// bug: deadlock
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <thread>

std::mutex mutex;
std::condition_variable changed;
bool full = false;

void put() {
  std::unique_lock<std::mutex> lock(mutex);
  changed.wait(lock, [] { return !full; });
  full = true;
  changed.notify_one();
}

void take() {
  std::unique_lock<std::mutex> lock(mutex);
  changed.wait(lock, [] { return full; });
  full = false;
  changed.notify_one();
}

int main() {
  std::thread first(take), second(take), third([] {
    put();
    put();
  });
  first.join();
  second.join();
  third.join();
  assert(!full);
  return 0;
}

// A buffer of one element with a mutex and two condition variables, a producer and a consumer.
//
// bug: none
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <thread>

std::mutex mutex;
std::condition_variable not_full, not_empty;
int element = 0;
bool full = false;

void producer() {
  for (int i = 1; i <= 2; i++) {
    std::unique_lock<std::mutex> lock(mutex);
    not_full.wait(lock, [] { return !full; });
    element = i;
    full = true;
    not_empty.notify_one();
  }
}

void consumer() {
  for (int i = 1; i <= 2; i++) {
    std::unique_lock<std::mutex> lock(mutex);
    not_empty.wait(lock, [] { return full; });
    assert(element == i);
    full = false;
    not_full.notify_one();
  }
}

int main() {
  std::thread first(producer), second(consumer);
  first.join();
  second.join();
  return 0;
}

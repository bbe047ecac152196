// std::shared_mutex: two readers, one writer.
//
// bug: none
#include <cassert>
#include <mutex>
#include <shared_mutex>
#include <thread>

std::shared_mutex mutex;
int low = 0, high = 0;

void reader() {
  std::shared_lock<std::shared_mutex> lock(mutex);
  assert(low == high);
}

void writer() {
  std::unique_lock<std::shared_mutex> lock(mutex);
  low++;
  high++;
}

int main() {
  std::thread first(reader), second(reader), third(writer);
  first.join();
  second.join();
  third.join();
  assert(low == 1 && high == 1);
  return 0;
}

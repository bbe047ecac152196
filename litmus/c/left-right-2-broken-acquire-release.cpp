// Left-right with acquire and release only: the writer may miss a reader that missed the switch, a
// data race.
//
// bug: race
#include <atomic>
#include <cassert>
#include <thread>

std::atomic<int> which{0}, version{0};
std::atomic<int> readers[2] = {0, 0};
int data[2] = {0, 0};  // plain: two copies, one is read while the other is written

void reader() {
  int mine = version.load(std::memory_order_acquire);
  readers[mine].fetch_add(1, std::memory_order_acq_rel);
  int seen = data[which.load(std::memory_order_acquire)];
  assert(seen == 0 || seen == 1);
  readers[mine].fetch_sub(1, std::memory_order_release);
}

void writer() {
  int read = which.load(std::memory_order_acquire);
  data[1 - read] = 1;
  which.store(1 - read, std::memory_order_release);
  int before = version.load(std::memory_order_acquire);
  while (readers[1 - before].load(std::memory_order_acquire) != 0) {
  }
  version.store(1 - before, std::memory_order_release);
  while (readers[before].load(std::memory_order_acquire) != 0) {
  }
  data[read] = 1;
}

int main() {
  std::thread first(reader), second(writer);
  first.join();
  second.join();
  assert(data[0] == 1 && data[1] == 1);
  return 0;
}

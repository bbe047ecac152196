// std::atomic::wait, relaxed: waiting is no acquire, a data race on the data.
//
// bug: race
#include <atomic>
#include <cassert>
#include <thread>

std::atomic<int> flag{0};
int data = 0;

int main() {
  std::thread writer([] {
    data = 1;
    flag.store(1);
    flag.notify_one();
  });
  std::thread reader([] {
    flag.wait(0, std::memory_order_relaxed);
    assert(data == 1);
  });
  writer.join();
  reader.join();
  return 0;
}

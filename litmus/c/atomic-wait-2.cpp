// std::atomic::wait and notify_one pass a message.
//
// bug: none
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
    flag.wait(0);
    assert(data == 1);
  });
  writer.join();
  reader.join();
  return 0;
}

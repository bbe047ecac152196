// std::latch: a thread waits until two others have counted down.
//
// bug: none
#include <cassert>
#include <latch>
#include <thread>

std::latch done{2};
int value[2] = {0, 0};

int main() {
  std::thread first([] {
    value[0] = 1;
    done.count_down();
  });
  std::thread second([] {
    value[1] = 1;
    done.count_down();
  });
  std::thread waiter([] {
    done.wait();
    assert(value[0] == 1 && value[1] == 1);
  });
  first.join();
  second.join();
  waiter.join();
  return 0;
}

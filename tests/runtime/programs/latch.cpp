// std::latch: who waits goes on when all have counted down.
//
// bug: none
#include <cassert>
#include <latch>
#include <thread>

int main() {
  std::latch done(2);
  int first = 0, second = 0;
  std::thread a([&] {
    first = 1;
    done.count_down();
  });
  std::thread b([&] {
    second = 2;
    done.arrive_and_wait();
    assert(first == 1);
  });
  done.wait();
  assert(first == 1 && second == 2 && done.try_wait());
  a.join();
  b.join();
}

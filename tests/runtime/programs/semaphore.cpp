// std::counting_semaphore and binary_semaphore.
//
// bug: none
#include <cassert>
#include <chrono>
#include <semaphore>
#include <thread>

int main() {
  std::counting_semaphore<4> items(0);
  std::binary_semaphore turn(1);
  int counter = 0;
  std::thread producer([&] {
    turn.acquire();
    counter++;
    turn.release();
    items.release(2);
  });
  items.acquire();
  items.acquire();
  turn.acquire();
  counter++;
  turn.release();
  producer.join();
  assert(counter == 2 && !items.try_acquire());
  assert(!items.try_acquire_for(std::chrono::milliseconds(2)));
}

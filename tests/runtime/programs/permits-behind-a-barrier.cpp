// A semaphore after a barrier: what the barrier has left on the stack makes no difference to who waits for a permit.
//
// bug: none
// graphs: 180
#include <barrier>
#include <cassert>
#include <semaphore>
#include <thread>

int main() {
  int phases = 0;
  auto done = [&phases]() noexcept { ++phases; };
  std::barrier both(2, done);
  std::counting_semaphore<2> permits(1);
  auto meet = [&] {
    both.arrive_and_wait();
    assert(phases == 1);
    permits.acquire();
    permits.release();
  };
  std::thread one(meet), other(meet);
  one.join();
  other.join();
}

// A std::counting_semaphore that has a permit for each thread: nobody waits, although takers disturb each other.
//
// bug: none
#include <cassert>
#include <chrono>
#include <semaphore>
#include <thread>

static std::counting_semaphore<2> permits(2);

int main() {
  const auto work = [] {
    permits.acquire();
    permits.release();
  };
  std::thread a(work), b(work);
  a.join();
  b.join();
  assert(permits.try_acquire() && permits.try_acquire_for(std::chrono::hours(1)));
  assert(!permits.try_acquire());
}

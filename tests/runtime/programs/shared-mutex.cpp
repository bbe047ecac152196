// std::shared_mutex and shared_timed_mutex: readers together, a writer alone.
//
// bug: none
#include <cassert>
#include <chrono>
#include <mutex>
#include <shared_mutex>
#include <thread>

static std::shared_mutex lock;
static std::shared_timed_mutex timed;
static int x, y;

int main() {
  std::thread writer([] {
    std::unique_lock held(lock);
    x++;
    y++;
  });
  std::thread reader([] {
    std::shared_lock held(lock);
    assert(x == y);
  });
  {
    std::shared_lock held(lock);
    assert(x == y);
  }
  writer.join();
  reader.join();
  std::shared_lock first(lock);
  std::thread([] {
    assert(lock.try_lock_shared() && !lock.try_lock());
    lock.unlock_shared();
    timed.lock();
  }).join();
  assert(!timed.try_lock_shared_for(std::chrono::milliseconds(1)));
}

// std::mutex with all that holds it: lock_guard, unique_lock, scoped_lock, std::lock.
//
// bug: none
// options: -n 500
#include <cassert>
#include <mutex>
#include <thread>

static std::mutex a, b;
static int counter;

static void count() {
  {
    std::lock_guard held(a);
    counter++;
  }
  {
    std::unique_lock held(a, std::defer_lock);
    assert(!held.owns_lock());
    held.lock();
    counter++;
  }
  std::scoped_lock both(b, a);
  counter++;
}

int main() {
  std::thread first(count);
  {
    std::scoped_lock both(a, b);
    counter++;
  }
  {
    std::unique_lock<std::mutex> one(b, std::defer_lock), other(a, std::defer_lock);
    std::lock(one, other);
    counter++;
  }
  first.join();
  assert(counter == 5);
}

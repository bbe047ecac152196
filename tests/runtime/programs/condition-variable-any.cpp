// std::condition_variable_any with a lock that is no mutex.
//
// bug: none
#include <cassert>
#include <condition_variable>
#include <shared_mutex>
#include <thread>

int main() {
  std::shared_mutex lock;
  std::condition_variable_any changed;
  bool ready = false;
  std::thread reader([&] {
    std::shared_lock held(lock);
    changed.wait(held, [&ready] { return ready; });
    assert(ready);
  });
  {
    std::unique_lock held(lock);
    ready = true;
  }
  changed.notify_all();
  reader.join();
}

// std::condition_variable: waiting with and without a predicate, and for a time.
//
// bug: none
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

using namespace std::chrono_literals;

int main() {
  std::mutex lock;
  std::condition_variable changed;
  int value = 0;
  std::thread setter([&] {
    {
      std::lock_guard held(lock);
      value = 1;
    }
    changed.notify_one();
  });
  {
    std::unique_lock held(lock);
    changed.wait(held, [&] { return value == 1; });
  }
  setter.join();
  std::unique_lock held(lock);
  assert(!changed.wait_for(held, 2ms, [&] { return value == 2; }));
  auto until = std::chrono::steady_clock::now() + 2ms;
  while (changed.wait_until(held, until) == std::cv_status::no_timeout) {
  }
  assert(std::chrono::steady_clock::now() >= until && held.owns_lock());
}

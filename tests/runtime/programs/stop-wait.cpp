// Waiting for a condition with a stop token ends when a stop is asked for.
//
// bug: none
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <thread>

int main() {
  std::mutex lock;
  std::condition_variable_any changed;
  bool never = false, left = false;
  std::jthread waiter([&](std::stop_token token) {
    std::unique_lock held(lock);
    left = !changed.wait(held, token, [&never] { return never; });
  });
  waiter.request_stop();
  waiter.join();
  assert(left);
}

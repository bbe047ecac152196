// Waiting for a future for a time, which is not ready, then is.
//
// bug: none
#include <cassert>
#include <chrono>
#include <future>

using namespace std::chrono_literals;

int main() {
  std::promise<void> promise;
  auto future = promise.get_future();
  assert(future.wait_for(0s) == std::future_status::timeout);
  assert(future.wait_until(std::chrono::steady_clock::now() + 2ms) == std::future_status::timeout);
  promise.set_value();
  assert(future.wait_for(0s) == std::future_status::ready);
  future.get();
}

// std::jthread whose function goes on until it is asked to stop.
//
// bug: none
#include <atomic>
#include <cassert>
#include <thread>

std::atomic<int> rounds{0};

int main() {
  int after = 0;
  {
    std::jthread worker([&after](std::stop_token stop) {
      while (!stop.stop_requested()) {
      }
      after = rounds.load(std::memory_order_relaxed) + 1;
    });
    rounds.store(1, std::memory_order_relaxed);
    worker.request_stop();
  }
  assert(after == 2);
  return 0;
}

// The same as early_race.cpp, but under the lock.
//
// bug: none
#include <atomic>
#include <mutex>
#include <thread>

static std::mutex lock;
static int total;

struct Ticker {
  std::atomic<bool> stop{false};
  std::thread thread{[this] {
    {
      std::lock_guard held(lock);
      ++total;
    }
    while (!stop) std::this_thread::yield();
  }};
  ~Ticker() {
    stop = true;
    thread.join();
  }
};
static Ticker ticker;

int main() {
  std::lock_guard held(lock);
  ++total;
}

// A thread that the constructor of a static object has started, and its destructor joins, runs while main does.
//
// bug: race
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

int main() { ++total; }

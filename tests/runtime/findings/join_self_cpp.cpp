// In C++ it is defined what comes of a thread that joins itself.
//
// bug: none
#include <atomic>
#include <cassert>
#include <system_error>
#include <thread>

static std::thread thread;
static std::atomic<bool> there = false;

int main() {
  bool told = false;
  thread = std::thread([&] {
    while (!there) {
    }
    try {
      thread.join();
    } catch (const std::system_error& error) {
      told = error.code() == std::errc::resource_deadlock_would_occur;
    }
  });
  there = true;
  thread.join();
  assert(told);
}

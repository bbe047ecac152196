// std::condition_variable is one as well, and so is a wait with a time-out that has not passed.
//
// bug: assertion
// options: --spurious
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

int main() {
  std::mutex mutex;
  std::condition_variable changed;
  bool ready = false;
  std::jthread thread([&] {
    const std::lock_guard lock(mutex);
    ready = true;
    changed.notify_all();
  });
  std::unique_lock lock(mutex);
  if (!ready) {
    const auto how = changed.wait_for(lock, std::chrono::seconds(1));
    assert(how == std::cv_status::timeout || ready);
  }
}

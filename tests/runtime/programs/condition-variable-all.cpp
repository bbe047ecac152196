// notify_all wakes two, and notify_all_at_thread_exit after the thread's own variables have gone.
//
// bug: none
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex lock;
static std::condition_variable changed;
static int state, woken;

static void wait_for_it() {
  std::unique_lock held(lock);
  while (state == 0) changed.wait(held);
  woken++;
}

int main() {
  std::thread first(wait_for_it), second(wait_for_it);
  std::thread setter([] {
    std::unique_lock held(lock);
    state = 1;
    std::notify_all_at_thread_exit(changed, std::move(held));
  });
  setter.join();
  first.join();
  second.join();
  assert(woken == 2);
}

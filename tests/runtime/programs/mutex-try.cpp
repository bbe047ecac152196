// Trying to take locks of several kinds that another thread holds.
//
// bug: none
#include <cassert>
#include <chrono>
#include <mutex>
#include <thread>

using namespace std::chrono_literals;

int main() {
  std::mutex plain;
  std::timed_mutex timed;
  std::recursive_timed_mutex both;
  plain.lock();
  timed.lock();
  both.lock();
  assert(both.try_lock());
  std::thread([&] {
    assert(!plain.try_lock());
    assert(!timed.try_lock_for(1ms));
    assert(!both.try_lock_until(std::chrono::steady_clock::now() + 1ms));
    assert(!timed.try_lock_until(std::chrono::system_clock::now() + 1ms));
    std::mutex own;
    assert(std::try_lock(own, plain) == 1);
  }).join();
  both.unlock();
  both.unlock();
  timed.unlock();
  plain.unlock();
  assert(timed.try_lock_for(1h));
  timed.unlock();
}

// What the C and C++ libraries keep for each thread is its own, though threads take turns while they have it in use:
// the exceptions that are being caught, the function that call_once is to call, errno, and who a thread is.
//
// bug: none
// race: no
#include <pthread.h>
#include <threads.h>

#include <atomic>
#include <cassert>
#include <cerrno>
#include <exception>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>

static std::atomic<int> turns = 0;
static std::atomic<int> called = 0;
static std::once_flag once[2];

static void use(int me) {
  const pthread_t self = pthread_self();
  errno = 100 + me;
  try {
    throw std::runtime_error(std::to_string(me));
  } catch (const std::exception&) {
    turns = me;
    try {
      throw;
    } catch (const std::exception& e) {
      assert(e.what() == std::to_string(me));
    }
    assert(std::uncaught_exceptions() == 0);
  }
  std::call_once(once[me], [me] { called += 1 + 9 * me; });
  assert(errno == 100 + me);
  assert(pthread_equal(self, pthread_self()) && thrd_equal(thrd_current(), static_cast<thrd_t>(self)));
}

int main() {
  std::thread one(use, 0);
  std::thread two(use, 1);
  assert(one.get_id() != two.get_id() && one.get_id() != std::this_thread::get_id());
  one.join();
  two.join();
  assert(called == 11);
}

// The C functions beneath the library, used together with it.
//
// bug: none
#include <pthread.h>

#include <cassert>
#include <mutex>
#include <thread>

static std::mutex lock;
static int counter;

static void* count(void* arg) {
  pthread_mutex_lock(lock.native_handle());
  counter++;
  pthread_mutex_unlock(lock.native_handle());
  return arg;
}

int main() {
  pthread_t other;
  pthread_create(&other, nullptr, count, nullptr);
  {
    std::lock_guard held(lock);
    counter++;
  }
  pthread_join(other, nullptr);
  std::thread thread([] { count(nullptr); });
  pthread_t handle = thread.native_handle();
  assert(!pthread_equal(handle, pthread_self()));
  thread.join();
  assert(counter == 3);
}

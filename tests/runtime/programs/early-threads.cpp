// Threads that constructors of static objects start run beside main, and are joined by destructors.
//
// bug: none
#include <pthread.h>
#include <threads.h>

#include <atomic>
#include <cassert>
#include <condition_variable>
#include <cstring>
#include <mutex>
#include <thread>

static std::mutex lock;
static int total;
static std::atomic<int> detached_runs;
static thread_local int own = 1;

struct Logger {
  std::mutex queue_lock;
  std::condition_variable changed;
  bool stop = false;
  std::thread::id id;
  std::thread thread;

  Logger() {
    std::lock_guard held(queue_lock);
    thread = std::thread([this] { run(); });
    id = thread.get_id();
    pthread_setname_np(thread.native_handle(), "logger");
  }
  void run() {
    std::unique_lock held(queue_lock);
    char name[16];
    assert(pthread_getname_np(pthread_self(), name, sizeof name) == 0 && std::strcmp(name, "logger") == 0);
    assert(std::this_thread::get_id() == id && ++own == 2);
    changed.wait(held, [this] { return stop; });
    std::lock_guard also(lock);
    ++total;
  }
  ~Logger() {
    {
      std::lock_guard held(queue_lock);
      stop = true;
    }
    changed.notify_one();
    thread.join();
    assert(total == 3 && own == 11);
  }
};
static Logger logger;

struct Plain {
  int three = 3;
  thrd_t thread;
  Plain() {
    assert(thrd_create(
               &thread, [](void* number) { return *static_cast<int*>(number) + 4; }, &three) == 0);
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    pthread_t other;
    assert(pthread_create(&other, &attributes, &run, nullptr) == 0);
    std::thread(run, nullptr).detach();
  }
  ~Plain() {
    int result = 0;
    assert(thrd_join(thread, &result) == thrd_success && result == 7);
  }
  static void* run(void*) {
    ++detached_runs;
    return nullptr;
  }
};
static Plain plain;

int main() {
  own += 10;
  for (int i = 0; i < 2; ++i) {
    std::lock_guard held(lock);
    ++total;
  }
  assert(logger.thread.get_id() == logger.id && detached_runs <= 2);
}

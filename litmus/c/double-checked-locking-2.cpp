// Double-checked locking with acquire and release. A thread that misses the instance waits for the
// lock; who creates it, and whether the other looks before or after: 4 graphs.
//
// bug: none
// graphs: 4
#include <atomic>
#include <cassert>
#include <mutex>
#include <thread>

struct Settings {
  int size = 0;
};

std::atomic<Settings*> instance{nullptr};
std::mutex mutex;
int created = 0;  // guarded by mutex

Settings* get() {
  Settings* settings = instance.load(std::memory_order_acquire);
  if (settings == nullptr) {
    std::lock_guard<std::mutex> guard(mutex);
    settings = instance.load(std::memory_order_relaxed);
    if (settings == nullptr) {
      settings = new Settings;
      settings->size = 42;
      created++;
      instance.store(settings, std::memory_order_release);
    }
  }
  return settings;
}

void user() { assert(get()->size == 42); }

int main() {
  std::thread first(user), second(user);
  first.join();
  second.join();
  assert(created == 1);
  delete instance.load(std::memory_order_relaxed);
  return 0;
}

// Double-checked locking with a plain pointer: a data race on it.
//
// bug: race
#include <cassert>
#include <mutex>
#include <thread>

struct Settings {
  int size = 0;
};

Settings* instance = nullptr;
std::mutex mutex;
int created = 0;  // guarded by mutex

Settings* get() {
  Settings* settings = instance;
  if (settings == nullptr) {
    std::lock_guard<std::mutex> guard(mutex);
    settings = instance;
    if (settings == nullptr) {
      settings = new Settings;
      settings->size = 42;
      created++;
      instance = settings;
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
  delete instance;
  return 0;
}

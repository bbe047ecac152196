// A weak reference that becomes a strong one only while there is another.
//
// bug: none
#include <atomic>
#include <cassert>
#include <thread>

struct Control {
  std::atomic<int> strong{1};
  int* object = nullptr;
};

Control control;

void drop() {
  if (control.strong.fetch_sub(1, std::memory_order_acq_rel) == 1) delete control.object;
}

bool promote() {
  int count = control.strong.load(std::memory_order_relaxed);
  while (count != 0) {
    if (control.strong.compare_exchange_weak(count, count + 1, std::memory_order_acq_rel, std::memory_order_relaxed))
      return true;
  }
  return false;
}

int main() {
  control.object = new int(7);
  std::thread owner(drop);
  std::thread observer([] {
    if (promote()) {
      assert(*control.object == 7);
      drop();
    }
  });
  owner.join();
  observer.join();
  assert(control.strong.load() == 0);
  return 0;
}

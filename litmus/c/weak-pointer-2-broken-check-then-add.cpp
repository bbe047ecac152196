// A weak reference that looks whether there are strong ones, and then adds itself: the object may have
// gone in between.
//
// bug: use-after-free
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
  if (control.strong.load(std::memory_order_acquire) == 0) return false;
  control.strong.fetch_add(1, std::memory_order_acq_rel);
  return true;
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

// Reference counting where a thread decrements and then looks: both may find zero, and the object is
// deleted twice.
//
// bug: double-free
#include <atomic>
#include <thread>

std::atomic<int> references{2};

struct Shared {
  int values[2] = {0, 0};
};

void drop(Shared* shared) {
  references.fetch_sub(1, std::memory_order_acq_rel);
  if (references.load(std::memory_order_acquire) == 0) delete shared;
}

void user(Shared* shared, int me) {
  shared->values[me] = me + 1;
  drop(shared);
}

int main() {
  Shared* shared = new Shared;
  std::thread first(user, shared, 0), second(user, shared, 1);
  first.join();
  second.join();
  return 0;
}

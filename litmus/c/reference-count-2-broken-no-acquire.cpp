// Reference counting without the acquire fence: the destructor has no order with what the other thread
// did to the object, a data race.
//
// bug: race
#include <atomic>
#include <cassert>
#include <thread>

struct Shared {
  std::atomic<int> references{2};
  int values[2] = {0, 0};
  ~Shared() { assert(values[0] == 1 && values[1] == 2); }
};

void drop(Shared* shared) {
  if (shared->references.fetch_sub(1, std::memory_order_release) == 1) {
    delete shared;
  }
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

// What a library writes on a stack is what is read there, also where another function has had an atomic object:
// std::thread::join says that there is nothing to join any more.
//
// bug: none
// graphs: 1
#include <atomic>
#include <cassert>
#include <thread>

struct AtomicFirst {
  std::atomic<long> x{0};
  std::thread thread;
};
struct ThreadFirst {
  std::thread thread;
  std::atomic<long> x{0};
};

template <class Objects>
[[gnu::noinline]] void join() {
  Objects objects;
  objects.thread = std::thread([&] { objects.x = 1; });
  objects.thread.join();
  assert(objects.x == 1);
  assert(!objects.thread.joinable());
}

int main() {
  join<AtomicFirst>();
  join<ThreadFirst>();
  join<AtomicFirst>();
  join<ThreadFirst>();
}

// Memory of the stack is used for atomics of one size, and then of another; what others access stays what it is.
//
// bug: none
#include <atomic>
#include <cassert>
#include <thread>

__attribute__((noinline)) static int small() {
  std::atomic<short> a[8] = {};
  for (auto& x : a) x.fetch_add(1);
  return a[3];
}
__attribute__((noinline)) static int large() {
  std::atomic<long> a[2] = {};
  long expected = 0;
  for (auto& x : a) x.compare_exchange_strong(expected, 1);
  return static_cast<int>(a[1]);
}

int main() {
  std::atomic<int> shared = 0;
  std::thread other([&] { shared.fetch_add(small() + large()); });
  shared.fetch_add(large() + small());
  other.join();
  assert(shared.load() == 4);
}

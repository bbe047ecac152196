// std::atomic_ref makes accesses to a plain variable atomic.
//
// bug: none
#include <atomic>
#include <cassert>
#include <thread>

int main() {
  alignas(std::atomic_ref<int>::required_alignment) int plain = 0;
  auto add = [&plain] {
    std::atomic_ref<int> counter(plain);
    counter++;
  };
  std::thread first(add), second(add);
  first.join();
  second.join();
  assert(plain == 2);
}

// A local structure that is atomic, and is initialised member by member.
//
// bug: none
// graphs: 2
#include <atomic>
#include <cassert>
#include <thread>

struct Pair {
  int a, b;
};

int main() {
  std::atomic<Pair> pair{Pair{1, 2}};
  std::thread thread([&] { pair.store(Pair{2, 4}); });
  const Pair seen = pair.load();
  assert(seen.b == 2 * seen.a);
  thread.join();
  return 0;
}

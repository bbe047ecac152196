// std::call_once: a call that throws does not count.
//
// bug: none
#include <cassert>
#include <mutex>
#include <stdexcept>
#include <thread>

static std::once_flag once;
static int tries, successes;

static void work() {
  try {
    std::call_once(once, [] {
      if (++tries == 1) throw std::runtime_error("not yet");
      successes++;
    });
  } catch (const std::runtime_error&) {
    std::call_once(once, [] { successes++; });
  }
  assert(successes == 1);
}

int main() {
  std::thread other(work);
  work();
  other.join();
  assert(successes == 1);
}

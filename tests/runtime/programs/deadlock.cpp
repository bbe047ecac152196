// Two std::mutexes are taken in opposite orders.
//
// bug: deadlock
#include <mutex>
#include <thread>

static std::mutex a, b;

int main() {
  std::thread other([] {
    std::lock_guard first(b);
    std::lock_guard second(a);
  });
  {
    std::lock_guard first(a);
    std::lock_guard second(b);
  }
  other.join();
}

// Who locks two mutexes at once, one of which nobody gives back, waits for ever.
//
// bug: deadlock
#include <mutex>
#include <thread>

int main() {
  std::mutex left, right;
  std::thread keeps([&] { right.lock(); });
  std::thread waits([&] { std::scoped_lock both(left, right); });
  keeps.join();
  waits.join();
}

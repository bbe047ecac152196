// Two threads take two mutexes by std::scoped_lock, in the same order: who is second waits for the
// first.
//
// bug: none
#include <cassert>
#include <mutex>
#include <thread>

std::mutex left, right;
int counter = 0;  // guarded by both

void worker() {
  std::scoped_lock both(left, right);
  counter++;
}

int main() {
  std::thread first(worker), second(worker);
  first.join();
  second.join();
  assert(counter == 2);
  return 0;
}

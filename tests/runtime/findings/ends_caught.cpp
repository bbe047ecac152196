// Exceptions that are caught are no bug, in threads neither.
//
// bug: none
#include <atomic>
#include <stdexcept>
#include <thread>

std::atomic<int> caught;

void work() {
  try {
    throw std::logic_error("no");
  } catch (const std::exception&) {
    ++caught;
  }
}

int main() {
  std::thread thread(work);
  work();
  thread.join();
  return caught == 2 ? 0 : 1;
}

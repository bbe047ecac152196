// An exception that nobody catches, with a text that depends on what is read.
//
// bug: exception
#include <atomic>
#include <stdexcept>
#include <string>
#include <thread>

std::atomic<int> x;

int main() {
  std::thread thread([] { x = 1; });
  const int seen = x;
  thread.join();
  if (seen == 1) throw std::runtime_error("seen: " + std::to_string(seen));
}

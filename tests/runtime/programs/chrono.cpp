// Sleeping for a time and until one, by the clocks of the library.
//
// bug: none
#include <cassert>
#include <chrono>
#include <thread>

using namespace std::chrono_literals;

int main() {
  auto begin = std::chrono::steady_clock::now();
  std::thread other([] { std::this_thread::sleep_for(5ms); });
  std::this_thread::sleep_until(begin + 10ms);
  assert(std::chrono::steady_clock::now() - begin >= 10ms);
  other.join();
  std::this_thread::sleep_until(std::chrono::system_clock::now() + 2ms);
  assert(std::chrono::steady_clock::now() - begin >= 12ms);
}

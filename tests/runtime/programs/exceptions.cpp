// Exceptions are thrown, caught, nested and rethrown by two threads at once, across calls that another thread may
// interrupt.
//
// bug: none
#include <atomic>
#include <cassert>
#include <stdexcept>
#include <string>
#include <thread>

static std::atomic<int> events;

struct Guard {
  ~Guard() { events++; }
};

static void fail(int n) {
  Guard guard;
  events++;
  throw std::runtime_error(std::to_string(n));
}

static void work(int n) {
  try {
    try {
      fail(n);
    } catch (const std::exception& e) {
      assert(e.what() == std::to_string(n) && std::uncaught_exceptions() == 0);
      try {
        fail(n + 1);
      } catch (const std::runtime_error& inner) {
        assert(inner.what() == std::to_string(n + 1));
      }
      throw;
    }
  } catch (const std::runtime_error& e) {
    assert(e.what() == std::to_string(n));
  }
}

int main() {
  std::thread other(work, 10);
  work(20);
  other.join();
  assert(events == 8);
}

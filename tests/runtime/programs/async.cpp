// std::async, at once and deferred; an exception comes out of get.
//
// bug: none
#include <cassert>
#include <future>
#include <stdexcept>
#include <thread>

int main() {
  auto here = std::this_thread::get_id();
  auto other = std::async(std::launch::async, [] { return std::this_thread::get_id(); });
  auto later = std::async(std::launch::deferred, [] { return std::this_thread::get_id(); });
  auto failing = std::async(std::launch::async, []() -> int { throw std::runtime_error("no"); });
  assert(other.get() != here && later.get() == here);
  bool caught = false;
  try {
    failing.get();
  } catch (const std::runtime_error&) {
    caught = true;
  }
  assert(caught);
}

// A promise's value, and its exception, reach the future; a promise that goes without one breaks.
//
// bug: none
#include <cassert>
#include <future>
#include <stdexcept>
#include <thread>

int main() {
  std::promise<int> value, error;
  std::future<int> got = value.get_future(), failed = error.get_future();
  std::thread thread([&] {
    value.set_value(5);
    error.set_exception(std::make_exception_ptr(std::logic_error("wrong")));
  });
  assert(got.get() == 5 && !got.valid());
  try {
    failed.get();
    assert(false);
  } catch (const std::logic_error&) {
  }
  thread.join();
  std::future<void> broken = std::promise<void>().get_future();
  try {
    broken.get();
    assert(false);
  } catch (const std::future_error& e) {
    assert(e.code() == std::future_errc::broken_promise);
  }
}

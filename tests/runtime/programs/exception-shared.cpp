// An exception comes out of a future while the worker drops the task that has thrown it, and the outer one of two
// nested ones is destroyed with the inner one by whichever thread is the last to hold it.
//
// bug: none
#include <cassert>
#include <exception>
#include <future>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>

namespace {

void of_task() {
  std::packaged_task<int()> task([]() -> int { throw std::runtime_error("bad"); });
  auto future = task.get_future();
  std::thread worker([task = std::move(task)]() mutable { task(); });
  bool caught = false;
  try {
    future.get();
  } catch (const std::runtime_error& e) {
    caught = e.what() == std::string("bad");
  }
  assert(caught);
  worker.join();
}

void nested() {
  std::exception_ptr error;
  try {
    try {
      throw std::out_of_range("inner");
    } catch (...) {
      std::throw_with_nested(std::runtime_error("outer"));
    }
  } catch (...) {
    error = std::current_exception();
  }
  std::thread other([copy = error]() mutable { copy = nullptr; });
  bool caught = false;
  try {
    std::rethrow_exception(std::move(error));
  } catch (const std::exception& outer) {
    try {
      std::rethrow_if_nested(outer);
    } catch (const std::out_of_range& inner) {
      caught = inner.what() == std::string("inner") && outer.what() == std::string("outer");
    }
  }
  assert(caught);
  other.join();
}

}  // namespace

int main() {
  of_task();
  nested();
}

// Two threads get the same exception out of a shared future; the last one destroys it.
//
// bug: none
#include <cassert>
#include <future>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>

namespace {

void get(std::shared_future<int> future) {
  bool caught = false;
  try {
    future.get();
  } catch (const std::runtime_error& e) {
    caught = e.what() == std::string("bad");
  }
  assert(caught);
}

}  // namespace

int main() {
  std::promise<int> promise;
  std::shared_future<int> future = promise.get_future().share();
  promise.set_exception(std::make_exception_ptr(std::runtime_error("bad")));
  std::thread other(get, future);
  get(std::move(future));
  other.join();
}

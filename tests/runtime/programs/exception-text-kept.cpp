// A thread looks at the text of an exception that it holds no longer: if the other one has dropped it, it is gone.
//
// bug: use-after-free
#include <cassert>
#include <exception>
#include <stdexcept>
#include <thread>

int main() {
  std::exception_ptr error = std::make_exception_ptr(std::runtime_error("bad"));
  const char* text = nullptr;
  try {
    std::rethrow_exception(error);
  } catch (const std::runtime_error& e) {
    text = e.what();
  }
  std::thread other([copy = error]() mutable { copy = nullptr; });
  error = nullptr;
  assert(text[0] == 'b');
  other.join();
}

// An exception of one thread is rethrown by another.
//
// bug: none
#include <cassert>
#include <exception>
#include <stdexcept>
#include <string>
#include <thread>

int main() {
  std::exception_ptr error;
  std::thread([&error] {
    try {
      throw std::out_of_range("far");
    } catch (...) {
      error = std::current_exception();
    }
  }).join();
  bool caught = false;
  try {
    std::rethrow_exception(error);
  } catch (const std::out_of_range& e) {
    caught = e.what() == std::string("far");
  }
  assert(caught);
}

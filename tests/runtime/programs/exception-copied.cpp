// Each copy of an exception has its text, whichever is destroyed first.
//
// bug: none
#include <cassert>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>

int main() {
  auto error = std::make_unique<std::out_of_range>("far");
  std::thread other([copy = *error] {
    std::logic_error another("near");
    another = copy;
    assert(another.what() == std::string("far"));
  });
  assert(error->what() == std::string("far"));
  error.reset();
  other.join();
}

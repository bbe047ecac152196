// A std::thread goes that was not joined: terminate.
//
// bug: abort
#include <cstdlib>
#include <exception>
#include <thread>

int main() {
  std::set_terminate([] { std::abort(); });
  std::thread thread([] {});
}

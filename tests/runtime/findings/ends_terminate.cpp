// A std::thread is destroyed that was not joined.
//
// bug: exception
#include <thread>

int main() {
  std::thread thread([] {});
}

// An exception that is no std::exception leaves a thread.
//
// bug: exception
#include <thread>

int main() {
  std::thread thread([] { throw 42; });
  thread.join();
}

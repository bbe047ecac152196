// A thread that nobody has joined uses a static object that is destroyed when main returns.
//
// bug: race
#include <atomic>
#include <thread>

struct Log {
  int lines = 0;
  ~Log() { lines = -1; }
};

static Log log_of_all;

int main() {
  std::thread([] { log_of_all.lines++; }).detach();
}

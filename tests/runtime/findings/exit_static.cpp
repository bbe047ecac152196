// A thread that nobody has joined uses a static object that is destroyed when main returns.
//
// bug: race
#include <thread>
#include <vector>

static std::vector<int> log_of_all;

int main() {
  std::thread([] { log_of_all.push_back(1); }).detach();
}

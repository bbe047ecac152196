// An asynchronous logger: lines are collected under a mutex, a thread takes them all at once.
//
// bug: none
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

std::mutex mutex;
std::condition_variable changed;
std::vector<int> pending;  // guarded by mutex
bool closing = false;      // guarded by mutex
std::vector<int> written;  // the logger's own

void add_line(int line) {
  {
    std::lock_guard<std::mutex> guard(mutex);
    pending.push_back(line);
  }
  changed.notify_one();
}

void logger() {
  for (;;) {
    std::vector<int> lines;
    bool last = false;
    {
      std::unique_lock<std::mutex> lock(mutex);
      changed.wait(lock, [] { return closing || !pending.empty(); });
      lines.swap(pending);
      last = closing;
    }
    for (int line : lines) written.push_back(line);
    if (last) return;
  }
}

int main() {
  std::thread background(logger);
  std::thread worker([] { add_line(1); });
  add_line(2);
  worker.join();
  {
    std::lock_guard<std::mutex> guard(mutex);
    closing = true;
  }
  changed.notify_one();
  background.join();
  assert(written.size() == 2 && written[0] + written[1] == 3);
  return 0;
}

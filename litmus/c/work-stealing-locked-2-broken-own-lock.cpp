// Work stealing where a thief holds its own lock rather than its victim's: a data race on the victim's
// deque.
//
// bug: race
#include <cassert>
#include <deque>
#include <mutex>
#include <thread>

struct Worker {
  std::mutex mutex;
  std::deque<int> tasks;
};

Worker workers[2];
int runs[2];

bool take(Worker& from, int& task, std::mutex& mutex) {
  std::lock_guard<std::mutex> guard(mutex);
  if (from.tasks.empty()) return false;
  task = from.tasks.front();
  from.tasks.pop_front();
  return true;
}

void work(int me) {
  int task;
  while (take(workers[me], task, workers[me].mutex) || take(workers[1 - me], task, workers[me].mutex)) runs[task]++;
}

int main() {
  workers[0].tasks = {0, 1};
  std::thread first(work, 0), second(work, 1);
  first.join();
  second.join();
  assert(runs[0] == 1 && runs[1] == 1);
  return 0;
}

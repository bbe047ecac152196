// Work stealing with a mutex for each deque, two workers: one has both tasks, the other steals.
//
// bug: none
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

bool take(Worker& from, int& task) {
  std::lock_guard<std::mutex> guard(from.mutex);
  if (from.tasks.empty()) return false;
  task = from.tasks.front();
  from.tasks.pop_front();
  return true;
}

void work(int me) {
  int task;
  while (take(workers[me], task) || take(workers[1 - me], task)) runs[task]++;
}

int main() {
  workers[0].tasks = {0, 1};
  std::thread first(work, 0), second(work, 1);
  first.join();
  second.join();
  assert(runs[0] == 1 && runs[1] == 1);
  return 0;
}

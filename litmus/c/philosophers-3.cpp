// Three philosophers who take the fork with the smaller number first. Each fork is wanted by two of
// them: its order is one of two, less the two cycles.
//
// bug: none
// graphs: 6
#include <cassert>
#include <mutex>
#include <thread>

std::mutex forks[3];
int meals = 0;  // of the first two, who share fork 1

void dine(int me) {
  int left = me, right = (me + 1) % 3;
  std::lock_guard<std::mutex> first(forks[left < right ? left : right]);
  std::lock_guard<std::mutex> second(forks[left < right ? right : left]);
  if (me < 2) meals++;
}

int main() {
  std::thread first(dine, 0), second(dine, 1), third(dine, 2);
  first.join();
  second.join();
  third.join();
  assert(meals == 2);
  return 0;
}

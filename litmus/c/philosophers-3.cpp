// Three philosophers who take both forks by std::scoped_lock, which backs off.
//
// bug: none
#include <cassert>
#include <mutex>
#include <thread>

std::mutex forks[3];
int meals = 0;  // of the first two, who share fork 1

void dine(int me) {
  std::scoped_lock both(forks[me], forks[(me + 1) % 3]);
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

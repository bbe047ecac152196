// Three philosophers who take the left fork first: a deadlock.
//
// bug: deadlock
#include <mutex>
#include <thread>

std::mutex forks[3];

void dine(int me) {
  std::lock_guard<std::mutex> left(forks[me]);
  std::lock_guard<std::mutex> right(forks[(me + 1) % 3]);
}

int main() {
  std::thread first(dine, 0), second(dine, 1), third(dine, 2);
  first.join();
  second.join();
  third.join();
  return 0;
}

// Three threads lock two of three mutexes at once, twice each, in a circle: they come in any order, and that is all.
//
// bug: none
// graphs: 90
#include <cassert>
#include <mutex>
#include <thread>

int main() {
  std::mutex forks[3], table;
  int meals = 0;
  auto dine = [&](int seat) {
    for (int round = 0; round < 2; ++round) {
      std::scoped_lock both(forks[seat], forks[(seat + 1) % 3]);
      std::lock_guard one(table);
      ++meals;
    }
  };
  std::thread first(dine, 0), second(dine, 1), third(dine, 2);
  first.join();
  second.join();
  third.join();
  assert(meals == 6);
}

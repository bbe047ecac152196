// Atomics of a struct, a double, a bool, an enumeration and a pointer.
//
// bug: none
#include <atomic>
#include <cassert>

struct Pair {
  short first, second;
  bool operator==(const Pair&) const = default;
};
enum class Colour { red, green };

int main() {
  std::atomic<Pair> pair(Pair{1, 2});
  Pair expected{1, 3};
  assert(pair.is_lock_free() && !pair.compare_exchange_strong(expected, {4, 5}) && expected == (Pair{1, 2}));
  assert(pair.compare_exchange_strong(expected, {4, 5}) && pair.load() == (Pair{4, 5}));
  std::atomic<double> number(1.5);
  assert(number.fetch_add(1) == 1.5 && (number -= 0.5) == 2);
  std::atomic<bool> flag(false);
  assert(!flag.exchange(true) && flag);
  std::atomic<Colour> colour(Colour::red);
  colour = Colour::green;
  assert(colour == Colour::green);
  static int cells[4];
  std::atomic<int*> pointer(cells);
  assert(++pointer == cells + 1 && (pointer += 2) == cells + 3);
}

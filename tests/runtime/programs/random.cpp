// random_device gives numbers, and a seeded engine the same ones again.
//
// bug: none
#include <cassert>
#include <random>

int main() {
  std::random_device device;
  bool differ = false;
  unsigned first = device();
  for (int i = 0; i < 10; i++) differ = differ || device() != first;
  assert(differ);
  std::mt19937 a(5), b(5);
  assert(a() == b() && std::uniform_int_distribution<int>(1, 6)(a) <= 6);
}

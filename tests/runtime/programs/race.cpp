// A vector is read by one thread while another appends to it.
//
// bug: race
#include <thread>
#include <vector>

int main() {
  std::vector<int> numbers(3);
  numbers.reserve(8);
  std::thread other([&numbers] { numbers.push_back(1); });
  std::size_t seen = numbers.size();
  other.join();
  return seen > 4;
}

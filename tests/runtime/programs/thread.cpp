// std::thread: arguments, moving, swapping, identities.
//
// bug: none
#include <cassert>
#include <string>
#include <thread>
#include <utility>

int main() {
  int sum = 0;
  std::string text;
  std::thread first([&sum](int a, int b) { sum = a + b; }, 3, 4);
  std::thread second([](std::string& to, std::string from) { to = std::move(from); }, std::ref(text),
                     "a longer string, on the heap");
  assert(first.joinable() && first.get_id() != second.get_id() && first.get_id() != std::this_thread::get_id());
  first.swap(second);
  std::thread third = std::move(first);
  assert(!first.joinable() && first.get_id() == std::thread::id());
  third.join();
  second.join();
  assert(sum == 7 && text == "a longer string, on the heap");
  assert(!second.joinable());
  (void)std::thread::hardware_concurrency();
}

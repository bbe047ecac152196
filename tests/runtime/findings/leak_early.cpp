// What static objects have allocated before main is reached through them, and so is what they are given later.
//
// bug: none
// options: --leaks
#include <memory>
#include <thread>
#include <vector>

static std::vector<std::unique_ptr<int>> numbers(4);

int main() {
  std::thread([] { numbers[2] = std::make_unique<int>(2); }).join();
  numbers[1] = std::make_unique<int>(1);
  numbers[0].reset(new int(0));
  // What nobody destroys when main ends is still there.
  static auto* kept = new std::vector<std::unique_ptr<int>>(std::move(numbers));
  return kept->empty();
}

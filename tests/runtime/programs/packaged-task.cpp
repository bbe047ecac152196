// A packaged task is run by another thread; two shared futures see what it returns.
//
// bug: none
#include <cassert>
#include <future>
#include <string>
#include <thread>

int main() {
  std::packaged_task<std::string(int)> task([](int n) { return std::string(n, 'x'); });
  std::shared_future<std::string> result = task.get_future().share(), same = result;
  std::thread worker(std::move(task), 40);
  std::thread reader([same] { assert(same.get().size() == 40); });
  assert(result.get() == std::string(40, 'x'));
  worker.join();
  reader.join();
}

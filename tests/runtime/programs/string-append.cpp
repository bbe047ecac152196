// Functions of std::string that C++17's library has compiled: what they write is known, and read by others in some
// executions, in one of which the last assertion fails.
//
// bug: assertion
// race: no
// options: --cflags -std=c++17
#include <cassert>
#include <mutex>
#include <string>
#include <thread>

std::mutex mutex;
std::string text;
std::size_t seen[2];

int main() {
  std::thread writer([] {
    const std::lock_guard<std::mutex> guard(mutex);
    text += "a long text that is not kept in the string itself";
    text.append(3, '.');
  });
  const auto read = [](int reader) {
    const std::lock_guard<std::mutex> guard(mutex);
    const std::string copy = text;
    assert(copy.empty() || copy.back() == '.');
    seen[reader] = copy.size();
  };
  std::thread one(read, 0);
  std::thread two(read, 1);
  writer.join();
  one.join();
  two.join();
  assert(seen[0] <= seen[1]);
}

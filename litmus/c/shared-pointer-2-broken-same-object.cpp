// One std::shared_ptr that is reset by one thread and read by another: its count is atomic, the
// pointer itself is not, a data race.
//
// bug: race
#include <memory>
#include <thread>

struct Object {
  int values[2] = {0, 0};
};

int main() {
  auto object = std::make_shared<Object>();
  std::thread first([&object] { auto copy = object; });
  std::thread second([&object] { object.reset(); });
  first.join();
  second.join();
  return 0;
}

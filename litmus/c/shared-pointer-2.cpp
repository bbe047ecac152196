// std::shared_ptr copies in two threads, of which the last to let go runs the destructor.
//
// bug: none
#include <cassert>
#include <memory>
#include <thread>

struct Object {
  int values[2] = {0, 0};
  ~Object() { assert(values[0] == 1 && values[1] == 1); }
};

int main() {
  auto object = std::make_shared<Object>();
  std::thread first([object] { object->values[0] = 1; });
  std::thread second([object] { object->values[1] = 1; });
  object.reset();
  first.join();
  second.join();
  return 0;
}

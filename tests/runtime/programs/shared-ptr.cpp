// Copies of a shared_ptr go in two threads; the object goes once. A weak_ptr sees it or does not.
//
// bug: none
#include <cassert>
#include <memory>
#include <thread>

static int destroyed;

struct Object {
  ~Object() { destroyed++; }
  int value = 3;
};

int main() {
  auto object = std::make_shared<Object>();
  std::weak_ptr<Object> weak = object;
  std::thread owner([copy = object]() mutable { copy.reset(); });
  std::thread observer([weak] {
    if (auto seen = weak.lock()) assert(seen->value == 3);
  });
  object.reset();
  owner.join();
  observer.join();
  assert(destroyed == 1 && weak.expired());
}

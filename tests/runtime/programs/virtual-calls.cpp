// Virtual calls, dynamic casts and destructors of objects that are handed over.
//
// bug: none
#include <cassert>
#include <functional>
#include <memory>
#include <thread>
#include <typeinfo>

struct Base {
  virtual ~Base() = default;
  virtual int get() const = 0;
};

struct Derived : Base {
  explicit Derived(int value) : value(value) {}
  int get() const override { return value; }
  int value;
};

int main() {
  std::unique_ptr<Base> object = std::make_unique<Derived>(4);
  int got = 0;
  std::function<void()> ask = [&] { got = object->get(); };
  std::thread(ask).join();
  Base& seen = *object;
  assert(got == 4 && dynamic_cast<Derived*>(&seen) != nullptr && typeid(seen) == typeid(Derived));
}

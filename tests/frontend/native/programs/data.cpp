// Variables of C++.
#include <array>
#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "expected.h"

namespace ns {
int plain;
namespace inner {
std::atomic<long> deep{0};
}
namespace {
int hidden;
}
template <typename T>
struct Node {
  T value{};
  std::atomic<Node*> next{nullptr};
};
class Stack {
 public:
  static int instances;
  inline static std::atomic<int> shared{0};
  std::atomic<Node<int>*> head{nullptr};
  std::array<Node<int>, 2> nodes;
};
int Stack::instances = 0;
}  // namespace ns

struct Empty {};
struct Base {
  int base_member = 0;
};
struct Other {
  virtual ~Other();
  int other_member = 0;
};
Other::~Other() = default;
struct Derived : Empty, Base, Other {
  std::atomic<int> own_member{0};
  struct Unknown* link = nullptr;
};
struct Tagged {
  void* pointer;
  unsigned long tag;
};
// Of one's own, not the standard library's.
struct mutex {
  std::atomic<bool> locked{false};
  int owner = 0;
};
template <typename T>
T of_type;

std::atomic<int> x{0};
std::atomic<bool> ready{false};
std::atomic<double> number{0};
std::atomic<Tagged> tagged{};
std::atomic_flag spin = ATOMIC_FLAG_INIT;
std::atomic<int> many[2][2];
std::mutex lock;
std::condition_variable changed;
std::array<int, 3> numbers{};
std::vector<int> vector;
std::unique_ptr<int> owned;
std::pair<int, std::atomic<int>> couple;
ns::Stack stack;
Derived derived;
static mutex mine;
thread_local std::atomic<int> own{0};

inline std::atomic<int>& static_of_inline() {
  static std::atomic<int> once{0};
  return once;
}

template <typename T>
T* static_of_template() {
  static T made{};
  return &made;
}

const Expected expected[] = {
    SELF(ns::plain),
    SELF(ns::inner::deep),
    NAMED("ns::hidden", ns::hidden, 4),
    SELF(ns::Stack::instances),
    SELF(ns::Stack::shared),
    SELF(x),
    SELF(ready),
    SELF(number),
    SELF(tagged),
    NAMED("x", x, 0),
    NAMED("ready", ready, 0),
    NAMED("spin", spin, 0),
    SELF(many[1][0]),
    SELF(lock),
    NAMED("lock", lock, 0),
    NAMED("changed", changed, 0),
    SELF(numbers[2]),
    NAMED("vector._M_impl._M_start", vector, 8),
    NAMED("owned", owned, 0),
    SELF(couple.second),
    SELF(stack.head),
    SELF(stack.nodes[1].next),
    SELF(stack.nodes[1].value),
    SELF(derived.base_member),
    SELF(derived.other_member),
    SELF(derived.own_member),
    SELF(derived.link),
    NAMED("derived._vptr", derived, 8),
    SELF(mine.locked),
    SELF(mine.owner),
    SELF(of_type<long>),
    NAMED("once", static_of_inline(), 4),
};

EXPORTED int expected_in(const Expected** list) {
  *list = expected;
  return sizeof(expected) / sizeof(*expected);
}

EXPORTED const volatile void* local_static(int which) {
  return which == 0 ? static_cast<const volatile void*>(&static_of_inline()) : static_of_template<int>();
}

EXPORTED void* own_variable(int) { return &own; }

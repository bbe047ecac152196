// Functions, inlined and not, that call back: where each call is, is said by a comment on its line.
#include "expected.h"

// In a library whose functions were all optimized away there would be nothing to see.
#define INLINED __attribute__((always_inline)) inline
#define CALLED __attribute__((noinline))

using Callback = void (*)(const char*);
static volatile int sink;

namespace ns {

struct Counter {
  int value = 0;

  INLINED void add(Callback call) {
    call("inlined method");  // @add
    ++value;
  }
};

template <typename T>
CALLED void of_template(T times, Callback call) {
  for (T i = 0; i < times; ++i) {
    call("template");  // @template
  }
  sink = sink + 1;
}

}  // namespace ns

static INLINED void innermost(Callback call) {
  call("innermost");  // @innermost
  sink = sink + 1;
}

static INLINED void middle(Callback call) {
  sink = sink + 1;
  innermost(call);  // @middle
  sink = sink + 1;
}

CALLED static void outer(Callback call) {
  sink = sink + 1;
  middle(call);  // @outer
  sink = sink + 1;
}

EXPORTED void run(Callback call) {
  outer(call);
  ns::Counter counter;
  counter.add(call);  // @method
  ns::of_template<long>(1, call);
  const auto lambda = [&](int) CALLED {
    call("lambda");  // @lambda
    sink = sink + 1;
  };
  lambda(1);
  call("last");  // @last
  sink = sink + counter.value;
}

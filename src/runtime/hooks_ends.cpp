// How programs end: assertions, abort, exit; and what they say to the engine.
#include <fmt/format.h>

#include <cstdlib>

#include "runtime/real.hpp"
#include "runtime/request.hpp"

#define GRAPHFUZZ_HOOK extern "C" __attribute__((visibility("default"), used))

using namespace graphfuzz::runtime;
using graphfuzz::Request;
using graphfuzz::RequestKind;

namespace {
Address caller(void* return_address) { return reinterpret_cast<Address>(return_address) - 1; }

template <class Function>
Function next(const char* name) {
  return reinterpret_cast<Function>(next_definition(name));
}
}  // namespace

GRAPHFUZZ_HOOK void __assert_fail(const char* expression, const char* file, unsigned line, const char* function) {
  if (current == nullptr) {
    next<void (*)(const char*, const char*, unsigned, const char*)>("__assert_fail")(expression, file, line, function);
  }
  Hook hook;
  const std::string text = fmt::format("{}:{}:1: assertion failed: {}", file, line, expression);
  Request request;
  request.kind = RequestKind::failure;
  request.operand = static_cast<graphfuzz::Value>(message_number(text));
  Fiber& f = hook.fiber();
  ask(f, request, 0, caller(__builtin_return_address(0)));
  finish_for_good(f);
}

GRAPHFUZZ_HOOK void abort() {
  if (current == nullptr) {
    next<void (*)()>("abort")();
  }
  Hook hook;
  fail(hook.fiber(), "abort", caller(__builtin_return_address(0)));
}

GRAPHFUZZ_HOOK void exit(int code) {
  if (current == nullptr) {
    next<void (*)(int)>("exit")(code);
  }
  Hook hook;
  Fiber& f = hook.fiber();
  if (code != 0) fail(f, fmt::format("exit with code {}", code), caller(__builtin_return_address(0)));
  finish_for_good(f);
}

GRAPHFUZZ_HOOK void graphfuzz_assume(int holds) {
  if (current == nullptr || holds != 0) return;
  Hook hook;
  block(hook.fiber());
}
GRAPHFUZZ_HOOK void __VERIFIER_assume(int holds) { graphfuzz_assume(holds); }

GRAPHFUZZ_HOOK void graphfuzz_note(const char* name, long long value) {
  if (current == nullptr) return;
  Hook hook;
  hook.fiber().arrival.touches.push_back(
      {Touch::Kind::note, false, 0, outcome_number(name), value, caller(__builtin_return_address(0))});
}

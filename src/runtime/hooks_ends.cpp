// How programs fail: assertions, abort; and what they say to the engine. How they come to their end is in
// hooks_exit.cpp.
#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>

#include "runtime/exceptions.hpp"
#include "runtime/faults.hpp"
#include "runtime/heap.hpp"
#include "runtime/hook.hpp"
#include "runtime/image.hpp"
#include "runtime/late_libraries.hpp"

using namespace graphfuzz::runtime;
using graphfuzz::MemoryOrder;
using graphfuzz::Request;
using graphfuzz::RequestKind;

namespace {

template <class Function>
Function next(const char* name) {
  return reinterpret_cast<Function>(next_definition(name));
}

// The place that the message names is the one that the compiler has told.
[[noreturn]] void fail_assertion(Fiber& f, const char* file, unsigned line, const std::string& what, Address place) {
  fail_with(f, fmt::format("{}:{}:1: assertion failed: {}", file, line, what), place);
}

// "these values:\n  a\n    Which is: 1" is "these values: a; Which is: 1".
std::string in_one_line(std::string_view text) {
  std::string line;
  while (!text.empty()) {
    std::string_view part = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), part.size() + 1));
    part.remove_prefix(std::min(part.size(), part.find_first_not_of(' ')));
    if (!line.empty() && !part.empty()) line += line.back() == ':' ? " " : "; ";
    line += part;
  }
  return line;
}

// What __VERIFIER_atomic_begin and _end are about: one section at a time.
std::uint32_t verifier_atomic = 0;

void ask_for_section(RequestKind kind, Address place) {
  Hook hook;                  // what was written before is no part of the section, or the last of it
  hook.fiber().sections = 0;  // of which this is none
  if (sections_are_accesses()) return;
  Request request;
  request.kind = kind;
  request.order = kind == RequestKind::write ? MemoryOrder::release : MemoryOrder::acquire;
  request.failure_order = MemoryOrder::relaxed;
  request.size = graphfuzz::native::kSectionLockSize;
  if (kind == RequestKind::compare_exchange) {
    request.operand = hook.fiber().id + 1;
    request.awaits = request.lock = true;
  }
  ask(hook.fiber(), request, reinterpret_cast<Address>(&verifier_atomic), place);
}

// Does the program define reach_error, and not only call ours, or call __VERIFIER_error? Then it is one of the
// competition on software verification, where only that is an error, and abort() ends what is of no interest ("if
// (!holds) abort();").
bool is_of_competition() {
  static const bool does = [] {
    if (calls_verifier_error()) return true;
    Dl_info its{};
    Dl_info ours{};
    const void* const found = ::dlsym(RTLD_DEFAULT, "reach_error");
    return found != nullptr && ::dladdr(found, &its) != 0 &&
           ::dladdr(reinterpret_cast<const void*>(&is_of_competition), &ours) != 0 && its.dli_fbase != ours.dli_fbase;
  }();
  return does;
}

}  // namespace

namespace graphfuzz::runtime {

void begin_section(Address place) {
  if (current->sections > 0) {
    ++current->sections;
    return;
  }
  ask_for_section(RequestKind::compare_exchange, place);
  current->arrival.sections.there = true;
  current->arrival.sections.lock = reinterpret_cast<Address>(&verifier_atomic);
  current->sections = 1;
  current->section_accesses = 0;
}
void end_section(Address place) {
  if (current->sections > 1) {
    --current->sections;
  } else if (current->sections == 1) {
    ask_for_section(RequestKind::write, place);
  }
}

}  // namespace graphfuzz::runtime

GRAPHFUZZ_HOOK void __assert_fail(const char* expression, const char* file, unsigned line, const char* function) {
  if (current == nullptr) {
    next<void (*)(const char*, const char*, unsigned, const char*)>("__assert_fail")(expression, file, line, function);
  }
  Hook hook;
  fail_assertion(hook.fiber(), file, line, expression, caller(__builtin_return_address(0)));
}

GRAPHFUZZ_HOOK void __assert_perror_fail(int error, const char* file, unsigned line, const char* function) {
  if (current == nullptr) {
    next<void (*)(int, const char*, unsigned, const char*)>("__assert_perror_fail")(error, file, line, function);
  }
  Hook hook;
  fail_assertion(hook.fiber(), file, line, fmt::format("unexpected error: {}", ::strerrordesc_np(error)),
                 caller(__builtin_return_address(0)));
}

GRAPHFUZZ_HOOK void graphfuzz_fail(const char* file, unsigned line, const char* text) {
  if (current == nullptr) {
    std::fprintf(stderr, "%s:%u: %s\n", file, line, text);
    std::abort();
  }
  Hook hook;
  fail_assertion(hook.fiber(), file, line, in_one_line(text), caller(__builtin_return_address(0)));
}

GRAPHFUZZ_HOOK void abort() {
  if (current == nullptr) {
    refuse_in_constructor("dlopen: a constructor of the library calls abort(): --fork takes it");
    next<void (*)()>("abort")();
  }
  Hook hook;
  if (is_of_competition()) block(hook.fiber());
  fail(hook.fiber(), "abort: abort()", place_in_program(caller(__builtin_return_address(0))));
}

GRAPHFUZZ_HOOK void graphfuzz_assume(int holds) {
  if (current == nullptr || holds != 0) return;
  Hook hook;
  block(hook.fiber());
}
// Of compat/libstdc++/mutex: is somebody who has tried in vain to lock several mutexes to try again?
GRAPHFUZZ_HOOK int graphfuzz_retries_locks() { return checks.retries ? 1 : 0; }
GRAPHFUZZ_HOOK void __VERIFIER_assume(int holds) { graphfuzz_assume(holds); }

// As the competition on software verification has them. Programs may define them, too: then theirs are called.
GRAPHFUZZ_HOOK void __VERIFIER_error() {
  if (current == nullptr) std::abort();
  Hook hook;
  fail(hook.fiber(), "assertion failed: __VERIFIER_error()", caller(__builtin_return_address(0)));
}
GRAPHFUZZ_HOOK void reach_error() {
  if (current == nullptr) std::abort();
  Hook hook;
  fail(hook.fiber(), "assertion failed: reach_error()", caller(__builtin_return_address(0)));
}
// What is inserted into a reach_error of the program's own (see frontend/native/build/inlining.hpp): the same by a name
// that no program has.
GRAPHFUZZ_HOOK void __graphfuzz_reach_error() __attribute__((alias("reach_error")));
GRAPHFUZZ_HOOK void __VERIFIER_assert(int holds) {
  if (holds != 0) return;
  if (current == nullptr) std::abort();
  Hook hook;
  fail(hook.fiber(), "assertion failed: __VERIFIER_assert()", caller(__builtin_return_address(0)));
}
GRAPHFUZZ_HOOK void __VERIFIER_atomic_begin() {
  if (current != nullptr) begin_section(caller(__builtin_return_address(0)));
}
GRAPHFUZZ_HOOK void __VERIFIER_atomic_end() {
  if (current != nullptr) end_section(caller(__builtin_return_address(0)));
}

GRAPHFUZZ_HOOK void graphfuzz_begin_atomic() {
  if (current != nullptr) begin_section(caller(__builtin_return_address(0)));
}
GRAPHFUZZ_HOOK void graphfuzz_end_atomic() {
  if (current != nullptr) end_section(caller(__builtin_return_address(0)));
}

GRAPHFUZZ_HOOK void graphfuzz_note(const char* name, long long value) {
  if (current == nullptr) return;
  Hook hook;
  hook.fiber().arrival.touches.push_back(
      {Touch::Kind::note, false, false, false, 0, 0, outcome_number(name), value, caller(__builtin_return_address(0))});
}

// The functions that end the program, and those that ask for something to be called then.
#include <cstdlib>

#include "runtime/exit.hpp"
#include "runtime/hook.hpp"
#include "runtime/late_libraries.hpp"

using namespace graphfuzz::runtime;

namespace {

[[noreturn]] void end(const char* function, int code, Address place) {
  if (current == nullptr) {
    refuse_in_constructor("dlopen: a constructor of the library ends the program: --fork takes it");
    reinterpret_cast<void (*)(int)>(next_definition(function))(code);
    std::abort();
  }
  Hook hook;
  exit_program(hook.fiber(), function, code, place);
}

int note(const Handler& handler, Address place) {
  Hook hook;
  return add_handler(hook.fiber(), handler, place);
}

void* pointer_to(auto* function) { return reinterpret_cast<void*>(function); }

}  // namespace

GRAPHFUZZ_HOOK void exit(int code) { end("exit", code, GRAPHFUZZ_CALLER); }
GRAPHFUZZ_HOOK void _exit(int code) { end("_exit", code, GRAPHFUZZ_CALLER); }
GRAPHFUZZ_HOOK void _Exit(int code) { end("_Exit", code, GRAPHFUZZ_CALLER); }
GRAPHFUZZ_HOOK void quick_exit(int code) { end("quick_exit", code, GRAPHFUZZ_CALLER); }

// atexit and at_quick_exit are parts of the program that call these.
GRAPHFUZZ_HOOK int __cxa_atexit(void (*function)(void*), void* argument, void* module) {
  const Handler handler{Handler::Kind::plain, pointer_to(function), argument, module};
  if (current != nullptr) return note(handler, GRAPHFUZZ_CALLER);
  add_early_handler(handler);
  GRAPHFUZZ_OUTSIDE(__cxa_atexit, function, argument, module)
  return 0;
}
GRAPHFUZZ_HOOK int __cxa_at_quick_exit(void (*function)(void*), void* module) {
  const Handler handler{Handler::Kind::quick, pointer_to(function), nullptr, module};
  if (current != nullptr) return note(handler, GRAPHFUZZ_CALLER);
  add_early_handler(handler);
  GRAPHFUZZ_OUTSIDE(__cxa_at_quick_exit, function, module)
  return 0;
}
GRAPHFUZZ_HOOK int on_exit(void (*function)(int, void*), void* argument) {
  // Of the program, as nothing else calls it.
  const Handler handler{Handler::Kind::with_code, pointer_to(function), argument, pointer_to(function)};
  if (current != nullptr) return note(handler, GRAPHFUZZ_CALLER);
  add_early_handler(handler);
  GRAPHFUZZ_OUTSIDE(on_exit, function, argument)
  return 0;
}
// Called by what the loader would call at the end of a part of the program: it would call what is called already.
GRAPHFUZZ_HOOK void __cxa_finalize(void* module) {
  if (current != nullptr) return;
  reinterpret_cast<void (*)(void*)>(next_definition("__cxa_finalize"))(module);
}

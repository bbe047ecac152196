// How programs come to their end: the functions that are called then.
//
// A thread that calls exit, and main when it returns, calls what atexit and its relatives were given, and the
// destructors of static objects, the last ones first. Other threads may run meanwhile, and afterwards: what they do
// until the process is gone is the beginning of what they would do. Functions that were given before main are the same
// in every execution; the others are in memory of the program's, which a lock guards as in glibc.
#include "runtime/exit.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include "runtime/checkpoint.hpp"
#include "runtime/faults.hpp"
#include "runtime/heap.hpp"
#include "runtime/hook.hpp"
#include "runtime/image.hpp"
#include "runtime/synchronisation.hpp"
#include "runtime/thread_memory.hpp"

namespace graphfuzz::runtime {
namespace {

// What handlers are kept in, those of quick_exit in another: zero before main.
struct Handlers {
  std::int32_t lock;
  std::int32_t exiting;  // a thread has begun to call them
  std::uint64_t count;
};
constexpr std::size_t kMost = 4096;
constexpr std::size_t kPage = 4096;
std::size_t most_used[2] = {0, 0};  // of all executions since they were made zero
bool is_mapped = false;

// Before main; it may come before the constructors of this library.
struct Early {
  Handler* all;
  std::size_t count;
  std::size_t room;
} early;

std::vector<void (*)()> endings;
bool registers = false;

Handlers& handlers(bool quick) {
  static const Address begin = map_exit_memory(2 * (kPage + kMost * sizeof(Handler)));
  is_mapped = true;
  return *reinterpret_cast<Handlers*>(begin + (quick ? kPage + kMost * sizeof(Handler) : 0));
}
Handler* slot(Handlers& list, std::size_t number) {
  return number >= kMost ? nullptr : reinterpret_cast<Handler*>(address_of(&list) + kPage) + number;
}
Word lock_of(Handlers& list) { return {address_of(&list.lock), 4}; }

// The last one that was added since main began. False if there is none.
bool take(Fiber& f, bool quick, Handler& handler, Address place) {
  Handlers& list = handlers(quick);
  exchange_or_wait(f, lock_of(list), 0, 1, place);
  const std::uint64_t number = look(f, &list.count, place);
  if (number > 0) {
    const Handler* const last = slot(list, number - 1);
    handler.kind = look(f, &last->kind, place);
    handler.function = look(f, &last->function, place);
    handler.argument = look(f, &last->argument, place);
    put(f, &list.count, number - 1, place);
  }
  write(f, lock_of(list), 0, place);
  return number > 0;
}

template <class Function>
void run(Fiber& f, Function function) {
  current = &f;
  function();
  current = nullptr;
  settle_plain_write(f);
}

void call(Fiber& f, const Handler& handler, int code) {
  run(f, [&] {
    if (handler.kind == Handler::Kind::plain) reinterpret_cast<void (*)(void*)>(handler.function)(handler.argument);
    if (handler.kind == Handler::Kind::quick) reinterpret_cast<void (*)()>(handler.function)();
    if (handler.kind == Handler::Kind::with_code) {
      reinterpret_cast<void (*)(int, void*)>(handler.function)(code, handler.argument);
    }
  });
}

// Of libraries that are not the program's own, nothing is called, nor is what belongs to them.
bool is_called(const Handler& handler, bool quick) {
  static void* const of_streams = ::dlsym(RTLD_DEFAULT, "_ZNSt8ios_base4InitD1Ev");
  return (handler.kind == Handler::Kind::quick) == quick && handler.function != of_streams &&
         is_program_module(address_of(handler.module));
}

// What a handler adds comes next. A handler that calls exit has the rest called.
void call_all(Fiber& f, bool quick, int code, Address place) {
  Handler handler{};
  while (true) {
    if (registers && take(f, quick, handler, place)) {
      call(f, handler, code);
      continue;
    }
    while (f.early_handlers < early.count && !is_called(early.all[early.count - 1 - f.early_handlers], quick)) {
      ++f.early_handlers;
    }
    if (f.early_handlers == early.count) break;
    call(f, early.all[early.count - ++f.early_handlers], code);
  }
  while (!quick && f.endings < endings.size()) run(f, endings[f.endings++]);
}

bool has_any(bool quick) {
  return registers || (!quick && !endings.empty()) ||
         std::any_of(early.all, early.all + early.count, [&](const Handler& h) { return is_called(h, quick); });
}

// By the one thread that comes first.
void call_handlers(Fiber& f, bool quick, int code, Address place) {
  static const bool any[2] = {has_any(false), has_any(true)};
  if (!any[quick]) return;
  if (!f.exiting) {
    f.exiting = true;
    const Word exiting{address_of(&handlers(false).exiting), 4};
    if (update(f, exiting, Operation::exchange, 1, place) != 0) finish_for_good(f, Finish::by_exit);
  }
  call_all(f, quick, code, place);
}

[[noreturn]] void leave(Fiber& f, Finish how, Address place) {
  put(f, &thread_page(f.id).exited, std::uint8_t{1}, place);
  finish_for_good(f, how);
}

}  // namespace

void add_ending(const Ending& ending) {
  endings.insert(endings.end(), ending.functions.begin(), ending.functions.end());
  registers |= ending.registers;
}

// What libraries of ours ask for in the midst of an execution is not the program's.
void add_early_handler(const Handler& handler) {
  if (fiber_count() > 0) return;
  if (early.count == early.room) {
    early.room = early.room == 0 ? 64 : 2 * early.room;
    early.all = static_cast<Handler*>(std::realloc(static_cast<void*>(early.all), early.room * sizeof(Handler)));
    if (early.all == nullptr) std::abort();
  }
  early.all[early.count++] = handler;
}

int add_handler(Fiber& fiber, const Handler& handler, Address place) {
  const bool quick = handler.kind == Handler::Kind::quick;
  Handlers& list = handlers(quick);
  exchange_or_wait(fiber, lock_of(list), 0, 1, place);
  const std::uint64_t number = look(fiber, &list.count, place);
  Handler* const there = slot(list, number);
  if (there != nullptr) {
    if (number >= most_used[quick]) {
      most_used[quick] = number + 1;
      disturb_checkpoints();  // these do not have it
    }
    put(fiber, &there->kind, handler.kind, place);
    put(fiber, &there->function, handler.function, place);
    put(fiber, &there->argument, handler.argument, place);
    put(fiber, &list.count, number + 1, place);
  }
  write(fiber, lock_of(list), 0, place);
  return there != nullptr ? 0 : -1;
}

void reset_exit() {
  if (!registers && early.count == 0 && endings.empty()) return;
  for (const bool quick : {false, true}) {
    Handlers& list = handlers(quick);
    list = {};
    if (most_used[quick] > 0) std::memset(static_cast<void*>(slot(list, 0)), 0, most_used[quick] * sizeof(Handler));
    most_used[quick] = 0;
  }
}

void for_each_exit_memory(const std::function<void(const void*, std::size_t)>& add) {
  if (!is_mapped) return;
  for (const bool quick : {false, true}) {
    Handlers& list = handlers(quick);
    add(&list, sizeof list);
    if (most_used[quick] > 0) add(slot(list, 0), most_used[quick] * sizeof(Handler));
  }
}

void exit_program(Fiber& fiber, const char* function, int code, Address place) {
  const std::string_view name = function;
  if (!checks.is_intended(code & 0xff))
    fail(fiber, fmt::format("exit: {}({})", function, code), place_in_program(place));
  if (name == "exit") destroy_thread_locals(fiber);
  if (name == "exit" || name == "quick_exit") call_handlers(fiber, name == "quick_exit", code, place);
  leave(fiber, Finish::by_exit, place);
}

void return_from_main(Fiber& fiber, int code) {
  destroy_thread_locals(fiber);
  call_handlers(fiber, false, code, 0);
  if (checks.main_ends) leave(fiber, Finish::main, 0);
  finish_for_good(fiber, Finish::main);
}

void leave_if_exited(Fiber& fiber, ThreadId joined, Address place) {
  if (look(fiber, &thread_page(joined).exited, place) != 0) leave(fiber, Finish::by_exit, place);
}

}  // namespace graphfuzz::runtime

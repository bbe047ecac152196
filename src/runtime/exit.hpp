// The end of the program: what it wants to be called then.
#pragma once

#include <functional>
#include <vector>

#include "runtime/fiber.hpp"

namespace graphfuzz::runtime {

/// A part of the program (the executable, a library of its own): what the loader would call at the end, and whether it
/// may ask for more to be called.
struct Ending {
  std::vector<void (*)()> functions;  ///< in the order in which they are called
  bool registers = false;             ///< it calls atexit or one of its relatives
};
/// To be called once, before main.
void add_ending(const Ending& ending);
/// Nobody has asked for anything to be called, but for what was asked before main.
void reset_exit();
/// Calls `add(begin, size)` with the memory of what was asked for, as far as it is not zero for certain.
void for_each_exit_memory(const std::function<void(const void*, std::size_t)>& add);

/// What atexit, at_quick_exit (__cxa_atexit, __cxa_at_quick_exit) or on_exit was given.
struct Handler {
  enum class Kind : std::uint64_t { plain, quick, with_code };
  Kind kind = Kind::plain;
  void* function = nullptr;
  void* argument = nullptr;
  void* module = nullptr;  ///< an address in the part of the program that it belongs to
};
/// Before main.
void add_early_handler(const Handler& handler);
/// By a thread of the program. Not 0 if there is no room.
int add_handler(Fiber& fiber, const Handler& handler, Address place);

/// By exit, _exit, _Exit or quick_exit: the thread calls what is to be called, and goes no further. Other threads may.
[[noreturn]] void exit_program(Fiber& fiber, const char* function, int code, Address place);
/// Main has returned: the same as exit, but whoever waits for ever now is none whom the end of the program saves.
[[noreturn]] void return_from_main(Fiber& fiber, int code);
/// Ends the thread if the one that it has joined has ended the program.
void leave_if_exited(Fiber& fiber, ThreadId joined, Address place);

}  // namespace graphfuzz::runtime

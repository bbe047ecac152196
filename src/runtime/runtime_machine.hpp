#pragma once

namespace graphfuzz::runtime {

/// What is run as the main of a program.
struct ProgramMain {
  int (*function)(int, char**, char**) = nullptr;
  int count = 0;
  char** arguments = nullptr;
  char** environment = nullptr;
  bool is_all = true;  ///< or had the process done something else before, so that other ones may differ?
};

/// The process becomes a machine for the program: its memory is remembered, and `native::machine` runs its main. To be
/// called once in a process, with one thread.
void take_over(const ProgramMain& main);
/// Nothing more is run: what the program has changed that others see is as it was.
void leave_to_others();

}  // namespace graphfuzz::runtime

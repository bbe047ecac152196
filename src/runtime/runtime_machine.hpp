#pragma once

namespace graphfuzz::runtime {

/// The process becomes a machine for the program: its memory is remembered, and `native::machine` runs its main. To be
/// called once in a process, with one thread.
void take_over(int (*main)(int, char**, char**), int count, char** arguments, char** environment);

}  // namespace graphfuzz::runtime

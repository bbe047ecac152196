// Where thread-locals are: that of the thread of the operating system, or that of a fiber.
#pragma once

#include <cstdint>

namespace graphfuzz::runtime {

/// What thread-locals of this thread are relative to: the base of FS.
std::uint64_t thread_pointer();

/// From now on until leave_thread_storage(), thread-locals of the program are those at that thread pointer, which a
/// parked thread lends. Called by the thread of the engine, which main has in common with it.
void enter_thread_storage(std::uint64_t pointer);
void leave_thread_storage();

/// Memory at one address that is another thread's own whenever another one runs: errno, and the thread-locals that are
/// exchanged. Empty where each thread has thread-locals of its own.
struct OwnMemory {
  std::uintptr_t error = 0;
  std::uintptr_t begin = 0;
  std::uintptr_t size = 0;
};
extern OwnMemory own_memory __attribute__((visibility("hidden")));
inline bool is_own_memory(std::uintptr_t address) {
  return address == own_memory.error || address - own_memory.begin < own_memory.size;
}

}  // namespace graphfuzz::runtime

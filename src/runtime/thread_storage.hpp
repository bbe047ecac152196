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

/// The address of errno where all threads have it in common; else 0.
extern std::uintptr_t common_errno __attribute__((visibility("hidden")));
inline bool is_common_errno(std::uintptr_t address) { return address == common_errno; }

}  // namespace graphfuzz::runtime

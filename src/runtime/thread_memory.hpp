// Memory of the runtime's own that is a part of executions as the program's is: of each thread a page, and the table of
// keys. It is zero before main.
#pragma once

#include <cstddef>
#include <functional>
#include <string>

#include "runtime/fiber.hpp"

namespace graphfuzz::runtime {

struct ThreadPage {
  std::uint64_t choices;  ///< read by choices, and never anything but 0
  void* result;
  std::uint8_t joined;         ///< or detached
  std::uint8_t exited;         ///< it has ended the program, or joined one that has
  char name[16];               ///< pthread_setname_np
  std::uint64_t signals;       ///< that others have sent to the thread, a bit for each, signal 1 the lowest
  std::uint64_t all_signals;   ///< of main's page: those for whichever thread takes them …
  std::uint64_t signals_sent;  ///< … and how many were sent to threads and to all
  std::uint64_t blocked;       ///< signals that the thread blocks, for others who send it some
};

struct Key {
  void (*destructor)(void*);
  bool used;
};

inline constexpr Address kThreadPages = 0x52f0'0000'0000;  ///< that of thread n is n pages above
inline constexpr Address kKeys = 0x52f8'0000'0000;
inline constexpr Address kQueues =
    0x52fa'0000'0000;  ///< of those who wait in the kernel: words whose memory stays zero

inline constexpr Address kFileLocks = 0x52fb'0000'0000;  ///< the same, of those who lock files of the C library
/// The same, of semaphores with names.
inline constexpr Address kNamedSemaphores = 0x52fb'8000'0000;
inline constexpr Address kExit = 0x52fc'0000'0000;  ///< what is to be called at the end

ThreadPage& thread_page(ThreadId id);
/// Null if there are too many.
Key* key(unsigned number);
/// The word of those who wait for the address; of those who lock the file (flockfile).
Address queue_of(Address address);
Address lock_of_file(Address file);
/// Of a semaphore's name: so many words.
inline constexpr std::size_t kNamedSemaphoreSize = 4096;
Address place_of_name(const std::string& name);
/// What is to be called at the end is in so much memory: where it begins. To be called once.
Address map_exit_memory(std::size_t size);
/// Calls `add(begin, size)` with what is not zero for certain, but for what is to be called at the end (exit.hpp).
void for_each_thread_memory(const std::function<void(const void*, std::size_t)>& add);
/// All is zero, but for what is to be called at the end.
void reset_thread_memory();
/// "thread 3's result"; empty if the address is of none of them.
std::string thread_memory_name(Address address);

}  // namespace graphfuzz::runtime

// What the program allocates before it is explored: by the constructors of its static objects, and until it calls
// graphfuzz_explore(). It lies by itself, so that all of it can be remembered and taken back, while what the engine
// allocates in the same process is left alone.
#pragma once

#include <cstddef>

#include "runtime/fiber.hpp"

namespace graphfuzz::runtime {

inline constexpr Address kEarlyHeap = kHeapsEnd;
inline constexpr Address kEarlyHeapEnd = kEarlyHeap + (Address{1} << 40);

inline bool in_early_heap(Address address) { return address >= kEarlyHeap && address < kEarlyHeapEnd; }

/// Do allocations outside of the program's threads go there? Not until `open_early_heap`, for what libraries allocate
/// when they are loaded is the engine's as well.
extern bool early_heap_is_open __attribute__((visibility("hidden")));
void open_early_heap();
/// Has anybody done so?
bool early_heap_was_opened();

/// While it lives, allocations are the runtime's own. No other thread may allocate.
class EarlyHeapClosed {
 public:
  EarlyHeapClosed() : before_(early_heap_is_open) { early_heap_is_open = false; }
  EarlyHeapClosed(const EarlyHeapClosed&) = delete;
  EarlyHeapClosed& operator=(const EarlyHeapClosed&) = delete;
  ~EarlyHeapClosed() { early_heap_is_open = before_; }

 private:
  bool before_;
};

/// While it lives, the heap is open once more, and what was freed there before is not used again: all that is allocated
/// lies between `begin()` and early_heap_end(). No other thread may allocate.
class EarlyHeapReopened {
 public:
  EarlyHeapReopened();
  EarlyHeapReopened(const EarlyHeapReopened&) = delete;
  EarlyHeapReopened& operator=(const EarlyHeapReopened&) = delete;
  ~EarlyHeapReopened();
  Address begin() const { return begin_; }

 private:
  Address begin_;
};

/// Null if there is no memory left. Thread-safe, as the rest.
void* early_allocate(std::size_t size, std::size_t alignment, bool zero = false);
/// Does nothing if the heap is closed: what the program had before it was explored stays.
void early_free(void* block);
/// The size that was asked for; 0 if that is not the beginning of a block, or was freed.
std::size_t early_size(const void* block);
/// Is this the beginning of a block that was not freed?
bool is_early_block(const void* block);
/// All that was ever used is below.
Address early_heap_end();

}  // namespace graphfuzz::runtime

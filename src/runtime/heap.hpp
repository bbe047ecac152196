// The heap of the program: each thread has an arena, and what it allocates as its how-manieth has the same address in
// every execution. Nothing is used twice.
#pragma once

#include <cstddef>

#include "runtime/fiber.hpp"

namespace graphfuzz::runtime {

struct Block {
  Address address = 0;
  std::size_t size = 0;
  bool freed = false;
  ThreadId thread = 0;
  std::uint32_t number = 0;  ///< its thread's how-manieth
  Address place = 0;         ///< where it was allocated
};

inline bool in_heap(Address address) { return address >= kHeaps && address < kHeapsEnd; }
/// Null if there is no memory left.
void* allocate(Fiber& fiber, std::size_t size, std::size_t alignment, Address place);
/// The block that holds the address, or that ends right before it; null if there is none.
Block* block_of(Address address);
/// The blocks that have not been freed.
std::size_t blocks_left();
/// No thread has allocated anything.
void reset_heap();

}  // namespace graphfuzz::runtime

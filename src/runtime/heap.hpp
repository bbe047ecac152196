// The heap of the program: each thread has an arena, and what it allocates as its how-manieth has the same address in
// every execution. Nothing is used twice, unless one asks for that.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

#include "runtime/fiber.hpp"

namespace graphfuzz::runtime {

struct Block {
  Address address = 0;
  std::size_t size = 0;
  int lives = 0;  ///< how often it was allocated, less how often it was freed
  ThreadId thread = 0;
  std::uint32_t number = 0;  ///< its thread's how-manieth
  Address place = 0;         ///< where it was allocated
  std::uint32_t calls = 0;   ///< … and how its thread came there
  std::size_t room = 0;      ///< so much, or more, whatever size was asked for
};

inline bool in_heap(Address address) { return address >= kHeaps && address < kHeapsEnd; }
/// What is looked for, and what the heap does.
extern native::Checks checks __attribute__((visibility("hidden")));
/// Memory that nobody has written, if that is looked for.
inline constexpr unsigned char kUnwritten = 0xd7;

/// Null if there is no memory left. Zeroed, or as nobody has written it.
void* allocate(Fiber& fiber, std::size_t size, std::size_t alignment, Address place, bool zeroed = false);
/// The block that holds the address, or that ends right before it; null if there is none.
Block* block_of(Address address);
/// How many bytes from its beginning may be accessed. Where blocks are handed out again that is told by the address.
std::size_t room_of(const Block& block);
/// All blocks that have not been freed.
std::vector<const Block*> blocks_left();
/// The stacks of where the block was allocated, for failures.
std::vector<native::CallStack> stacks_of(const Block* block);

/// Takes down that memory was written, as far as it is of the heap; or has what it was copied from.
void mark_written(Address address, std::size_t size);
void copy_written(Address to, Address from, std::size_t size);
/// Fails if the memory, which was read, is of the heap and none of its bytes was written by anyone. Only of what is
/// read as one: parts of a whole may be missing, and copies may be made.
void check_initialised(Fiber& fiber, Address address, std::size_t size, const char* what, Address place);
/// The same, if the value was read there.
void check_read(Fiber& fiber, Address address, std::size_t size, Value value, const char* what, Address place);
/// What a thread has allocated.
struct HeapState {
  ThreadId thread = 0;
  Address next = 0;  ///< free from there on
  std::vector<Block> blocks{};
};
/// Calls `add(begin, size)` with the memory in use. How much `save_heaps` would copy besides; nothing if it may not.
std::optional<std::size_t> look_at_heaps(const std::function<void(const void*, std::size_t)>& add);
/// Takes down what there is, but for what is in the memory.
void save_heaps(std::vector<HeapState>& states);
/// The same again, but for the memory that was in use. What is not in use any more is as if it had never been.
void restore_heaps(const std::vector<HeapState>& states);
/// No thread has allocated anything.
void reset_heap();

}  // namespace graphfuzz::runtime

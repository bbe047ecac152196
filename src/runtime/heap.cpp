#include "runtime/heap.hpp"

#include <fmt/format.h>
#include <sys/mman.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <utility>

#include "runtime/calls.hpp"
#include "runtime/request.hpp"
#include "runtime/synchronisation.hpp"
#include "runtime/unseen_writes.hpp"
#include "runtime/zero.hpp"

namespace graphfuzz::runtime {
namespace {

constexpr std::size_t kRedZone = 16;
constexpr std::size_t kMostSaved = 4096;  // blocks of a thread

// Where blocks are handed out again, those of up to 2 KiB are in arenas by their size, in multiples of 16 bytes: how
// much room a block has is then told by its address, so that whoever frees it knows what he may use it for, whatever
// other threads have done before. Larger ones are not used twice, and have the upper half.
constexpr std::size_t kUnit = 16;
constexpr std::size_t kClasses = 128;
constexpr Address kLarge = kHeapSize / 2;
constexpr Address kClassSize = kLarge / kClasses;

struct Arena {
  Address begin = 0;
  Address end = 0;
  Address next = 0;
  std::vector<Block> blocks;  // by address
  std::vector<bool> written;  // bytes from the beginning; only if that is looked for
};
struct ThreadHeap {
  std::vector<Arena> arenas;  // one, or by size
  std::uint32_t blocks = 0;
};
std::vector<std::unique_ptr<ThreadHeap>> heaps;  // by thread
bool by_size = false;                            // since the last reset

std::size_t rounded(std::size_t size) { return (std::max<std::size_t>(size, 1) + kUnit - 1) / kUnit * kUnit; }
bool is_small(std::size_t size) { return size <= kUnit * kClasses; }

// Those of a heap in which nothing is allocated.
void divide(ThreadHeap& heap, Address begin) {
  heap.blocks = 0;
  heap.arenas.assign(by_size ? kClasses + 1 : 1, {});
  for (std::size_t i = 0; i < heap.arenas.size(); ++i) {
    Arena& a = heap.arenas[i];
    a.begin = a.next = begin + i * kClassSize;
    a.end = i + 1 == heap.arenas.size() ? begin + kHeapSize : a.begin + kClassSize;
  }
}

ThreadHeap& heap_of(ThreadId thread) {
  if (heaps.size() <= thread) heaps.resize(thread + std::size_t{1});
  if (!heaps[thread]) {
    const Address begin = kHeaps + thread * kHeapSize;
    void* const wanted = reinterpret_cast<void*>(begin);
    if (::mmap(wanted, kHeapSize, PROT_READ | PROT_WRITE,
               MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0) != wanted) {
      refuse("there is no address space for the heap of the program");
    }
    heaps[thread] = std::make_unique<ThreadHeap>();
    divide(*heaps[thread], begin);
  }
  return *heaps[thread];
}

Arena& arena_for(ThreadHeap& heap, std::size_t size) {
  return !by_size || !is_small(size) ? heap.arenas.back() : heap.arenas[rounded(size) / kUnit - 1];
}

// Null if nobody has allocated in that heap.
Arena* arena_at(Address address) {
  const Address thread = (address - kHeaps) / kHeapSize;
  if (thread >= heaps.size() || !heaps[thread]) return nullptr;
  std::vector<Arena>& arenas = heaps[thread]->arenas;
  return &arenas[std::min<std::size_t>((address - kHeaps) % kHeapSize / kClassSize, arenas.size() - 1)];
}

// The last block of about that size that the thread has freed, as allocators would hand it out. By what the thread has
// done itself, and by addresses: others may have freed the block too.
Address block_again(Fiber& fiber, std::size_t size, std::size_t alignment, Address place) {
  const auto found = std::find_if(fiber.freed.rbegin(), fiber.freed.rend(), [&](Address address) {
    return is_small(size) && room_of(*block_of(address)) == rounded(size) && address % alignment == 0;
  });
  if (found == fiber.freed.rend()) return 0;
  const Address address = *found;
  if (checks.reuse == native::Reuse::choose && choose(fiber, 2, place) == 0) return 0;
  std::erase(fiber.freed, address);
  return address;
}

// Memory that nobody has used is zero. What somebody has used is as good as new: the thread writes it, but for cells,
// where it may find what was there.
void fill(Fiber& fiber, Address address, std::size_t size, bool zeroed, bool again, Address place) {
  const int byte = zeroed || !checks.uninitialised ? 0 : kUnwritten;
  if (size == 0 || (!again && (zeroed ? !checks.uninitialised : byte == 0))) return;
  if (zeroed) plain_write(fiber, address, size, place);
  std::memset(reinterpret_cast<void*>(address), byte, size);
  settle_plain_write(fiber);
  if (zeroed) return;
  if (again) note_writes(fiber, address, size, place);
  if (!checks.uninitialised) return;
  Arena& a = *arena_at(address);
  std::fill_n(a.written.begin() + static_cast<std::ptrdiff_t>(address - a.begin), size, false);
}

void clear(Arena& arena) {
  if (arena.next == arena.begin) return;
  make_zero(arena.begin, arena.next);
  arena.next = arena.begin;
  arena.blocks.clear();
  arena.written.clear();
}

bool was_written(Address address) {
  const Arena& a = *arena_at(address);
  return address - a.begin >= a.written.size() || a.written[address - a.begin];
}

void fail_uninitialised(Fiber& fiber, Address address, std::size_t size, const char* what, Address place) {
  const Block* const block = block_of(address);
  fail(fiber,
       fmt::format(
           "uninitialised: {} of {} bytes that nobody has written, {} bytes behind the beginning of a block of {} "
           "bytes",
           what, size, address - block->address, block->size),
       place, stacks_of(block));
}

}  // namespace

native::Checks checks;

void* allocate(Fiber& fiber, std::size_t size, std::size_t alignment, Address place, bool zeroed) {
  alignment = std::max<std::size_t>(alignment, 16);
  Address address = by_size ? block_again(fiber, size, alignment, place) : 0;
  const bool again = address != 0;
  if (!again) {
    ThreadHeap& heap = heap_of(fiber.id);
    Arena& a = arena_for(heap, size);
    address = (a.next + kRedZone + alignment - 1) & ~(alignment - 1);
    const std::size_t room = by_size && is_small(size) ? rounded(size) : std::max<std::size_t>(size, 1);
    if (size > kHeapSize || address + room + kRedZone > a.end) return nullptr;
    a.next = address + room;
    Block& made = a.blocks.emplace_back();
    made.address = address;
    made.room = room;
    made.number = heap.blocks++;
    made.thread = fiber.id;
    if (checks.uninitialised) a.written.resize(a.next - a.begin, false);
  }
  Block& block = *block_of(address);
  block.size = size;
  ++block.lives;
  block.place = place;
  block.calls = call_number(fiber);
  const std::size_t told = room_of(block);
  fiber.arrival.touches.push_back(
      {Touch::Kind::allocate, false, false, false, 0, block.calls, address, static_cast<Value>(told), place});
  fill(fiber, address, again && !zeroed ? told : size, zeroed, again, place);
  if (!again) expect_unseen_writes(fiber, address, size, place);
  return reinterpret_cast<void*>(address);
}

std::size_t room_of(const Block& block) { return by_size ? block.room : block.size; }

Block* block_of(Address address) {
  Arena* const arena = arena_at(address);
  if (arena == nullptr) return nullptr;
  std::vector<Block>& blocks = arena->blocks;
  const auto after = std::upper_bound(blocks.begin(), blocks.end(), address,
                                      [](Address at, const Block& block) { return at < block.address; });
  return after == blocks.begin() ? nullptr : &*std::prev(after);
}

std::vector<const Block*> blocks_left() {
  std::vector<const Block*> left;
  for (const auto& heap : heaps) {
    if (!heap) continue;
    for (const Arena& a : heap->arenas) {
      for (const Block& block : a.blocks) {
        if (block.lives > 0) left.push_back(&block);
      }
    }
  }
  return left;
}

std::vector<native::CallStack> stacks_of(const Block* block) {
  if (block == nullptr || block->place == 0) return {};
  native::CallStack stack{"the block was allocated", {block->place}};
  for (const Address call : calls_of(block->calls)) stack.places.push_back(call);
  return {stack};
}

void mark_written(Address address, std::size_t size) {
  if (!checks.uninitialised || !in_heap(address) || block_of(address) == nullptr) return;
  Arena& a = *arena_at(address);
  const std::size_t first = address - a.begin;
  for (std::size_t i = first; i < std::min(first + size, a.written.size()); ++i) a.written[i] = true;
}

void copy_written(Address to, Address from, std::size_t size) {
  if (!in_heap(to) || !in_heap(from) || block_of(to) == nullptr || block_of(from) == nullptr) return;
  std::vector<bool> copied(size);
  for (std::size_t i = 0; i < size; ++i) copied[i] = was_written(from + i);
  Arena& a = *arena_at(to);
  const std::size_t first = to - a.begin;
  for (std::size_t i = 0; i < size && first + i < a.written.size(); ++i) a.written[first + i] = copied[i];
}

void check_initialised(Fiber& fiber, Address address, std::size_t size, const char* what, Address place) {
  if (size > 8 || !in_heap(address) || block_of(address) == nullptr) return;
  for (Address at = address; at < address + size; ++at) {
    if (*reinterpret_cast<const unsigned char*>(at) != kUnwritten || was_written(at)) return;
  }
  fail_uninitialised(fiber, address, size, what, place);
}

void check_read(Fiber& fiber, Address address, std::size_t size, Value value, const char* what, Address place) {
  if (!in_heap(address) || block_of(address) == nullptr || (size == 1 && was_written(address))) return;
  for (std::size_t i = 0; i < size; ++i) {
    if ((static_cast<std::uint64_t>(value) >> (8 * i) & 0xff) != kUnwritten) return;
  }
  fail_uninitialised(fiber, address, size, what, place);
}

std::optional<std::size_t> look_at_heaps(const std::function<void(const void*, std::size_t)>& add) {
  if (by_size || checks.uninitialised) return {};
  std::size_t blocks = 0;
  for (const auto& heap : heaps) {
    if (!heap || heap->blocks == 0) continue;
    const Arena& a = heap->arenas.front();
    if (a.blocks.size() > kMostSaved) return {};
    blocks += a.blocks.size();
    add(reinterpret_cast<const void*>(a.begin), a.next - a.begin);
  }
  return blocks * sizeof(Block);
}

void save_heaps(std::vector<HeapState>& states) {
  std::size_t count = 0;
  for (std::size_t thread = 0; thread < heaps.size(); ++thread) {
    if (!heaps[thread] || heaps[thread]->blocks == 0) continue;
    const Arena& a = heaps[thread]->arenas.front();
    if (count == states.size()) states.emplace_back();
    HeapState& state = states[count++];
    state.thread = static_cast<ThreadId>(thread);
    state.next = a.next;
    state.blocks = a.blocks;
  }
  states.resize(count);
}

void restore_heaps(const std::vector<HeapState>& states) {
  auto state = states.begin();
  for (std::size_t thread = 0; thread < heaps.size(); ++thread) {
    if (!heaps[thread] || heaps[thread]->blocks == 0) continue;
    Arena& a = heaps[thread]->arenas.front();
    const bool had = state != states.end() && state->thread == thread;
    const Address next = had ? state->next : a.begin;
    make_zero(next, a.next);
    a.next = next;
    if (had) {
      a.blocks = state->blocks;
    } else {
      a.blocks.clear();
    }
    heaps[thread]->blocks = static_cast<std::uint32_t>(a.blocks.size());
    if (had) ++state;
  }
}

void reset_heap() {
  const bool before = std::exchange(by_size, checks.reuse != native::Reuse::never);
  for (std::size_t thread = 0; thread < heaps.size(); ++thread) {
    if (!heaps[thread] || heaps[thread]->blocks == 0) continue;
    heaps[thread]->blocks = 0;
    for (Arena& a : heaps[thread]->arenas) clear(a);
  }
  if (before == by_size) return;
  for (std::size_t thread = 0; thread < heaps.size(); ++thread) {
    if (heaps[thread]) divide(*heaps[thread], kHeaps + thread * kHeapSize);
  }
}

}  // namespace graphfuzz::runtime

#include "runtime/heap.hpp"

#include <fmt/format.h>
#include <sys/mman.h>

#include <algorithm>
#include <cstring>
#include <memory>

#include "runtime/calls.hpp"
#include "runtime/request.hpp"
#include "runtime/synchronisation.hpp"

namespace graphfuzz::runtime {
namespace {

constexpr std::size_t kRedZone = 16;
constexpr std::size_t kLargeReset = std::size_t{1} << 20;

struct Arena {
  Address begin = 0;
  Address next = 0;
  std::vector<Block> blocks;  // by address
  std::vector<bool> written;  // bytes from the beginning; only if that is looked for
};
std::vector<std::unique_ptr<Arena>> arenas;  // by thread

Arena& arena(ThreadId thread) {
  if (arenas.size() <= thread) arenas.resize(thread + std::size_t{1});
  if (!arenas[thread]) {
    auto made = std::make_unique<Arena>();
    made->begin = made->next = kHeaps + thread * kHeapSize;
    void* const wanted = reinterpret_cast<void*>(made->begin);
    if (::mmap(wanted, kHeapSize, PROT_READ | PROT_WRITE,
               MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0) != wanted) {
      throw Unsupported("there is no address space for the heap of the program");
    }
    arenas[thread] = std::move(made);
  }
  return *arenas[thread];
}

// The last block of about that size that the thread has freed, as allocators would hand it out.
Block* block_again(Fiber& fiber, std::size_t size, std::size_t alignment, Address place) {
  const auto sized = [](std::size_t bytes) { return (std::max<std::size_t>(bytes, 1) + 15) / 16; };
  const auto found = std::find_if(fiber.freed.rbegin(), fiber.freed.rend(), [&](Address address) {
    const Block* const block = block_of(address);
    return sized(block->room) == sized(size) && address % alignment == 0;
  });
  if (found == fiber.freed.rend()) return nullptr;
  if (checks.reuse == native::Reuse::choose && choose(fiber, 2, place) == 0) return nullptr;
  Block* const block = block_of(*found);
  fiber.freed.erase(std::next(found).base());
  return block;
}

// Memory that nobody has used is zero. What changes in memory that somebody has is written by the thread.
void fill(Fiber& fiber, Address address, std::size_t size, bool zeroed, bool again, Address place) {
  if (size == 0 || (zeroed ? !again && !checks.uninitialised : !checks.uninitialised)) return;
  const int byte = zeroed ? 0 : kUnwritten;
  if (again || zeroed) plain_write(fiber, address, size, place);
  std::memset(reinterpret_cast<void*>(address), byte, size);
  settle_plain_write(fiber);
  if (zeroed) return;
  Arena& a = *arenas[(address - kHeaps) / kHeapSize];
  std::fill_n(a.written.begin() + static_cast<std::ptrdiff_t>(address - a.begin), size, false);
}

bool was_written(Address address) {
  const Arena& a = *arenas[(address - kHeaps) / kHeapSize];
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
  Block* block = checks.reuse == native::Reuse::never ? nullptr : block_again(fiber, size, alignment, place);
  const bool again = block != nullptr;
  if (!again) {
    Arena& a = arena(fiber.id);
    const Address address = (a.next + kRedZone + alignment - 1) & ~(alignment - 1);
    if (size > kHeapSize || address + size + kRedZone > a.begin + kHeapSize) return nullptr;
    const std::size_t room = std::max<std::size_t>(size, 1);
    a.next = address + room;
    block = &a.blocks.emplace_back();
    block->address = address;
    block->room = room;
    block->number = static_cast<std::uint32_t>(a.blocks.size() - 1);
    block->thread = fiber.id;
    if (checks.uninitialised) a.written.resize(a.next - a.begin, false);
  }
  const Address address = block->address;
  block->size = size;
  block->freed = false;
  block->place = place;
  block->calls = call_number(fiber);
  fiber.arrival.touches.push_back(
      {Touch::Kind::allocate, false, false, 0, block->calls, address, static_cast<Value>(size), place});
  fill(fiber, address, size, zeroed, again, place);
  return reinterpret_cast<void*>(address);
}

Block* block_of(Address address) {
  const Address thread = (address - kHeaps) / kHeapSize;
  if (thread >= arenas.size() || !arenas[thread]) return nullptr;
  std::vector<Block>& blocks = arenas[thread]->blocks;
  const auto after = std::upper_bound(blocks.begin(), blocks.end(), address,
                                      [](Address at, const Block& block) { return at < block.address; });
  return after == blocks.begin() ? nullptr : &*std::prev(after);
}

std::vector<const Block*> blocks_left() {
  std::vector<const Block*> left;
  for (const auto& a : arenas) {
    if (!a) continue;
    for (const Block& block : a->blocks) {
      if (!block.freed) left.push_back(&block);
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
  Arena& a = *arenas[(address - kHeaps) / kHeapSize];
  const std::size_t first = address - a.begin;
  for (std::size_t i = first; i < std::min(first + size, a.written.size()); ++i) a.written[i] = true;
}

void copy_written(Address to, Address from, std::size_t size) {
  if (!in_heap(to) || !in_heap(from) || block_of(to) == nullptr || block_of(from) == nullptr) return;
  std::vector<bool> copied(size);
  for (std::size_t i = 0; i < size; ++i) copied[i] = was_written(from + i);
  Arena& a = *arenas[(to - kHeaps) / kHeapSize];
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

void reset_heap() {
  for (const auto& a : arenas) {
    if (!a || a->next == a->begin) continue;
    const std::size_t used = a->next - a->begin;
    if (used > kLargeReset) {
      ::madvise(reinterpret_cast<void*>(a->begin), (used + 4095) & ~std::size_t{4095}, MADV_DONTNEED);
    } else {
      std::memset(reinterpret_cast<void*>(a->begin), 0, used);
    }
    a->next = a->begin;
    a->blocks.clear();
    a->written.clear();
  }
}

}  // namespace graphfuzz::runtime

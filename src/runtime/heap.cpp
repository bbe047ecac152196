#include "runtime/heap.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <cstring>
#include <memory>

namespace graphfuzz::runtime {
namespace {

constexpr std::size_t kRedZone = 16;
constexpr std::size_t kLargeReset = std::size_t{1} << 20;

struct Arena {
  Address begin = 0;
  Address next = 0;
  std::vector<Block> blocks;  // by address
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

}  // namespace

void* allocate(Fiber& fiber, std::size_t size, std::size_t alignment, Address place) {
  Arena& a = arena(fiber.id);
  alignment = std::max<std::size_t>(alignment, 16);
  const Address address = (a.next + kRedZone + alignment - 1) & ~(alignment - 1);
  if (size > kHeapSize || address + size + kRedZone > a.begin + kHeapSize) return nullptr;
  a.next = address + std::max<std::size_t>(size, 1);
  a.blocks.push_back({address, size, false, fiber.id, static_cast<std::uint32_t>(a.blocks.size()), place});
  fiber.arrival.touches.push_back({Touch::Kind::allocate, false, false, 0, address, static_cast<Value>(size), place});
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

std::size_t blocks_left() {
  std::size_t count = 0;
  for (const auto& a : arenas) {
    if (a)
      count += static_cast<std::size_t>(
          std::count_if(a->blocks.begin(), a->blocks.end(), [](const Block& b) { return !b.freed; }));
  }
  return count;
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
  }
}

}  // namespace graphfuzz::runtime

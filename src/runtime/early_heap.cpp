#include "runtime/early_heap.hpp"

#include <pthread.h>
#include <sched.h>
#include <sys/mman.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <iterator>

namespace graphfuzz::runtime {

bool early_heap_is_open = false;

namespace {

constexpr std::size_t kStep = std::size_t{64} << 20;  // of address space
constexpr std::size_t kLarge = std::size_t{1} << 17;  // that is given back to the system while it is free

// Before each block.
struct Header {
  std::uint64_t size;    // that was asked for
  std::uint32_t offset;  // of the header from where its memory begins
  std::uint16_t number;  // of its size class
  std::uint16_t mark;
};
static_assert(sizeof(Header) == 16);
constexpr std::uint16_t kUsed = 0x6f7e;
constexpr std::uint16_t kFree = 0x2b1d;

struct FreeBlock {
  FreeBlock* next;
};

constexpr unsigned kSmall = 64;  // classes of multiples of 16 bytes; above, four for each power of two
constexpr unsigned kClasses = kSmall + 4 * 40;
FreeBlock* free_blocks[kClasses];
bool opened = false;
Address next = kEarlyHeap;
Address mapped = kEarlyHeap;
int locked = 0;

void lock() {
  while (__atomic_exchange_n(&locked, 1, __ATOMIC_ACQUIRE) != 0) ::sched_yield();
}
void unlock() { __atomic_store_n(&locked, 0, __ATOMIC_RELEASE); }

unsigned class_of(std::size_t size) {
  if (size <= kSmall * 16) return static_cast<unsigned>((size + 15) / 16) - 1;
  const unsigned log = static_cast<unsigned>(std::bit_width(size - 1)) - 1;  // 2^log < size <= 2^(log + 1)
  const unsigned quarter = static_cast<unsigned>((size - 1) >> (log - 2)) & 3;
  return kSmall + 4 * (log - 10) + quarter;
}

std::size_t size_of_class(unsigned number) {
  if (number < kSmall) return (number + std::size_t{1}) * 16;
  const unsigned log = (number - kSmall) / 4 + 10;
  return (std::size_t{1} << log) + ((number - kSmall) % 4 + std::size_t{1}) * (std::size_t{1} << (log - 2));
}

bool make_room(std::size_t size) {
  if (next + size <= mapped) return true;
  const std::size_t more = (next + size - mapped + kStep - 1) / kStep * kStep;
  if (mapped + more > kEarlyHeapEnd) return false;
  void* const wanted = reinterpret_cast<void*>(mapped);
  void* const got = ::mmap(wanted, more, PROT_READ | PROT_WRITE,
                           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
  if (got != wanted) {
    if (got != MAP_FAILED) ::munmap(got, more);
    return false;
  }
  mapped += more;
  return true;
}

Header* header_of(const void* block) {
  return reinterpret_cast<Header*>(reinterpret_cast<Address>(block) - sizeof(Header));
}

}  // namespace

void open_early_heap() {
  // A process that the program forks off has one thread, which must not find it locked by another.
  ::pthread_atfork(lock, unlock, unlock);
  early_heap_is_open = opened = true;
}

bool early_heap_was_opened() { return opened; }

EarlyHeapReopened::EarlyHeapReopened() : begin_(next) {
  std::fill(std::begin(free_blocks), std::end(free_blocks), nullptr);
  early_heap_is_open = true;
}
// Blocks that are free now would be remembered as such, and nobody takes them any more.
EarlyHeapReopened::~EarlyHeapReopened() { early_heap_is_open = false; }

void* early_allocate(std::size_t size, std::size_t alignment, bool zero) {
  const std::size_t gap = alignment > 16 ? alignment : 0;
  if (size > kEarlyHeapEnd - kEarlyHeap || gap > size + (std::size_t{1} << 31)) return nullptr;
  const std::size_t needed = std::max<std::size_t>(size, 1) + sizeof(Header) + gap;
  const unsigned number = class_of(needed);
  lock();
  auto begin = reinterpret_cast<Address>(free_blocks[number]);
  const bool again = begin != 0;
  if (again) {
    free_blocks[number] = free_blocks[number]->next;
  } else {
    if (!make_room(size_of_class(number))) {
      unlock();
      return nullptr;
    }
    begin = next;
    next += size_of_class(number);
  }
  unlock();
  Address address = begin + sizeof(Header);
  if (gap != 0) address = (address + alignment - 1) & ~Address{alignment - 1};
  if (again && zero) std::memset(reinterpret_cast<void*>(begin), 0, needed);
  auto* const block = reinterpret_cast<void*>(address);
  *header_of(block) = {size, static_cast<std::uint32_t>(address - sizeof(Header) - begin),
                       static_cast<std::uint16_t>(number), kUsed};
  return block;
}

void early_free(void* block) {
  if (!early_heap_is_open || !is_early_block(block)) return;
  Header* const header = header_of(block);
  header->mark = kFree;
  const unsigned number = header->number;
  auto* const memory = reinterpret_cast<FreeBlock*>(reinterpret_cast<char*>(header) - header->offset);
  const std::size_t size = size_of_class(number);
  if (size >= kLarge) {
    constexpr Address kPage = 4096;
    const Address begin = (reinterpret_cast<Address>(memory) + 2 * kPage - 1) & ~(kPage - 1);
    const Address end = (reinterpret_cast<Address>(memory) + size) & ~(kPage - 1);
    ::madvise(reinterpret_cast<void*>(begin), end - begin, MADV_DONTNEED);
  }
  lock();
  memory->next = free_blocks[number];
  free_blocks[number] = memory;
  unlock();
}

bool is_early_block(const void* block) {
  const auto address = reinterpret_cast<Address>(block);
  if (address % 16 != 0 || address < kEarlyHeap + sizeof(Header) || address >= early_heap_end()) return false;
  return header_of(block)->mark == kUsed;
}

std::size_t early_size(const void* block) { return is_early_block(block) ? header_of(block)->size : 0; }

Address early_heap_end() { return __atomic_load_n(&next, __ATOMIC_RELAXED); }

}  // namespace graphfuzz::runtime

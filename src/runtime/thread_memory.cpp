#include "runtime/thread_memory.hpp"

#include <fmt/format.h>
#include <sys/mman.h>
#include <xxhash.h>

#include <algorithm>
#include <cstring>

#include "runtime/checkpoint.hpp"

namespace graphfuzz::runtime {
namespace {

constexpr std::size_t kPage = 4096;
constexpr unsigned kMostKeys = 1U << 16;

// How many threads and keys there is memory for, and how many may have been used.
std::size_t pages = 0;
unsigned keys_used = 0;

void map(Address address, std::size_t size) {
  void* const wanted = reinterpret_cast<void*>(address);
  if (::mmap(wanted, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE,
             -1, 0) != wanted) {
    refuse("there is no address space for what the program's threads have of their own");
  }
}

}  // namespace

ThreadPage& thread_page(ThreadId id) {
  if (id >= pages) {
    const std::size_t more = std::max<std::size_t>(id + std::size_t{1} - pages, 16);
    map(kThreadPages + pages * kPage, more * kPage);
    pages += more;
    disturb_checkpoints();
  }
  return *reinterpret_cast<ThreadPage*>(kThreadPages + id * kPage);
}

Key* key(unsigned number) {
  if (number >= kMostKeys) return nullptr;
  static const bool mapped = (map(kKeys, kMostKeys * sizeof(Key)), true);
  static_cast<void>(mapped);
  if (number >= keys_used) {
    keys_used = number + 1;
    disturb_checkpoints();
  }
  return reinterpret_cast<Key*>(kKeys) + number;
}

namespace {

constexpr unsigned kHashBits = 24;

Address hashed(Address address) {
  constexpr Address kGolden = 0x9e37'79b9'7f4a'7c15;
  return ((address * kGolden) >> (64 - kHashBits)) * 8;
}

}  // namespace

// Two addresses may share one: then a thread may be woken for nothing, which it has to expect anyway.
Address queue_of(Address address) {
  static const bool mapped = (map(kQueues, std::size_t{8} << kHashBits), true);
  static_cast<void>(mapped);
  return kQueues + hashed(address);
}

// Of a program's few files, whose addresses are alike but for some bits, none share one.
Address lock_of_file(Address file) {
  static const bool mapped = (map(kFileLocks, std::size_t{8} << kHashBits), true);
  static_cast<void>(mapped);
  return kFileLocks + hashed(file);
}

// By the name, so that it is the same whoever comes first.
Address place_of_name(const std::string& name) {
  constexpr unsigned kBits = 16;
  static const bool mapped = (map(kNamedSemaphores, kNamedSemaphoreSize << kBits), true);
  static_cast<void>(mapped);
  const Address slot = XXH3_64bits(name.data(), name.size()) >> (64 - kBits);
  return kNamedSemaphores + slot * kNamedSemaphoreSize;
}

Address map_exit_memory(std::size_t size) {
  map(kExit, size);
  disturb_checkpoints();
  return kExit;
}

void reset_thread_memory() {
  for (std::size_t i = 0; i < pages; ++i) thread_page(static_cast<ThreadId>(i)) = {};
  if (keys_used > 0) std::memset(reinterpret_cast<void*>(kKeys), 0, keys_used * sizeof(Key));
  keys_used = 0;
}

void for_each_thread_memory(const std::function<void(const void*, std::size_t)>& add) {
  for (std::size_t i = 0; i < pages; ++i) add(&thread_page(static_cast<ThreadId>(i)), sizeof(ThreadPage));
  if (keys_used > 0) add(reinterpret_cast<const void*>(kKeys), keys_used * sizeof(Key));
}

std::string thread_memory_name(Address address) {
  if (address >= kThreadPages && address < kKeys) {
    const char* part = "";
    switch ((address - kThreadPages) % kPage) {
      case offsetof(ThreadPage, choices):
        part = "choice";
        break;
      case offsetof(ThreadPage, name)... offsetof(ThreadPage, signals) - 1:
        part = "name";
        break;
      case offsetof(ThreadPage, signals):
        part = "signals";
        break;
      case offsetof(ThreadPage, all_signals):
        part = "signals for all";
        break;
      case offsetof(ThreadPage, signals_sent):
        part = "signals sent";
        break;
      case offsetof(ThreadPage, blocked):
        part = "blocked signals";
        break;
      case offsetof(ThreadPage, joined):
        part = "joined";
        break;
      case offsetof(ThreadPage, exited):
        part = "exited";
        break;
      default:
        part = "result";
    }
    return fmt::format("thread{}.{}", (address - kThreadPages) / kPage, part);
  }
  if (address >= kKeys && address < kQueues) return fmt::format("key{}", (address - kKeys) / sizeof(Key));
  if (address == kExit) return "lock of exit handlers";
  if (address == kExit + 4) return "exiting";
  if (address >= kExit && address < kHeaps) return fmt::format("exit handlers+{}", address - kExit);
  if (address >= kNamedSemaphores && address < kExit) {
    return fmt::format("named semaphore {:x}", (address - kNamedSemaphores) / 64);
  }
  if (address >= kFileLocks && address < kNamedSemaphores)
    return fmt::format("file lock {:x}", (address - kFileLocks) / 8);
  if (address >= kQueues && address < kFileLocks) return fmt::format("futex queue {:x}", (address - kQueues) / 8);
  return {};
}

}  // namespace graphfuzz::runtime

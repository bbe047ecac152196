#include "runtime/checkpoint.hpp"

#include <array>
#include <cstdint>
#include <cstring>
#include <optional>
#include <vector>

#include "graphfuzz/frontend/native/machine.hpp"
#include "runtime/exit.hpp"
#include "runtime/fiber.hpp"
#include "runtime/files.hpp"
#include "runtime/folders.hpp"
#include "runtime/heap.hpp"
#include "runtime/image.hpp"
#include "runtime/mappings.hpp"
#include "runtime/request.hpp"
#include "runtime/stack_memory.hpp"
#include "runtime/thread_memory.hpp"

namespace graphfuzz::runtime {
namespace {

// More takes longer to copy than a few thousand moves take to be made again.
constexpr std::size_t kMostBytes = std::size_t{1} << 18;

struct Range {
  char* begin;
  std::size_t size;
};

struct Checkpoint {
  std::uint64_t ticket = 0;
  std::uint64_t epoch = 0;
  std::uint64_t runs = 0;
  std::size_t of_stacks = 0;
  std::vector<Fiber> fibers;
  std::vector<HeapState> heaps;
  std::vector<Range> ranges;
  std::vector<char> bytes;  // of the ranges, one after the other
};
std::array<Checkpoint, native::Machine::kMarks> checkpoints;
std::uint64_t epoch = 1;  // of what is not taken down

// Of the threads that have begun.
template <class Each>
void for_each_fiber(Each each) {
  for (std::size_t i = 0; i < fiber_count(); ++i) {
    Fiber* const f = fiber(static_cast<ThreadId>(i));
    if (f != nullptr && f->context != nullptr) each(*f);
  }
}

// How much is to be copied, its ranges included. Nothing if that cannot be.
std::optional<std::size_t> look_around(Checkpoint& checkpoint) {
  std::size_t size = 0;
  checkpoint.ranges.clear();
  const auto add = [&](const void* begin, std::size_t more) {
    checkpoint.ranges.push_back({static_cast<char*>(const_cast<void*>(begin)), more});
    size += more;
  };
  if (has_files() || has_folders() || has_mappings() || !for_each_part(add)) return {};
  const std::optional<std::size_t> of_heaps = look_at_heaps(add);
  if (!of_heaps) return {};
  for_each_thread_memory(add);
  for_each_exit_memory(add);
  for_each_fiber([&](Fiber& f) {
    f.arrival.touches.clear();  // whoever asked for them has seen them
    const Address begin = used_stack(f);
    add(reinterpret_cast<const void*>(begin), reinterpret_cast<Address>(f.stack) + kStackSize - begin);
  });
  return size + *of_heaps;
}

void copy_fibers(std::vector<Fiber>& copies) {
  std::size_t count = 0;
  for_each_fiber([&](const Fiber& f) {
    // Not cleared: what there is of vectors is used again.
    if (count < copies.size()) {
      copies[count] = f;
    } else {
      copies.push_back(f);
    }
    ++count;
  });
  copies.resize(count);
}

void copy_ranges(Checkpoint& checkpoint) {
  std::size_t size = 0;
  for (const Range& range : checkpoint.ranges) size += range.size;
  checkpoint.bytes.resize(size);
  char* to = checkpoint.bytes.data();
  for (const Range& range : checkpoint.ranges) {
    std::memcpy(to, range.begin, range.size);
    to += range.size;
  }
}

}  // namespace

std::uint64_t save_checkpoint(std::size_t number) {
  static std::uint64_t tickets = 0;
  Checkpoint& checkpoint = checkpoints[number];
  checkpoint.ticket = 0;
  const std::optional<std::size_t> size = look_around(checkpoint);
  if (!size || *size > kMostBytes) return 0;
  save_heaps(checkpoint.heaps);
  copy_fibers(checkpoint.fibers);
  copy_ranges(checkpoint);
  checkpoint.of_stacks = mark_of_stacks();
  checkpoint.runs = runs;
  checkpoint.epoch = epoch;
  checkpoint.ticket = ++tickets;
  return checkpoint.ticket;
}

bool restore_checkpoint(std::size_t number, std::uint64_t ticket) {
  const Checkpoint& checkpoint = checkpoints[number];
  if (checkpoint.epoch != epoch || checkpoint.ticket != ticket) return false;
  const char* from = checkpoint.bytes.data();
  for (const Range& range : checkpoint.ranges) {
    std::memcpy(range.begin, from, range.size);
    from += range.size;
  }
  restore_heaps(checkpoint.heaps);
  for (const Fiber& saved : checkpoint.fibers) {
    Fiber& f = *fiber(saved.id);
    if (f.last_run > checkpoint.runs) clear_stack_below(f, saved.used);
    f = saved;
  }
  go_back_to_mark(checkpoint.of_stacks);
  return true;
}

void disturb_checkpoints() { ++epoch; }

}  // namespace graphfuzz::runtime

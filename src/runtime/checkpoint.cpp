#include "runtime/checkpoint.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <vector>

#include "graphfuzz/frontend/native/machine.hpp"
#include "runtime/exit.hpp"
#include "runtime/fiber.hpp"
#include "runtime/files.hpp"
#include "runtime/heap.hpp"
#include "runtime/image.hpp"
#include "runtime/mappings.hpp"
#include "runtime/request.hpp"
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
  std::uint64_t epoch = 0;
  std::uint64_t runs = 0;
  std::size_t touched = 0;
  std::vector<Fiber> fibers;
  std::vector<HeapState> heaps;
  std::vector<Range> ranges;
  std::vector<char> bytes;  // of the ranges, one after the other
};
std::array<Checkpoint, native::Machine::kMarks> checkpoints;
std::uint64_t epoch = 1;  // of what is not taken down

bool take_down(Checkpoint& checkpoint) {
  std::size_t size = 0;
  for (const Range& range : checkpoint.ranges) size += range.size;
  if (size > kMostBytes) return false;
  checkpoint.bytes.resize(size);
  char* to = checkpoint.bytes.data();
  for (const Range& range : checkpoint.ranges) {
    std::memcpy(to, range.begin, range.size);
    to += range.size;
  }
  return true;
}

}  // namespace

bool save_checkpoint(std::size_t number) {
  Checkpoint& checkpoint = checkpoints[number];
  checkpoint.epoch = 0;
  checkpoint.ranges.clear();
  const auto add = [&](const void* begin, std::size_t size) {
    checkpoint.ranges.push_back({static_cast<char*>(const_cast<void*>(begin)), size});
  };
  if (has_files() || has_mappings() || !for_each_part(add)) return false;
  if (!save_heaps(checkpoint.heaps, add)) return false;
  for_each_thread_memory(add);
  for_each_exit_memory(add);
  std::size_t fibers = 0;
  for (std::size_t i = 0; i < fiber_count(); ++i) {
    Fiber* const f = fiber(static_cast<ThreadId>(i));
    if (f == nullptr || f->context == nullptr) continue;
    const Address begin = used_stack(*f);
    add(reinterpret_cast<const void*>(begin), reinterpret_cast<Address>(f->stack) + kStackSize - begin);
    // Not cleared: what there is of vectors is used again.
    if (fibers < checkpoint.fibers.size()) {
      checkpoint.fibers[fibers] = *f;
    } else {
      checkpoint.fibers.push_back(*f);
    }
    ++fibers;
  }
  checkpoint.fibers.resize(fibers);
  if (!take_down(checkpoint)) return false;
  checkpoint.touched = touched_count();
  checkpoint.runs = runs;
  checkpoint.epoch = epoch;
  return true;
}

bool restore_checkpoint(std::size_t number) {
  const Checkpoint& checkpoint = checkpoints[number];
  if (checkpoint.epoch != epoch) return false;
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
  forget_touched(checkpoint.touched);
  return true;
}

void disturb_checkpoints() { ++epoch; }

}  // namespace graphfuzz::runtime

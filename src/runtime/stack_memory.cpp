#include "runtime/stack_memory.hpp"

#include <boost/unordered/unordered_flat_map.hpp>
#include <cstring>
#include <optional>
#include <vector>

namespace graphfuzz::runtime {
namespace {

struct Left {
  std::uint64_t bytes = 0;
  std::size_t changed = 0;  // when `changes` was that long
};
boost::unordered_flat_map<Address, Left> left;  // by granule
struct Before {
  Address granule;
  std::optional<Left> left;  // nothing: it was not there
};
std::vector<Before> changes;
std::size_t last_mark = 0;  // what has changed since can be taken back to then alone

}  // namespace

bool on_stack(Address address) { return address >= kStacks && address < kHeaps; }

bool on_stack_of(const Fiber& fiber, Address address) {
  const auto stack = reinterpret_cast<Address>(fiber.stack);
  return address >= stack && address < stack + kStackSize;
}

bool in_live_frame(Address address) {
  const Fiber* const owner = fiber(static_cast<ThreadId>((address - kStacks) / kStackSize));
  // The context of a fiber that does not run is where its stack ends.
  return owner != nullptr && owner->context != nullptr && !owner->finished &&
         address >= reinterpret_cast<Address>(owner->context);
}

bool touch_stack(Address granule) {
  if (!left.try_emplace(granule, Left{0, changes.size()}).second) return false;
  changes.push_back({granule, std::nullopt});
  return true;
}

void keep_in_mind(Address address, std::uint8_t size) {
  if (!on_stack(address)) return;
  const Address granule = granule_of(address);
  touch_stack(granule);
  Left& there = left.find(granule)->second;
  std::uint64_t now = there.bytes;
  std::memcpy(reinterpret_cast<char*>(&now) + (address - granule), reinterpret_cast<const void*>(address), size);
  if (now == there.bytes) return;
  if (there.changed < last_mark) {
    changes.push_back({granule, there});
    there.changed = changes.size() - 1;
  }
  there.bytes = now;
}

bool was_written_unseen(Address address, std::uint8_t size) {
  if (!on_stack(address)) return false;
  const Address granule = granule_of(address);
  const auto found = left.find(granule);
  const std::uint64_t bytes = found == left.end() ? 0 : found->second.bytes;
  return std::memcmp(reinterpret_cast<const void*>(address),
                     reinterpret_cast<const char*>(&bytes) + (address - granule), size) != 0;
}

void forget_stack_memory() {
  left.clear();
  changes.clear();
  last_mark = 0;
}

std::size_t mark_of_stacks() { return last_mark = changes.size(); }

void go_back_to_mark(std::size_t mark) {
  for (; changes.size() > mark; changes.pop_back()) {
    const Before& before = changes.back();
    if (before.left) {
      left[before.granule] = *before.left;
    } else {
      left.erase(before.granule);
    }
  }
  last_mark = mark;
}

}  // namespace graphfuzz::runtime

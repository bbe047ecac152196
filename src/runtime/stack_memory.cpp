#include "runtime/stack_memory.hpp"

#include <boost/unordered/unordered_flat_map.hpp>
#include <cstring>
#include <optional>
#include <vector>

namespace graphfuzz::runtime {
namespace {

struct Left {
  std::uint64_t bytes = 0;
  std::uint64_t own = 0;      // of these, what the owner of the stack has left
  std::uint64_t foreign = 0;  // a mask: others have written there since
  std::size_t changed = 0;    // when `changes` was that long
};
boost::unordered_flat_map<Address, Left> left;  // by granule
struct Before {
  Address granule;
  std::optional<Left> left;  // nothing: it was not there
};
std::vector<Before> changes;
std::size_t last_mark = 0;  // what has changed since can be taken back to then alone

// What is known of the granule, to be changed.
Left& to_change(Address granule) {
  touch_stack(granule);
  Left& there = left.find(granule)->second;
  if (there.changed < last_mark) {
    changes.push_back({granule, there});
    there.changed = changes.size() - 1;
  }
  return there;
}

std::uint64_t mask_of(Address address, std::uint8_t size) {
  const std::uint64_t bits = size >= 8 ? ~std::uint64_t{0} : (std::uint64_t{1} << (8U * size)) - 1;
  return bits << (8 * (address - granule_of(address)));
}

std::uint64_t bytes_in(Address granule) {
  std::uint64_t bytes;
  std::memcpy(&bytes, reinterpret_cast<const void*>(granule), sizeof bytes);
  return bytes;
}

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
  const auto [there, is_new] = left.try_emplace(granule);
  if (!is_new) return false;
  there->second.changed = changes.size();
  changes.push_back({granule, std::nullopt});
  return true;
}

void keep_in_mind(Address address, std::uint8_t size) {
  if (!on_stack(address)) return;
  const Address granule = granule_of(address);
  touch_stack(granule);
  const std::uint64_t before = left.find(granule)->second.bytes;
  std::uint64_t now = before;
  std::memcpy(reinterpret_cast<char*>(&now) + (address - granule), reinterpret_cast<const void*>(address), size);
  if (now != before) to_change(granule).bytes = now;
}

bool keep_writer(Address address, std::uint8_t size, bool is_owner) {
  const std::uint64_t mask = mask_of(address, size);
  Left& there = to_change(granule_of(address));
  if (!is_owner) {
    there.foreign |= mask;
    return false;
  }
  const bool over_others = (there.foreign & mask) != 0;
  there.foreign &= ~mask;
  there.own = (there.own & ~mask) | (there.bytes & mask);
  return over_others;
}

OwnBytes own_bytes(Address granule) {
  const auto found = left.find(granule);
  const Left known = found == left.end() ? Left{} : found->second;
  const std::uint64_t now = bytes_in(granule);
  std::uint64_t unseen = 0;
  for (std::uint64_t byte = 0xff; byte != 0; byte <<= 8) {
    if (((now ^ known.bytes) & byte) != 0) unseen |= byte;
  }
  return {(known.own & ~unseen) | (now & unseen), unseen};
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

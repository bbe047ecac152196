#include "runtime/stack_memory.hpp"

#include <boost/unordered/unordered_flat_map.hpp>
#include <cstring>
#include <optional>
#include <vector>

namespace graphfuzz::runtime {
namespace {

boost::unordered_flat_map<Address, std::uint64_t> left;  // bytes, by granule; zeros at first
struct Before {
  Address granule;
  std::optional<std::uint64_t> bytes;  // nothing: it was not there
};
std::vector<Before> changes;

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
  if (!left.try_emplace(granule, 0).second) return false;
  changes.push_back({granule, std::nullopt});
  return true;
}

void keep_in_mind(Address address, std::uint8_t size) {
  if (!on_stack(address)) return;
  const Address granule = granule_of(address);
  touch_stack(granule);
  std::uint64_t& bytes = left.find(granule)->second;
  std::uint64_t now = bytes;
  std::memcpy(reinterpret_cast<char*>(&now) + (address - granule), reinterpret_cast<const void*>(address), size);
  if (now == bytes) return;
  changes.push_back({granule, bytes});
  bytes = now;
}

bool was_written_unseen(Address address, std::uint8_t size) {
  if (!on_stack(address)) return false;
  const Address granule = granule_of(address);
  const auto found = left.find(granule);
  const std::uint64_t bytes = found == left.end() ? 0 : found->second;
  return std::memcmp(reinterpret_cast<const void*>(address),
                     reinterpret_cast<const char*>(&bytes) + (address - granule), size) != 0;
}

void forget_stack_memory() {
  left.clear();
  changes.clear();
}

std::size_t noted_of_stacks() { return changes.size(); }

void forget_of_stacks(std::size_t noted) {
  for (; changes.size() > noted; changes.pop_back()) {
    const Before& before = changes.back();
    if (before.bytes) {
      left[before.granule] = *before.bytes;
    } else {
      left.erase(before.granule);
    }
  }
}

}  // namespace graphfuzz::runtime

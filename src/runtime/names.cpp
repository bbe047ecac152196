// Names of what is in memory.
#include <fmt/format.h>

#include <boost/unordered/unordered_flat_map.hpp>
#include <fstream>
#include <iterator>
#include <string_view>

#include "graphfuzz/frontend/native/symbols.hpp"
#include "runtime/early_heap.hpp"
#include "runtime/heap.hpp"
#include "runtime/request.hpp"
#include "runtime/thread_memory.hpp"

namespace graphfuzz::runtime {
namespace {

native::Symbols& symbols() {
  static native::Symbols all;
  return all;
}

constexpr std::string_view kAtomicFunction = "__VERIFIER_atomic_";

Address outer_stack = 0;
Address outer_stack_end = 0;

}  // namespace

// Inlined code of the system's headers is where the program has called it.
Place place_of(Address code) {
  if (!symbols().has_lines(code)) return {};  // our own code, mostly, the names of which take milliseconds to sort
  const std::vector<native::Frame>& frames = symbols().frames(code);
  for (const native::Frame& frame : frames) {
    if (frame.place.line != 0 && !frame.place.file.starts_with("/usr/")) return frame.place;
  }
  return frames.front().place;
}
std::string place_text(Address code) {
  const Place place = place_of(code);
  return place.file.empty() ? symbols().function(code) : to_text(place);
}
std::string message_at(Address code, std::string_view what) {
  return fmt::format("{}{}: {}", place_text(code), place_of(code).line == 0 ? "" : ":1", what);
}

void name_outer_stack(Address begin, Address end) {
  outer_stack = begin;
  outer_stack_end = end;
}

std::string data_name(Address data) {
  if (in_heap(data)) {
    const Address thread = (data - kHeaps) / kHeapSize;
    const Block* const block = block_of(data);
    if (block == nullptr) return fmt::format("heap{}+{:#x}", thread, data - kHeaps - thread * kHeapSize);
    const std::string name = fmt::format("block{}.{}", block->thread, block->number);
    return data == block->address ? name : fmt::format("{}+{}", name, data - block->address);
  }
  if (data >= outer_stack && data < outer_stack_end) return fmt::format("outer+{:#x}", data - outer_stack);
  if (in_early_heap(data)) return fmt::format("early+{:#x}", data - kEarlyHeap);
  if (std::string name = thread_memory_name(data); !name.empty()) return name;
  if (data >= kStacks && data < kHeaps) {
    const Address thread = (data - kStacks) / kStackSize;
    return fmt::format("stack{}-{}", thread, kStacks + (thread + 1) * kStackSize - data);
  }
  return symbols().data_name(data);
}

std::optional<bool> is_signed(Address data, std::size_t size) { return symbols().is_signed(data, size); }
bool is_atomic_function(Address code) {
  static boost::unordered_flat_map<Address, bool> known;
  const auto [found, is_new] = known.try_emplace(code);
  if (is_new) found->second = symbols().function(code).starts_with(kAtomicFunction);
  return found->second;
}

// Looks for the name in the file, wherever in it: most programs have none, and are spared the question at each call.
bool has_atomic_functions() {
  static const bool has = [] {
    std::ifstream file("/proc/self/exe", std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    for (std::size_t at = bytes.find(kAtomicFunction); at != std::string::npos; at = bytes.find(kAtomicFunction, at)) {
      at += kAtomicFunction.size();
      const std::string_view rest = std::string_view(bytes).substr(at, 8);
      if (!rest.starts_with("begin") && !rest.starts_with("end")) return true;
    }
    return false;
  }();
  return has;
}

bool returns_nothing(Address function) { return symbols().returns_nothing(function); }

}  // namespace graphfuzz::runtime

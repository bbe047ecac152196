#include "runtime/state.hpp"

#include <cpuid.h>
#include <xxhash.h>

#include <algorithm>
#include <array>
#include <bit>
#include <boost/unordered/unordered_flat_map.hpp>
#include <cerrno>
#include <cstring>

#include "frontend/native/code/live_frame.hpp"
#include "runtime/image.hpp"
#include "runtime/stack_memory.hpp"

namespace graphfuzz::runtime {
namespace {

const native::LiveFrame& frame_at(Address code) {
  static boost::unordered_flat_map<Address, native::LiveFrame> known;
  const auto [found, is_new] = known.try_emplace(code);
  if (is_new) found->second = native::live_frame(code);
  return found->second;
}

// What cells hold there is whatever thread has run last: the engine says what is read. Unless the thread goes by what
// it has put there itself, unseen, where another function has had an object. What others access plainly there is as
// static memory is, and no state of the thread, but for what it has left there itself: another function may have had
// the object.
std::uint64_t hash_of(Address begin, Address end, const native::CellTable& cells, std::uint64_t hash) {
  const auto add = [&](Address from, Address to) {
    if (from >= to) return;
    cells.for_each_shared_in(from, to, [&](Address granule) {
      const Address low = std::max(from, granule);
      const Address high = std::min(to, granule + 8);
      if (from < low) hash = XXH3_64bits_withSeed(reinterpret_cast<const void*>(from), low - from, hash);
      const auto bits = [](Address bytes) {
        return bytes >= 8 ? ~std::uint64_t{0} : (std::uint64_t{1} << 8 * bytes) - 1;
      };
      const std::uint64_t mask = bits(high - granule) & ~bits(low - granule);
      const OwnBytes own = own_bytes(granule);
      const std::uint64_t left[] = {own.bytes & mask, own.unseen & mask};
      hash = XXH3_64bits_withSeed(left, sizeof left, hash);
      from = high;
    });
    if (from < to) hash = XXH3_64bits_withSeed(reinterpret_cast<const void*>(from), to - from, hash);
  };
  Address at = begin;
  cells.for_each_in(begin, end, [&](const native::Cell& cell) {
    add(at, cell.address);
    at = cell.address + (was_written_unseen(cell.address, cell.size) ? 0 : cell.size);
  });
  add(at, end);
  return hash;
}

// What xsave has written of registers that are none of general purpose (Intel 64 and IA-32 Architectures Software
// Developer's Manual, volume 1, section 13.4): of what is as it was in the beginning, nothing. The stack of x87 is
// empty where functions are called, so that what there is is the function's own.
std::uint64_t hash_of_stack87(const char* area, std::uint64_t hash) {
  constexpr std::size_t kStack = 32;
  constexpr std::size_t kSize = 10;
  const auto tags = static_cast<unsigned char>(area[4]);
  if (tags == 0) return hash;
  for (std::size_t i = 0; i < 8; ++i) hash = XXH3_64bits_withSeed(area + kStack + 16 * i, kSize, hash);
  return XXH3_64bits_withSeed(&tags, sizeof tags, hash);
}

// Where xsave puts a component, and how much that is. To ask takes long in virtual machines.
struct Component {
  unsigned offset = 0;
  unsigned size = 0;
};
const Component& component(std::size_t number) {
  static const auto all = [] {
    std::array<Component, 8> result;
    unsigned rest[2];
    for (unsigned n = 2; n < result.size(); ++n) {
      __get_cpuid_count(0xd, n, &result[n].size, &result[n].offset, &rest[0], &rest[1]);
    }
    return result;
  }();
  return all[number];
}

std::uint64_t hash_of_vectors(const char* area, std::uint64_t hash) {
  constexpr std::size_t kVectors = 160;
  constexpr std::size_t kSize = 256;
  hash = XXH3_64bits_withSeed(area + kVectors, kSize, hash);
  std::uint64_t written = 0;
  std::memcpy(&written, area + 512, sizeof written);
  constexpr std::uint64_t kOthers = 0xe4;  // upper parts of the first sixteen, masks, and what AVX-512 has besides
  for (written &= kOthers; written != 0; written &= written - 1) {
    const auto [offset, size] = component(static_cast<std::size_t>(std::countr_zero(written)));
    // Processors may have zeros for written, or not.
    if (std::all_of(area + offset, area + offset + size, [](char byte) { return byte == 0; })) continue;
    hash = XXH3_64bits_withSeed(area + offset, size, hash);
  }
  return hash;
}

// What the thread has, and can come to know of, that is neither in registers nor on the stack. How long it has slept is
// nothing of it until it reads a clock.
std::uint64_t hash_of_what_is_kept_for(const Fiber& fiber, std::uint64_t hash) {
  std::uint32_t vectors = 0;
  std::uint16_t x87 = 0;
  asm volatile("stmxcsr %0\n\tfnstcw %1" : "=m"(vectors), "=m"(x87));
  constexpr std::uint32_t kRaised = 0x3f;  // exceptions of floating point: our own may be among them
  const std::uint64_t numbers[] = {fiber.clock_read,
                                   fiber.random,
                                   fiber.outside,
                                   fiber.blocked_signals,
                                   fiber.sections,
                                   static_cast<std::uint64_t>(fiber.cancel_state),
                                   static_cast<std::uint64_t>(fiber.cancel_type),
                                   static_cast<std::uint64_t>(errno),
                                   (std::uint64_t{vectors & ~kRaised} << 16) | x87};
  hash = XXH3_64bits_withSeed(numbers, sizeof numbers, hash);
  for (const Held& held : fiber.held) {
    const std::uint64_t its[] = {held.lock, (std::uint64_t{held.count} << 1) | (held.shared ? 1 : 0)};
    hash = XXH3_64bits_withSeed(its, sizeof its, hash);
  }
  for (const Fiber::Specific& own : fiber.specific) {
    const std::uint64_t its[] = {own.key, reinterpret_cast<std::uint64_t>(own.value)};
    hash = XXH3_64bits_withSeed(its, sizeof its, hash);
  }
  return hash;
}

}  // namespace

std::uint64_t state_of(const Fiber& fiber, const Request& request, Address code, const native::CellTable& cells) {
  const Registers& r = graphfuzz_registers;
  const auto stack = reinterpret_cast<Address>(fiber.stack);
  const Address top = stack + kStackSize;
  constexpr std::size_t kMost = std::size_t{1} << 16;
  if (r.rsp < stack || r.rsp >= top || top - r.rsp > kMost) return 0;
  const native::LiveFrame* frame = &frame_at(code);
  const auto live = [&](std::int8_t number, std::uint64_t value) {
    const native::RegisterSet low = frame->registers & native::low_of(number);
    const native::RegisterSet high = frame->registers & native::set_of(number) & ~native::low_of(number);
    return (low != 0 ? value & 0xff : 0) | (high != 0 ? value & ~std::uint64_t{0xff} : 0);
  };
  const std::uint64_t kept[] = {live(native::kRbx, r.rbx),
                                live(native::kRbp, r.rbp),
                                live(native::kR12, r.r12),
                                live(native::kR13, r.r13),
                                live(native::kR14, r.r14),
                                live(native::kR15, r.r15),
                                r.rsp,
                                static_cast<std::uint64_t>(request.operand),
                                static_cast<std::uint64_t>(request.expected)};
  std::uint64_t hash = hash_of_what_is_kept_for(fiber, XXH3_64bits(kept, sizeof kept));
  if (r.rest != nullptr) {
    for (const auto& [begin, end] : frame->below) {
      const Address below = r.rsp - native::kRedZone;
      hash = hash_of(below + begin, below + end, cells, hash);
    }
    for (std::int8_t n = 0; n < static_cast<std::int8_t>(native::kRegisterCount); ++n) {
      if ((frame->others & native::set_of(n)) == 0) continue;
      const std::uint64_t value = r.rest->registers[native::kRegisterCount - 1 - static_cast<unsigned>(n)];
      hash = n == native::kRsp ? hash : XXH3_64bits_withSeed(&value, sizeof value, hash);
    }
    hash = hash_of_stack87(r.rest->saved, hash);
    if (frame->vectors) hash = hash_of_vectors(r.rest->saved, hash);
  }
  Address at = r.rsp;
  bool is_called = false;
  while (frame->size != 0 && !frame->reads_arguments && at + frame->size < top) {
    for (const auto& [begin, end] : is_called ? frame->called : frame->bytes) {
      hash = hash_of(at + begin, at + end, cells, hash);
    }
    is_called = true;
    at += frame->size;
    const Address back = *reinterpret_cast<const Address*>(at - sizeof(Address));
    if (!is_program_code(back)) break;
    frame = &frame_at(back);
  }
  return hash_of(at, top, cells, hash) | 1;
}

}  // namespace graphfuzz::runtime

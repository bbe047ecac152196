#include "runtime/unseen_writes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "runtime/fiber.hpp"
#include "runtime/heap.hpp"
#include "runtime/image.hpp"
#include "runtime/late_libraries.hpp"
#include "runtime/stack_memory.hpp"
#include "runtime/state.hpp"
#include "runtime/thread_memory.hpp"

namespace graphfuzz::runtime {
namespace {

bool is_cell(Address address, std::uint8_t size) {
  const native::Cell* const cell = known_cells() == nullptr ? nullptr : known_cells()->find(address, size);
  return cell != nullptr && cell->address == address && cell->size == size;
}

}  // namespace

void refuse_untold_value(Fiber& fiber, const Request& request, Address address, Address place) {
  if (!on_stack(address) || request.kind > RequestKind::compare_exchange || fiber.arrival.unseen) return;
  if (!touch_stack(granule_of(address))) return;
  // Its owner begins with a write; a plain one has been made by now.
  const bool writes = request.kind == RequestKind::write;
  if (writes && (on_stack_of(fiber, address) || request.order == MemoryOrder::non_atomic)) return;
  const Value value = read_memory(address, request.size);
  if (value == 0) return;
  fail(fiber,
       fmt::format("unsupported: {} was {} before anyone is known to have written it. Clang does not tell of how all "
                   "locals are initialised: compile with GCC, or make it static",
                   data_name(address), value),
       place);
}

void refuse_unseen_write(Fiber& fiber, Address address, std::uint8_t size, Address place) {
  if (!on_stack(address) || on_stack_of(fiber, address)) return;
  if (!was_written_unseen(address, size) || !in_live_frame(address)) return;
  if (!is_cell(address, size)) {
    fiber.arrival.unseen = true;  // once it is one, it may be told of in time
    return;
  }
  fail(fiber,
       fmt::format("unsupported: {} was made {} by code that is not instrumented, as that of libraries, or copies that "
                   "compilers make, before another thread came there: make it static, or what was copied a pointer",
                   data_name(address), read_memory(address, size)),
       place);
}

void tell_of_unseen_write(Fiber& fiber, Address address, std::uint8_t size, Address place) {
  if (!was_written_unseen(address, size)) return;
  if (!on_stack_of(fiber, address)) return refuse_unseen_write(fiber, address, size, place);
  fiber.arrival.unseen = !is_cell(address, size);
  const Value value = read_memory(address, size);
  keep_in_mind(address, size);
  Request request;
  request.kind = RequestKind::write;
  request.order = MemoryOrder::non_atomic;
  request.size = size;
  request.operand = value;
  ask(fiber, request, address, place);
}

void tell_of_unseen_writes(Fiber& fiber, Address above, Address place) {
  if (known_cells() == nullptr) return;
  const auto stack = reinterpret_cast<Address>(fiber.stack);
  std::vector<std::pair<Address, std::uint8_t>> unseen;  // asking may have cells added
  known_cells()->for_each_in(above, stack + kStackSize, [&](const native::Cell& cell) {
    if (was_written_unseen(cell.address, cell.size)) unseen.emplace_back(cell.address, cell.size);
  });
  for (const auto& [address, size] : unseen) tell_of_unseen_write(fiber, address, size, place);
}

void expect_unseen_writes(Fiber& fiber, Address address, std::size_t size, Address place) {
  constexpr std::size_t kMost = std::size_t{1} << 16;  // what is larger is a buffer
  if (foreign_libraries().empty() && !has_late_libraries()) return;
  if (checks.uninitialised || size > kMost) return;
  fiber.fresh.push_back({address, size, place});
}

void tell_of_each_fresh_block(Fiber& fiber) {
  // Telling may end the thread, which is to own nothing then.
  while (!fiber.fresh.empty()) {
    const Fiber::Fresh block = fiber.fresh.back();
    fiber.fresh.pop_back();
    for (Address at = block.address; at < block.address + block.size; at += 8) {
      const auto here = static_cast<std::uint8_t>(std::min<std::size_t>(8, block.address + block.size - at));
      if (read_memory(at, here) != 0) tell_of_write(fiber, at, here, block.place);
    }
  }
}

}  // namespace graphfuzz::runtime

#include "runtime/request.hpp"

#include <alloca.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "runtime/annotations.hpp"
#include "runtime/calls.hpp"
#include "runtime/faults.hpp"
#include "runtime/heap.hpp"
#include "runtime/stack_memory.hpp"
#include "runtime/state.hpp"
#include "runtime/thread_locals.hpp"
#include "runtime/thread_memory.hpp"
#include "runtime/unseen_writes.hpp"

graphfuzz::runtime::Registers graphfuzz_registers;

namespace graphfuzz::runtime {
namespace {

const native::CellTable* cells = nullptr;
bool calls_count = false;

bool reads(RequestKind kind) {
  return kind == RequestKind::read || kind == RequestKind::update || kind == RequestKind::compare_exchange;
}

// Calls `part(address, size)` for the parts of the range within multiples of eight that are accessed as one.
template <class Part>
void for_each_granule(Address address, std::size_t size, Part part) {
  while (size > 0) {
    const std::size_t here = std::min<std::size_t>(size, granule_of(address) + 8 - address);
    part(address, static_cast<std::uint8_t>(here));
    address += here;
    size -= here;
  }
}

// Who computes accesses the same again and again.
[[gnu::noinline]] void make_room(Fiber& fiber, Address place) {
  tell_once(fiber);
  if (fiber.arrival.touches.size() <= kMostTouches / 2) return;
  fiber.arrival.touches.clear();
  fail(fiber, "unsupported: too many plain accesses, one after the other, to different memory to know of all", place);
}

// Of the access that is told of. A plain write is so when the thread comes to its next call, maybe of another function.
std::uint32_t call_number_of_access(Fiber& fiber) {
  return fiber.settled_calls ? *fiber.settled_calls : call_number(fiber);
}

void note(Fiber& fiber, Touch::Kind kind, Address address, std::uint8_t size, Address place) {
  if (fiber.arrival.touches.size() >= kMostTouches) [[unlikely]]
    make_room(fiber, place);
  bool own = on_stack_of(fiber, address);
  if (fiber.sections > 0 && !own) [[unlikely]]
    count_in_section(fiber);
  if (kind == Touch::Kind::write) {
    keep_in_mind(address, size);
    // What others have left there is gone, as it would be elsewhere.
    if (cells != nullptr && cells->is_shared(granule_of(address)) && keep_writer(address, size, own)) own = false;
  }
  fiber.arrival.touches.push_back({kind, own, fiber.asked, is_unwatched(fiber, kind, address, size), size,
                                   call_number_of_access(fiber), address, read_memory(address, size), place});
  fiber.asked = true;
}

// Memory of the thread's own stack that is used again, in another size: nobody needs to know of it, so that it is no
// location any more. The execution is given up.
void fail_to_fit(Fiber& fiber, Address address) {
  if (!on_stack_of(fiber, address) || cells->is_shared(granule_of(address))) return;
  give_up(fiber, granule_of(address));
}

bool covers(Address address, std::size_t size, const native::Cell& cell) {
  return address <= cell.address && cell.address + cell.size <= address + size;
}

// The bytes of the cell that are in the range.
std::pair<Address, Address> common(const native::Cell& cell, Address address, std::size_t size) {
  return {std::max(cell.address, address), std::min(cell.address + cell.size, address + size)};
}

void keep_common(const native::Cell& cell, Address address, std::size_t size) {
  const auto [begin, end] = common(cell, address, size);
  keep_in_mind(begin, static_cast<std::uint8_t>(end - begin));
}

// Of a cell on the thread's own stack: was anything written unseen, but for the range?
bool was_rest_written_unseen(const native::Cell& cell, Address address, std::size_t size) {
  const auto [begin, end] = common(cell, address, size);
  return was_written_unseen(cell.address, static_cast<std::uint8_t>(begin - cell.address)) ||
         was_written_unseen(end, static_cast<std::uint8_t>(cell.address + cell.size - end));
}

bool touches(Fiber& fiber, Address address, std::size_t size, const native::Cell& cell) {
  if (address + size <= cell.address || cell.address + cell.size <= address) return false;
  if (!covers(address, size, cell)) fail_to_fit(fiber, address);
  return true;
}

// Splits an access into what is of cells, or of parts of them, and what is not.
template <class OfCell, class OfRest>
void by_cells(Fiber& fiber, Address address, std::size_t size, OfCell of_cell, OfRest of_rest) {
  for_each_granule(address, size, [&](Address at, std::uint8_t here) {
    const std::span<const native::Cell> found =
        cells == nullptr ? std::span<const native::Cell>() : cells->in(granule_of(at));
    if (found.empty()) return of_rest(at, here);
    // A copy: asking may have cells added.
    native::Cell copied[8];
    std::size_t count = 0;
    for (const native::Cell& cell : found) {
      if (count < 8 && touches(fiber, at, here, cell)) copied[count++] = cell;
    }
    Address rest = at;
    for (std::size_t i = 0; i < count; ++i) {
      if (rest < copied[i].address) of_rest(rest, static_cast<std::uint8_t>(copied[i].address - rest));
      of_cell(copied[i]);
      rest = copied[i].address + copied[i].size;
    }
    if (rest < at + here) of_rest(rest, static_cast<std::uint8_t>(at + here - rest));
  });
}

// A cell of an access that has several, and what the access has read of it or writes there. An access is made one cell
// after the other; in between others come, and leave in memory what they read and write.
struct Part {
  Address address;
  Value value;
  std::uint8_t size;
  bool whole = true;  // is all of the value the thread's own, and not what others have left of the cell?
};

// So many are the most that are kept: before a thread comes to the last of as many, its execution is given up.
constexpr std::size_t kMostParts = 20'000;

std::size_t count_cells(Address address, std::size_t size) {
  std::size_t count = 0;
  for_each_granule(address, size, [&](Address at, std::uint8_t here) {
    for (const native::Cell& cell : cells->in(granule_of(at))) {
      if (cell.address < at + here && at < cell.address + cell.size) ++count;
    }
  });
  return count;
}

// Calls `use(parts, room)` with room for all cells that there are in the range now. It is on the stack, which is what
// may be left across a request.
template <class Use>
void with_parts(Address address, std::size_t size, Use use) {
  constexpr std::size_t few = 8;
  Part parts[few];
  std::size_t count = few;
  if (granule_of(address) + 8 < address + size && cells != nullptr) count = count_cells(address, size);
  if (count <= few) return use(parts, few);
  count = std::min(count, kMostParts);
  use(static_cast<Part*>(alloca(count * sizeof(Part))), count);
}

}  // namespace

Value read_memory(Address address, std::uint8_t size) {
  std::uint64_t value = 0;
  __builtin_memcpy(&value, reinterpret_cast<const void*>(address), size);
  return static_cast<Value>(value);
}

void write_memory(Address address, std::uint8_t size, Value value) {
  switch (size) {
    case 1:
      *reinterpret_cast<volatile std::uint8_t*>(address) = static_cast<std::uint8_t>(value);
      return;
    case 2:
      *reinterpret_cast<volatile std::uint16_t*>(address) = static_cast<std::uint16_t>(value);
      return;
    case 4:
      *reinterpret_cast<volatile std::uint32_t*>(address) = static_cast<std::uint32_t>(value);
      return;
    default:
      *reinterpret_cast<volatile std::uint64_t*>(address) = static_cast<std::uint64_t>(value);
      return;
  }
}

void give_up(Fiber& fiber, Address granule) {
  fiber.arrival.unfit = granule;
  block(fiber);
}

// Cells that the arrival is no place for.
bool is_private(Fiber& fiber, Address address, std::uint8_t size, Address place) {
  if (cells == nullptr || !cells->is_left_out(address & ~Address{7})) {
    // Does it fit what is there?
    if (cells == nullptr || !on_stack_of(fiber, address) || cells->is_shared(granule_of(address))) return false;
    for (const native::Cell& cell : cells->in(granule_of(address))) {
      const bool same = cell.address == address && cell.size == size;
      if (!same && cell.address < address + size && address < cell.address + cell.size) {
        give_up(fiber, granule_of(address));
      }
    }
    return false;
  }
  if (!on_stack_of(fiber, address)) give_up(fiber, granule_of(address));  // somebody else's, and he is not alone
  note(fiber, Touch::Kind::read, address, size, place);
  return true;
}

Answer ask(Fiber& fiber, const Request& request, Address address, Address place, Wait wait) {
  // Where there is no memory the program fails, not the engine.
  const bool no_memory = address >= kQueues && address < kExit;
  if (request.size != 0 && !no_memory) {
    static_cast<void>(*reinterpret_cast<const volatile char*>(address));
    refuse_untold_value(fiber, request, address, place);
  }
  if (fiber.sections > 0 && request.kind <= RequestKind::compare_exchange) [[unlikely]]
    count_in_section(fiber);
  Arrival& arrival = fiber.arrival;
  arrival.request = request;
  arrival.address = address;
  arrival.place = place;
  arrival.wait = wait;
  arrival.more = fiber.asked;
  fiber.asked = true;
  arrival.state = cells != nullptr && reads(request.kind) && (wait.kind == Wait::Kind::none || request.lock)
                      ? state_of(fiber, request, place + 1, *cells)
                      : 0;
  graphfuzz_registers.rsp = 0;  // they are of this request alone
  graphfuzz_registers.rest = nullptr;
  arrival.calls = call_number_of_access(fiber);
  yield(fiber);
  arrival.touches.clear();
  arrival.unseen = false;
  // What the engine knows of semaphores and their like is not in their memory: what is there is of no interest.
  if (request.size != 0 && !no_memory) keep_in_mind(address, request.size);
  return {fiber.value, fiber.succeeded};
}

void fail(Fiber& fiber, const std::string& what, Address place, std::vector<native::CallStack> stacks) {
  fail_with(fiber, message_at(place, what), place, std::move(stacks));
}

void fail_with(Fiber& fiber, const std::string& text, Address place, std::vector<native::CallStack> stacks) {
  Request request;
  request.kind = RequestKind::failure;
  const std::size_t number = message_number(text);
  request.operand = static_cast<Value>(number);
  stacks.insert(stacks.begin(), stack_of(fiber, "here", place));
  explain_message(number, std::move(stacks));  // before anything is asked: nothing of it is owned here then
  settle_plain_write(fiber);
  ask(fiber, request, 0, place);
  finish_for_good(fiber);
}

void finish_for_good(Fiber& fiber, Finish how) {
  fiber.finished = true;
  fiber.gone = how == Finish::by_exit;
  if (!fiber.gone && reinterpret_cast<Address>(fiber.stack) != 0) {
    const auto stack = reinterpret_cast<Address>(fiber.stack);
    fiber.arrival.touches.push_back(
        {Touch::Kind::end_stack, true, false, false, 0, 0, stack, static_cast<Value>(kStackSize), 0});
  }
  Request request;
  request.exits = fiber.gone || (how == Finish::main && checks.main_ends);
  if (how == Finish::main) request.operand = kMainReturned;
  request.kind = RequestKind::finished;
  while (true) ask(fiber, request, 0, 0);
}

void block(Fiber& fiber) {
  Request request;
  request.kind = RequestKind::blocked;
  while (true) ask(fiber, request, 0, 0);
}

void check_access(Fiber& fiber, Address address, std::size_t size, const char* what, Address place) {
  if (!in_heap(address)) return;
  const Block* const block = block_of(address);
  if (block != nullptr && address + size <= block->address + room_of(*block)) return;
  const std::string where = block == nullptr ? std::string("before the first block")
                                             : fmt::format("{} bytes behind the beginning of a block of {} bytes",
                                                           address - block->address, block->size);
  fail(fiber, fmt::format("out-of-bounds: {} of {} bytes, {}", what, size, where), place, stacks_of(block));
}

bool sections_are_accesses() { return cells != nullptr && cells->sections_are_accesses; }

void count_in_section(Fiber& fiber) {
  if (++fiber.section_accesses == 1) return;
  fiber.arrival.sections.several = true;
  if (!sections_are_accesses()) return;
  fiber.sections = 0;  // nothing more is counted
  block(fiber);
}

bool volatile_is_atomic() { return cells != nullptr && cells->volatile_order != MemoryOrder::non_atomic; }

void volatile_read(Fiber& fiber, Address address, std::uint8_t size, Address place) {
  check_access(fiber, address, size, "read", place);
  Request request;
  request.kind = RequestKind::read;
  request.order = cells->volatile_order;
  request.size = size;
  tell_of_unseen_write(fiber, address, size, place);
  write_memory(address, size, ask(fiber, request, address, place).value);
  keep_in_mind(address, size);
}

Value read_cell(Fiber& fiber, const native::Cell& cell, Address place) {
  Request request;
  request.kind = RequestKind::read;
  request.order = cells->plain_order;
  request.size = cell.size;
  return ask(fiber, request, cell.address, place).value;
}

void plain_read(Fiber& fiber, Address address, std::size_t size, Address place) {
  if (is_exchanged(address)) return;
  check_access(fiber, address, size, "read", place);
  with_parts(address, size, [&](Part* parts, std::size_t room) {
    std::size_t count = 0;
    by_cells(
        fiber, address, size,
        [&](const native::Cell& cell) {
          tell_of_unseen_write(fiber, cell.address, cell.size, place);
          const Value value = read_cell(fiber, cell, place);
          write_memory(cell.address, cell.size, value);
          keep_in_mind(cell.address, cell.size);
          if (count < room) parts[count++] = {cell.address, value, cell.size};
        },
        [&](Address at, std::uint8_t here) { note(fiber, Touch::Kind::read, at, here, place); });
    for (std::size_t i = 0; i + 1 < count; ++i) {
      write_memory(parts[i].address, parts[i].size, parts[i].value);
      keep_in_mind(parts[i].address, parts[i].size);
    }
  });
}

// What it writes is not there yet.
void plain_write(Fiber& fiber, Address address, std::size_t size, Address place) {
  if (is_exchanged(address)) return;
  check_access(fiber, address, size, "write", place);
  if (checks.uninitialised) mark_written(address, size);
  if (cells != nullptr && on_stack(address) && !on_stack_of(fiber, address)) {
    for_each_granule(address, size, [&](Address at, std::uint8_t) {
      for (const native::Cell& cell : cells->in(granule_of(at))) {
        if (cell.address < address + size && address < cell.address + cell.size) {
          refuse_unseen_write(fiber, cell.address, cell.size, place);
        }
      }
    });
  }
  fiber.plain_write = {address, static_cast<std::uint32_t>(size), place, 0, false, fiber.asked, call_number(fiber)};
  fiber.asked = true;
}

void write_cell(Fiber& fiber, const native::Cell& cell, Value value, Address place) {
  Request request;
  request.kind = RequestKind::write;
  request.order = cells->plain_order;
  request.size = cell.size;
  request.operand = value;
  ask(fiber, request, cell.address, place);
}

void note_writes(Fiber& fiber, Address address, std::size_t size, Address place) {
  by_cells(
      fiber, address, size, [&](const native::Cell& cell) { keep_common(cell, address, size); },
      [&](Address at, std::uint8_t here) { note(fiber, Touch::Kind::write, at, here, place); });
}

namespace {

// A part of a cell was written, as `value` has it: the rest of it is what the thread would read. The whole.
Value put_around(Fiber& fiber, const native::Cell& cell, Value value, const Fiber::PlainWrite& write) {
  const auto [begin, end] = common(cell, write.address, write.size);
  touch_stack(granule_of(cell.address));  // by this
  Value whole = read_cell(fiber, cell, write.place);
  const std::size_t offset = begin - cell.address;
  std::memcpy(reinterpret_cast<char*>(&whole) + offset, reinterpret_cast<const char*>(&value) + offset, end - begin);
  write_memory(cell.address, cell.size, whole);
  keep_in_mind(cell.address, cell.size);
  return read_memory(cell.address, cell.size);
}

// What the write has put into the cells, before others have their turn. Some may have been added since, by others.
std::size_t take_down(const Fiber& fiber, Address address, std::size_t size, Part* parts, std::size_t room) {
  std::size_t count = 0;
  if (cells == nullptr) return 0;
  const bool own = on_stack_of(fiber, address);
  for_each_granule(address, size, [&](Address at, std::uint8_t here) {
    for (const native::Cell& cell : cells->in(granule_of(at))) {
      if (at + here <= cell.address || cell.address + cell.size <= at) continue;
      const bool whole = covers(address, size, cell) || (own && was_rest_written_unseen(cell, address, size));
      if (whole) {
        keep_in_mind(cell.address, cell.size);
      } else {
        keep_common(cell, address, size);
      }
      if (count == room) continue;
      parts[count++] = {cell.address, read_memory(cell.address, cell.size), cell.size, whole};
    }
  });
  return count;
}

void write_noted(Fiber& fiber, const Fiber::PlainWrite& write) {
  if (write.is_volatile) {
    Request request;
    request.kind = RequestKind::write;
    request.order = cells->volatile_order;
    request.size = static_cast<std::uint8_t>(write.size);
    request.operand = read_memory(write.address, request.size);
    keep_in_mind(write.address, request.size);
    ask(fiber, request, write.address, write.place);
    return;
  }
  with_parts(write.address, write.size, [&](Part* parts, std::size_t room) {
    const std::size_t count = take_down(fiber, write.address, write.size, parts, room);
    by_cells(
        fiber, write.address, write.size,
        [&](const native::Cell& cell) {
          const Part* const part =
              std::partition_point(parts, parts + count, [&](const Part& p) { return p.address < cell.address; });
          const bool kept = part != parts + count && part->address == cell.address && part->size == cell.size;
          Value value = kept ? part->value : read_memory(cell.address, cell.size);
          const bool whole = kept ? part->whole : covers(write.address, write.size, cell);
          if (!whole) value = put_around(fiber, cell, value, write);
          write_cell(fiber, cell, value, write.place);
        },
        [&](Address at, std::uint8_t here) { note(fiber, Touch::Kind::write, at, here, write.place); });
  });
}

}  // namespace

void settle_plain_write(Fiber& fiber) {
  if (fiber.plain_write.size == 0) return;
  const Fiber::PlainWrite write = fiber.plain_write;
  fiber.plain_write.size = 0;
  const bool asked = std::exchange(fiber.asked, write.more);  // it may be another hook's
  fiber.settled_calls = write.calls;
  write_noted(fiber, write);
  fiber.settled_calls.reset();
  fiber.asked = asked;
}

void tell_of_write(Fiber& fiber, Address address, std::uint8_t size, Address place) {
  const bool asked = std::exchange(fiber.asked, true);
  write_noted(fiber, {address, size, place});
  fiber.asked = asked;
}

void note_call(Fiber& fiber, Touch::Kind kind, Address place) {
  if (!calls_count) return;
  settle_plain_write(fiber);
  if (fiber.arrival.touches.size() >= kMostTouches) [[unlikely]]
    fail_endless(fiber, place);
  fiber.arrival.touches.push_back({kind, false, false, false, 0, 0, 0, 0, place});
}

void count_calls(bool wanted) { calls_count = wanted; }
void use_cells(const native::CellTable* table) { cells = table; }
const native::CellTable* known_cells() { return cells; }

}  // namespace graphfuzz::runtime

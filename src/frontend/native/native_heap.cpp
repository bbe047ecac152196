// What an execution does to its heap, and to the stacks of its threads: use after free, and what is left at the end.
#include <fmt/format.h>

#include <algorithm>

#include "frontend/native/native_run.hpp"
#include "frontend/native/requests.hpp"
#include "graphfuzz/graph/execution_graph.hpp"
#include "graphfuzz/graph/hash.hpp"

namespace graphfuzz::native {
namespace {

// Of a block that is allocated or freed, so many bytes are taken for written.
constexpr Address kMostWatched = 4096;

}  // namespace

CallStack NativeRun::call_stack(std::string what, Address place, std::uint32_t calls) const {
  CallStack stack{std::move(what), {place}};
  for (const Address call : knowledge_.machine().calls(calls)) stack.places.push_back(call);
  return stack;
}

void NativeRun::fail(ThreadId thread, const std::string& what, Address place, std::vector<CallStack> stacks) {
  Machine& machine = knowledge_.machine();
  Request request;
  request.kind = RequestKind::failure;
  const std::string where = to_text(machine.place(place));
  const std::size_t message = machine.message_number(fmt::format("{}:1: {}", where, what));
  machine.explain(message, std::move(stacks));
  request.operand = static_cast<Value>(message);
  pending_[thread] = request;
  threads_[thread].node = kNoNode;
}

// Fails if the address is of what is gone.
bool NativeRun::check_freed(ThreadId thread, Address address, const std::string& what, Address place,
                            std::uint32_t calls) {
  if (address == 0) return false;
  const auto freed = std::find_if(freed_.rbegin(), freed_.rend(),
                                  [&](const Freed& f) { return address >= f.begin && address < f.end; });
  if (freed == freed_.rend() || freed->again) return false;
  if (freed->stack) {
    fail(thread, fmt::format("use-after-return: {} of the stack of P{}, which has ended", what, freed->thread), place,
         {call_stack(what, place, calls)});
    return true;
  }
  std::vector<CallStack> stacks = {call_stack(what, place, calls),
                                   call_stack(fmt::format("freed by P{}", freed->thread), freed->place, freed->calls)};
  if (const auto block = allocated_.find(freed->begin); block != allocated_.end()) {
    const Allocated& by = block->second;
    stacks.push_back(call_stack(fmt::format("allocated by P{}", by.thread), by.place, by.calls));
  }
  fail(thread, what == "free" ? "double-free" : "use-after-free: " + what, place, std::move(stacks));
  return true;
}

// What is not only reading and writing, and whether that is allowed.
void NativeRun::apply(ThreadId thread, const Touch& touch) {
  if (threads_[thread].node == kNoNode) return;
  switch (touch.kind) {
    case Touch::Kind::read:
    case Touch::Kind::write:
      if (!freed_.empty()) {
        const char* const what = touch.kind == Touch::Kind::read ? "read" : "write";
        check_freed(thread, touch.address, fmt::format("{} of {} bytes", what, touch.size), touch.place, touch.calls);
      }
      return;
    case Touch::Kind::allocate:
      ++blocks_;
      allocated_.insert_or_assign(touch.address, Allocated{touch.place, touch.calls, thread});
      if (std::any_of(freed_.begin(), freed_.end(), [&](const Freed& f) { return f.begin == touch.address; })) {
        const Address end = touch.address + std::max<Address>(static_cast<Address>(touch.value), 1);
        freed_.push_back({touch.address, end, 0, 0, thread, false, true});
      } else {
        write_block(thread, touch);
      }
      return;
    case Touch::Kind::releasing:
      check_freed(thread, touch.address, "free", touch.place, touch.calls);
      return;
    case Touch::Kind::release:
      return release(thread, touch);
    case Touch::Kind::end_stack:
      return;
    case Touch::Kind::enter:
    case Touch::Kind::leave:
      return;
    case Touch::Kind::note:
      if (touch.address >= outcomes_.size()) throw Learned("an outcome");
      outcomes_[touch.address] = touch.value;
      return;
  }
}

void NativeRun::release(ThreadId thread, const Touch& touch) {
  const Address end = touch.address + static_cast<Address>(touch.value);
  freed_.push_back({touch.address, end, touch.place, touch.calls, thread, false, false});
  if (blocks_ > 0) --blocks_;
  write_block(thread, touch);
}

// As if all of the block had been written that others access: to allocate it comes before that, to free it afterwards.
// When a block is freed its cells are written by events.
void NativeRun::write_block(ThreadId thread, const Touch& touch) {
  const Address end = touch.address + std::min<Address>(static_cast<Address>(touch.value), kMostWatched);
  Access access{0, 0, 0, true, knowledge_.place_number(touch.place), touch.calls};
  const auto watch = [&](Location x) { threads_[thread].plain.push_back({x, true, access.place, access.calls}); };
  for (Address at = touch.address & ~Address{7}; at < end; at += 8) {
    if (touch.kind == Touch::Kind::allocate) {
      for (const Cell& cell : knowledge_.cells().in(at)) {
        threads_[thread].plain.push_back({cell.location, true, access.place, access.calls, true});
      }
    }
    access.granule = knowledge_.find_granule(at);
    if (access.granule == kNoNode) continue;
    knowledge_.note_access(thread, access.granule);
    const Knowledge::Granule& granule = knowledge_.granules()[access.granule];
    if (!granule.shared) continue;
    for (unsigned offset = 0; offset < 8; ++offset) {
      access.offset = static_cast<std::uint8_t>(offset);
      access.size = granule.split ? 1 : granule.sizes[offset];
      if (access.size != 0) knowledge_.for_each_location(access, watch);
    }
  }
}

// What others access on it they must not access any more.
void NativeRun::end_stack(ThreadId thread, const Edge& edge) {
  const std::span<const Touch> touches = knowledge_.touches(edge);
  const auto end = std::find_if(touches.begin(), touches.end(),
                                [](const Touch& touch) { return touch.kind == Touch::Kind::end_stack; });
  if (end == touches.end()) return;
  const Touch& touch = *end;
  freed_.push_back(
      {touch.address, touch.address + static_cast<Address>(touch.value), touch.place, 0, thread, true, false});
}

// The event of a thread that was started is its begin, which it has not asked for.
Stack NativeRun::event_stack(ThreadId thread, std::uint32_t index) const {
  NodeId node = thread == 0 ? first_ : kNoNode;
  std::uint32_t number = thread == 0 ? 0 : 1;
  for (const Move& move : moves_) {
    if (move.started == thread && thread != 0) node = move.begun;
    if (move.thread != thread || node == kNoNode) continue;
    if (asks_for_event(knowledge_.node(node).request.kind) && number++ == index) break;
    node = move.to;
  }
  Stack result;
  if (node == kNoNode) return result;
  const Node& found = knowledge_.node(node);
  if (found.place == 0 || !asks_for_event(found.request.kind)) return result;
  return knowledge_.told(call_stack({}, found.place, found.calls));
}

// The program has to be run up to its end to see what points where, once for all executions that end in the same way.
std::span<const std::size_t> NativeRun::left_over(const ExecutionGraph& graph) {
  Machine& machine = knowledge_.machine();
  if (blocks_ == 0 || !machine.looks_for_leaks()) return {};
  std::vector<CellValue> cells;
  std::uint64_t key = 0;
  const auto add = [&](std::uint64_t part) { key = mixed(key, part); };
  for (const std::uint64_t word : memory_) add(word);
  for (const Thread& thread : threads_) add(thread.node);
  for (Location x = 0; x < std::min<std::size_t>(knowledge_.cells().size(), graph.locations()); ++x) {
    const Cell& cell = knowledge_.cells()[x];
    const Value value = graph[graph.mo_last(x)].label.written_value;
    cells.push_back({cell.address, cell.size, value});
    add(static_cast<std::uint64_t>(value));
  }
  const auto [leaks, is_new] = leaks_.try_emplace(key);
  if (is_new && lead_machine(moves_.size()).empty()) leaks->second = machine.leaks(cells);
  return leaks->second;
}

}  // namespace graphfuzz::native

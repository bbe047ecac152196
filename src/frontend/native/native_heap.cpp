// What an execution does to its heap, and to the stacks of its threads: where blocks begin and end, what a thread does
// with what it has freed itself, and what is left at the end.
//
// Moves of other threads decide nothing here: they are in one of several orders that the same graph allows. Whether an
// access may come after the free of another thread is for the engine to see, which is told of both (Life).
#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "frontend/native/native_run.hpp"
#include "graphfuzz/graph/execution_graph.hpp"
#include "graphfuzz/graph/hash.hpp"
#include "program/requests.hpp"

namespace graphfuzz::native {

CallStack NativeRun::call_stack(std::string what, Address place, std::uint32_t calls) const {
  CallStack stack{std::move(what), {place}};
  for (const Address call : knowledge_.machine().calls(calls)) stack.places.push_back(call);
  return stack;
}

void NativeRun::fail(ThreadId thread, const std::string& what, Address place, std::vector<CallStack> stacks) {
  Machine& machine = knowledge_.machine();
  Request request;
  request.kind = RequestKind::failure;
  const std::size_t message = machine.message_number(fmt::format("{}: {}", machine.where(place), what));
  machine.explain(message, std::move(stacks));
  request.operand = static_cast<Value>(message);
  pending_[thread] = request;
  threads_[thread].node = kNoNode;
}

// Fails if the address is of what the thread itself has freed.
bool NativeRun::check_freed(ThreadId thread, Address address, Use use, Address place, std::uint32_t calls) {
  const std::vector<Freed>& all = threads_[thread].freed;
  const auto after =
      std::upper_bound(all.begin(), all.end(), address, [](Address a, const Freed& freed) { return a < freed.begin; });
  if (after == all.begin()) return false;
  const auto freed = std::prev(after);
  if (address >= freed->end) return false;
  const std::string what = use.size == 0 ? use.name : fmt::format("{} of {} bytes", use.name, use.size);
  std::vector<CallStack> stacks = {call_stack(what, place, calls),
                                   call_stack(fmt::format("freed by P{}", thread), freed->place, freed->calls)};
  if (const auto block = allocated_.find(freed->begin); block != allocated_.end()) {
    const Allocated& by = block->second;
    stacks.push_back(call_stack(fmt::format("allocated by P{}", by.thread), by.place, by.calls));
  }
  fail(thread, what == "free" ? "double-free" : "use-after-free: " + what, place, std::move(stacks));
  return true;
}

// Is one of them in what that thread has freed?
bool NativeRun::uses_freed(const Thread& by, std::span<const Access> accesses) const {
  if (by.freed.empty()) return false;
  return std::ranges::any_of(accesses, [&](const Access& access) {
    const Address begin = knowledge_.granules()[access.granule].address + access.offset;
    const auto after = std::ranges::lower_bound(by.freed, begin + access.size, {}, &Freed::begin);
    return after != by.freed.begin() && std::prev(after)->end > begin;
  });
}

// What is not only reading and writing, and whether that is allowed.
void NativeRun::apply(ThreadId thread, const Touch& touch) {
  if (threads_[thread].node == kNoNode) return;
  switch (touch.kind) {
    case Touch::Kind::read:
    case Touch::Kind::write:
      check_freed(thread, touch.address, {touch.kind == Touch::Kind::read ? "read" : "write", touch.size}, touch.place,
                  touch.calls);
      return;
    case Touch::Kind::allocate:
      return allocate(thread, touch);
    case Touch::Kind::releasing:
      check_freed(thread, touch.address, {"free"}, touch.place, touch.calls);
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
      noted_.emplace_back(touch.address, std::exchange(outcomes_[touch.address], touch.value));
      return;
  }
}

// To allocate a block is as if all of it had been written that others access. Of one that is handed out again that is
// told by what the thread does to it.
void NativeRun::allocate(ThreadId thread, const Touch& touch) {
  ++blocks_;
  const auto [known, is_new] = allocated_.try_emplace(touch.address);
  if (!is_new) replaced_.emplace_back(touch.address, known->second);
  known->second = {touch.place, touch.calls, thread};
  std::vector<Freed>& freed = threads_[thread].freed;
  const auto found = std::ranges::lower_bound(freed, touch.address, {}, &Freed::begin);
  const bool again = found != freed.end() && found->begin == touch.address;
  if (again) {
    freed_.push_back({thread, false, static_cast<std::size_t>(found - freed.begin()), *found});
    freed.erase(found);
  }
  const Address end = touch.address + std::max<Address>(static_cast<Address>(touch.value), 1);
  note_life(thread, touch.address, end, Life::begins, touch, !again);
}

void NativeRun::release(ThreadId thread, const Touch& touch) {
  --blocks_;
  const Address end = touch.address + static_cast<Address>(touch.value);
  std::vector<Freed>& freed = threads_[thread].freed;
  const auto place = std::ranges::lower_bound(freed, touch.address, {}, &Freed::begin);
  freed_.push_back({thread, true, static_cast<std::size_t>(place - freed.begin()), {}});
  freed.insert(place, {touch.address, end, touch.place, touch.calls});
  knowledge_.note_free(thread, touch.address, end);
  note_life(thread, touch.address, end, Life::freed, touch, false);
}

// Tells of all that anyone accesses there, but for what only one thread does. `write`: that is a plain write as well.
void NativeRun::note_life(ThreadId thread, Address begin, Address end, Life life, const Touch& touch, bool write) {
  Access access{0, 0, 0, true, knowledge_.place_number(touch.place), touch.calls};
  std::vector<PlainAccess>& plain = threads_[thread].plain;
  knowledge_.cells().for_each_in(begin, end, [&](const Cell& cell) {
    plain.push_back({cell.location, false, access.place, access.calls, life});
  });
  knowledge_.for_each_granule_in(begin, end, [&](std::uint32_t number) {
    access.granule = number;
    knowledge_.note_access(thread, number);
    const Knowledge::Granule& granule = knowledge_.granules()[number];
    if (!granule.shared) return;
    for (unsigned offset = 0; offset < 8; ++offset) {
      access.offset = static_cast<std::uint8_t>(offset);
      access.size = granule.pieces[offset];
      if (access.size == 0) continue;
      knowledge_.for_each_location(access, [&](Location x) {
        plain.push_back({x, write, access.place, access.calls, life});
      });
    }
  });
  // The block itself, which may be freed twice though nobody has accessed it.
  if (const std::uint32_t first = knowledge_.find_granule(begin & ~Address{7}); first != kNoNode) {
    const auto x = static_cast<Location>(Knowledge::kPlainBase + 8 * first + (begin & 7));
    plain.push_back({x, false, access.place, access.calls, life});
  }
}

// What others access on it they must not access any more.
void NativeRun::end_stack(ThreadId thread, const Edge& edge) {
  const std::span<const Touch> touches = knowledge_.touches(edge);
  const auto end = std::find_if(touches.begin(), touches.end(),
                                [](const Touch& touch) { return touch.kind == Touch::Kind::end_stack; });
  if (end == touches.end()) return;
  note_life(thread, end->address, end->address + static_cast<Address>(end->value), Life::returned, *end, false);
}

// Which requests the events of each thread are, all in one go: a story asks for one after the other. The first event
// of a thread that was started is its begin, which it has not asked for.
void NativeRun::find_events() const {
  event_nodes_.resize(threads_.size());
  for (std::vector<NodeId>& nodes : event_nodes_) nodes.clear();
  const auto come_to = [this](ThreadId thread, NodeId node) {
    if (node != kNoNode && asks_for_event(knowledge_.node(node).request.kind)) event_nodes_[thread].push_back(node);
  };
  come_to(0, first_);
  for (const Move& move : moves_) {
    come_to(move.thread, move.to);
    if (move.started == 0) continue;
    event_nodes_[move.started] = {kNoNode};  // where it begins
    come_to(move.started, move.begun);
  }
  knows_events_ = true;
}

Stack NativeRun::event_stack(ThreadId thread, std::uint32_t index) const {
  if (!knows_events_) find_events();
  Stack result;
  if (thread >= event_nodes_.size() || index >= event_nodes_[thread].size()) return result;
  const NodeId node = event_nodes_[thread][index];
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

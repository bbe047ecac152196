#include "frontend/native/native_run.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "frontend/native/requests.hpp"

namespace graphfuzz::native {
namespace {

// No thread is started by that many others.
constexpr ThreadId kNobody = 0xffff;

// Of a block that is freed, so many bytes are taken for written.
constexpr Value kMostWatched = 4096;

std::uint64_t mask(std::uint8_t size) { return size >= 8 ? ~std::uint64_t{0} : (std::uint64_t{1} << (8U * size)) - 1; }

}  // namespace

NativeRun::NativeRun(Knowledge& knowledge, std::size_t outcomes, unsigned unroll)
    : knowledge_(knowledge), unroll_(unroll), outcomes_(outcomes) {
  make_room(1);
  NativeRun::reset();
}

void NativeRun::reset() {
  if (knowledge_.large()) knowledge_.forget();
  for (auto undo = journal_.rbegin(); undo != journal_.rend(); ++undo) memory_[undo->granule] = undo->before;
  journal_.clear();
  freed_.clear();
  moves_.clear();
  std::fill(outcomes_.begin(), outcomes_.end(), 0);
  threads_.resize(pending_.size());
  for (Thread& thread : threads_) {
    thread.node = thread.head = kNoNode;
    thread.events = 0;
    thread.plain.clear();
  }
  std::fill(pending_.begin(), pending_.end(), Request{});
  begin(0, Knowledge::kRoot);
}

Value& NativeRun::granule(Address address) const {
  const auto [place, is_new] = memory_.try_emplace(address, 0);
  if (is_new) place->second = knowledge_.machine().initial(address);
  return place->second;
}

// Would the plain reads give what they gave? What the thread itself has written in between counts.
bool NativeRun::fits(const Edge& edge) const {
  const std::span<const Touch> touches = knowledge_.touches(edge);
  for (std::size_t i = 0; i < touches.size(); ++i) {
    const Touch& touch = touches[i];
    if (touch.kind != Touch::Kind::read) continue;
    const Address at = touch.address & ~Address{7};
    auto value = static_cast<std::uint64_t>(granule(at));
    for (std::size_t j = 0; j < i; ++j) {
      const Touch& write = touches[j];
      if (write.kind != Touch::Kind::write || (write.address & ~Address{7}) != at) continue;
      const unsigned shift = 8 * static_cast<unsigned>(write.address & 7);
      const std::uint64_t bits = mask(write.size) << shift;
      value = (value & ~bits) | ((static_cast<std::uint64_t>(write.value) << shift) & bits);
    }
    const unsigned shift = 8 * static_cast<unsigned>(touch.address & 7);
    if (((value >> shift) & mask(touch.size)) != (static_cast<std::uint64_t>(touch.value) & mask(touch.size))) {
      return false;
    }
  }
  return true;
}

const Edge* NativeRun::known(NodeId node, Value value, bool succeeded, bool child) const {
  for (const Edge& edge : knowledge_.node(node).edges) {
    if (edge.value == value && edge.succeeded == succeeded && edge.child == child && fits(edge)) return &edge;
  }
  return nullptr;
}

const Edge& NativeRun::edge(ThreadId thread, Value value, bool succeeded) const {
  const NodeId node = threads_[thread].node;
  const Edge* const found = known(node, value, succeeded, false);
  return found != nullptr ? *found : explore(thread, node, value, succeeded);
}

// Has the machine do what it has not yet done of the first `count` moves of this execution.
void NativeRun::lead_machine(std::size_t count) const {
  if (!machine_ready_ || done_.size() > count || !std::equal(done_.begin(), done_.end(), moves_.begin())) {
    machine_ready_ = false;
    done_.clear();
    knowledge_.machine().reset();
    knowledge_.machine().begin(0);
    machine_ready_ = true;
  }
  for (std::size_t i = done_.size(); i < count; ++i) {
    const Move& move = moves_[i];
    machine_ready_ = false;
    knowledge_.machine().resume(move.thread, move.value, move.succeeded);
    if (move.started != 0) knowledge_.machine().begin(move.started);
    done_.push_back(move);
    machine_ready_ = true;
  }
}

const Edge& NativeRun::explore(ThreadId thread, NodeId node, Value value, bool succeeded) const {
  lead_machine(moves_.size());
  machine_ready_ = false;
  const Arrival& arrival = knowledge_.machine().resume(thread, value, succeeded);
  done_.push_back({thread, succeeded, value});
  const bool starts = knowledge_.node(node).request.kind == RequestKind::start;
  const Edge& result = knowledge_.add(node, value, succeeded, false, arrival);
  if (starts) done_.back().started = kNobody;  // not begun yet: as good as another move
  machine_ready_ = true;
  return result;
}

// The machine takes a started thread to its first request at once.
const Edge& NativeRun::explore_begin(ThreadId thread, NodeId node) const {
  if (thread == 0) {
    machine_ready_ = false;
    done_.clear();
    knowledge_.machine().reset();
    const Arrival& arrival = knowledge_.machine().begin(thread);
    const Edge& result = knowledge_.add(node, 0, true, true, arrival);
    machine_ready_ = true;
    return result;
  }
  // The last move is the parent's, after which the thread begins. It may have been made just now.
  const std::size_t count = moves_.size() - 1;
  Move last = moves_.back();
  last.started = kNobody;
  const bool made = machine_ready_ && done_.size() == count + 1 && done_.back() == last &&
                    std::equal(done_.begin(), done_.end() - 1, moves_.begin());
  if (!made) {
    lead_machine(count);
    machine_ready_ = false;
    knowledge_.machine().resume(last.thread, last.value, last.succeeded);
    done_.push_back(last);
  }
  machine_ready_ = false;
  const Arrival& arrival = knowledge_.machine().begin(thread);
  done_.back().started = thread;
  const Edge& result = knowledge_.add(node, 0, true, true, arrival);
  machine_ready_ = true;
  return result;
}

void NativeRun::begin(ThreadId thread, NodeId parent) {
  const Edge* found = known(parent, 0, true, true);
  if (found == nullptr) found = &explore_begin(thread, parent);
  threads_[thread].events = thread == 0 ? 0 : 1;  // where it begins is an event
  arrive(thread, *found);
}

void NativeRun::resume(ThreadId thread, Value value, bool succeeded) {
  const Request before = pending_[thread];
  if (threads_[thread].node == kNoNode) {  // it has failed
    pending_[thread] = Request{};
    return;
  }
  const NodeId from = threads_[thread].node;
  const Edge taken = edge(thread, value, succeeded);
  moves_.push_back({thread, succeeded, value});
  if (before.kind == RequestKind::start) moves_.back().started = static_cast<ThreadId>(before.operand);
  if (asks_for_event(before.kind)) ++threads_[thread].events;
  arrive(thread, taken);
  if (before.kind == RequestKind::start) begin(static_cast<ThreadId>(before.operand), from);
}

void NativeRun::arrive(ThreadId thread, const Edge& edge) {
  Thread& t = threads_[thread];
  t.plain.clear();
  t.node = edge.to;
  const Node& node = knowledge_.node(edge.to);
  pending_[thread] = node.request;
  for (const Touch& touch : knowledge_.touches(edge)) apply(thread, touch);
  if (t.node == kNoNode) return;
  if (!freed_.empty() && node.address != 0) {
    for (const Freed& freed : freed_) {
      if (node.address >= freed.begin && node.address < freed.end) {
        return fail(thread, "use-after-free: access", node.place);
      }
    }
  }
  place_in_loop(thread, edge.silent);
}

// Does the pending request await, and since when?
void NativeRun::place_in_loop(ThreadId thread, bool silent) {
  Thread& t = threads_[thread];
  Request& request = pending_[thread];
  const Node& node = knowledge_.node(t.node);
  if (node.wait.kind != Wait::Kind::none || (request.lock && request.awaits)) {
    t.head = kNoNode;
    request.awaits = true;
    request.wait_begin = t.events;
    return;
  }
  request.awaits = false;
  if (!silent) t.head = kNoNode;
  if (request.kind == RequestKind::fence) return;
  if (!reads(request.kind)) {
    t.head = kNoNode;
    return;
  }
  if (t.head != kNoNode) {
    const Address head = knowledge_.node(t.head).place;
    if (node.place == head || !knowledge_.is_member(head, node.place)) t.head = kNoNode;
  }
  if (t.head == kNoNode && knowledge_.is_head(node.place)) {
    t.head = t.node;
    t.head_event = t.events;
    t.head_move = moves_.size();
  }
  if (t.head == kNoNode) return;
  request.awaits = true;
  request.wait_begin = t.head_event;
}

void NativeRun::apply(ThreadId thread, const Touch& touch) {
  Thread& t = threads_[thread];
  switch (touch.kind) {
    case Touch::Kind::read:
    case Touch::Kind::write: {
      for (const Freed& freed : freed_) {
        if (touch.address >= freed.begin && touch.address < freed.end) {
          return fail(thread, fmt::format("use-after-free: {} of {} bytes",
                                          touch.kind == Touch::Kind::read ? "read" : "write", touch.size),
                      touch.place);
        }
      }
      const Address at = touch.address & ~Address{7};
      if (touch.kind == Touch::Kind::write) {
        Value& value = granule(at);
        journal_.push_back({at, value, thread, touch.own});
        const unsigned shift = 8 * static_cast<unsigned>(touch.address & 7);
        const std::uint64_t bits = mask(touch.size) << shift;
        value = static_cast<Value>((static_cast<std::uint64_t>(value) & ~bits) |
                                   ((static_cast<std::uint64_t>(touch.value) << shift) & bits));
      }
      // Byte by byte where accesses are small: what is next to each other does not race.
      const std::uint32_t place = knowledge_.place_number(touch.place);
      const bool write = touch.kind == Touch::Kind::write;
      for (unsigned i = 0; i < touch.size; ++i) {
        t.plain.push_back({knowledge_.plain_location(touch.address + i), write, place});
      }
      return;
    }
    case Touch::Kind::allocate:
      std::erase_if(freed_, [&](const Freed& freed) {
        return freed.begin < touch.address + static_cast<Address>(touch.value) && touch.address < freed.end;
      });
      return;
    case Touch::Kind::releasing:
      for (const Freed& freed : freed_) {
        if (freed.begin == touch.address) return fail(thread, "double-free", touch.place);
      }
      return;
    case Touch::Kind::release: {
      const std::uint32_t place = knowledge_.place_number(touch.place);
      const auto size = std::min<Value>(touch.value, kMostWatched);
      for (Value i = 0; i < size; ++i) {
        const Location location = knowledge_.known_plain_location(touch.address + static_cast<Address>(i));
        if (location != kNoLocation) t.plain.push_back({location, true, place});
      }
      freed_.push_back({touch.address, touch.address + static_cast<Address>(touch.value), touch.place});
      return;
    }
    case Touch::Kind::note:
      if (touch.address >= outcomes_.size()) throw Learned("an outcome");
      outcomes_[touch.address] = touch.value;
      return;
  }
}

void NativeRun::fail(ThreadId thread, const std::string& what, Address place) {
  Machine& machine = knowledge_.machine();
  Request request;
  request.kind = RequestKind::failure;
  const std::string where = to_text(machine.place(place));
  request.operand = static_cast<Value>(machine.message_number(fmt::format("{}:1: {}", where, what)));
  pending_[thread] = request;
  threads_[thread].node = kNoNode;
}

bool NativeRun::accepts(ThreadId thread, Value value, bool succeeded) const {
  const Thread& t = threads_[thread];
  if (t.node == kNoNode) return true;
  const Request& request = pending_[thread];
  const Wait& wait = knowledge_.node(t.node).wait;
  if (wait.kind != Wait::Kind::none) return wait.accepts(value);
  if (request.lock && request.awaits) return succeeded;
  return !edge(thread, value, succeeded).comes_back;
}

bool NativeRun::leaves_wait(ThreadId thread, Value value, bool succeeded) const {
  if (!accepts(thread, value, succeeded)) return false;
  const Thread& t = threads_[thread];
  if (t.head == kNoNode) return true;
  const Address head = knowledge_.node(t.head).place;
  const Edge& next = edge(thread, value, succeeded);
  if (!next.silent) return true;
  const Node& node = knowledge_.node(next.to);
  if (node.request.kind == RequestKind::fence) return false;
  return !reads(node.request.kind) || node.place == head || !knowledge_.is_member(head, node.place);
}

bool NativeRun::waits_once(ThreadId thread) const {
  const Thread& t = threads_[thread];
  return t.head == kNoNode || knowledge_.waits_once(knowledge_.node(t.head).place);
}

bool NativeRun::waits_on(ThreadId thread, Location location) const {
  return !waits_once(thread) || pending_[thread].location == location;
}

std::uint32_t NativeRun::wait_number(ThreadId thread) const {
  const Thread& t = threads_[thread];
  if (t.node == kNoNode) return 0;
  return 1 + knowledge_.place_number(knowledge_.node(t.node).place);
}

void NativeRun::rewind(ThreadId thread) {
  Thread& t = threads_[thread];
  if (t.head == kNoNode) return;  // a wait that is one request
  t.node = t.head;
  t.events = t.head_event;
  t.plain.clear();
  pending_[thread] = knowledge_.node(t.node).request;
  pending_[thread].awaits = true;
  pending_[thread].wait_begin = t.events;
  std::size_t kept = t.head_move;
  for (std::size_t i = t.head_move; i < moves_.size(); ++i) {
    if (moves_[i].thread != thread) moves_[kept++] = moves_[i];
  }
  moves_.resize(kept);
}

void NativeRun::save() {
  saved_.threads = threads_;
  saved_.pending = pending_;
  saved_.outcomes = outcomes_;
  saved_.moves = moves_.size();
  saved_.journal = journal_.size();
  saved_.freed = freed_.size();
}

void NativeRun::restore() {
  while (journal_.size() > saved_.journal) {
    memory_[journal_.back().granule] = journal_.back().before;
    journal_.pop_back();
  }
  threads_ = saved_.threads;
  pending_ = saved_.pending;
  outcomes_ = saved_.outcomes;
  moves_.resize(saved_.moves);
  freed_.resize(saved_.freed);
}

void NativeRun::observe(const ExecutionGraph&, std::span<Value> state) const {
  std::copy_n(outcomes_.begin(), std::min(outcomes_.size(), state.size()), state.begin());
}

}  // namespace graphfuzz::native

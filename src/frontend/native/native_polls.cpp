// Threads that take a lock, look under it for something, and let it go again, until they find it: they await
// (doc/decisions/0027-polling-under-a-lock.md). Found by a thread's coming back to where it asked for the lock, in the
// same state; dropped only as long as nobody is seen who would tell whether somebody has looked in vain.
#include <fmt/format.h>

#include <algorithm>

#include "frontend/native/native_run.hpp"
#include "frontend/native/supposition.hpp"
#include "graphfuzz/program/numbering.hpp"
#include "program/requests.hpp"

namespace graphfuzz::native {
namespace {

/// Does the request ask for a lock, and write it when it is got?
bool takes(const Request& request) {
  return request.lock && (request.kind == RequestKind::compare_exchange || amount(request) != 0);
}

bool is_free(const Request& lock, const Wait& wait, Value value) {
  return wait.accepts(value) && (lock.kind != RequestKind::compare_exchange || value == lock.expected);
}

/// What is there when it was got at that value.
Value held_value(const Request& lock, Value value) {
  return lock.kind == RequestKind::compare_exchange ? lock.operand : with(lock, value, amount(lock));
}

/// Of Spots or Nodes: is there, after the second request, what was there before the first?
template <class Where>
bool gives_back(const Where& lock, const Where& last, Value value) {
  const Request& r = last.request;
  if (last.address != lock.address || r.size != lock.request.size) return false;
  if (r.kind == RequestKind::write) return r.order != MemoryOrder::non_atomic && r.operand == value;
  return amount(r) != 0 && with(r, held_value(lock.request, value), amount(r)) == value;
}

}  // namespace

// Would the thread, with the lock that it asks for, only look, and come back to ask for it?
bool NativeRun::polls(ThreadId thread, Value value) const {
  if (!knowledge_.has_polls()) return false;
  const Thread& t = threads_[thread];
  if (t.node == kNoNode) return false;
  const Node& node = knowledge_.node(t.node);
  const Polls* const polls = knowledge_.polls(node.address);
  if (polls == nullptr || polls->seen || !polls->places.contains(node.place) || !takes(node.request)) return false;
  if (!is_free(node.request, node.wait, value)) return false;
  const Spot lock(node);
  Supposition run(*this, thread);
  if (!gives_back(lock, run.answer(value), value) || !run.looks()) return false;
  const Supposition::Taken under = run.taken();
  const bool writes = run.spot().request.kind == RequestKind::write;
  const Spot back = run.answer(writes ? 0 : held_value(lock.request, value));
  if (back.state == 0 || !same_place(back, lock) || !run.looks()) return false;
  if (!t.looked_at_freed && is_freed(run.edge(under).accesses)) return false;
  knowledge_.note_looks(lock.address, &Polls::under, run.edge(under).accesses);
  knowledge_.note_looks(lock.address, &Polls::outside, run.edge(run.taken()).accesses);
  return true;
}

// Has somebody freed what is accessed under a lock? That goes by the moves there were, as memory does: what was freed
// under the lock was so before whoever gets it next. To free it without the lock is to write it (note_writes).
bool NativeRun::is_freed(std::span<const Access> accesses) const {
  return std::ranges::any_of(threads_, [&](const Thread& by) { return uses_freed(by, accesses); });
}

// The thread's pending request happens: which locks has it then?
void NativeRun::note_lock(ThreadId thread, Value value, bool succeeded) {
  Thread& t = threads_[thread];
  const Node& node = knowledge_.node(t.node);
  if (takes(node.request) && succeeded) {
    t.section = t.node;
    t.section_value = value;
    if (node.request.kind != RequestKind::compare_exchange) return;
    if (const auto unused = std::ranges::find(t.held, kNoNode); unused != t.held.end()) *unused = t.node;
  } else if (graphfuzz::may_write(node.request.kind)) {
    for (NodeId& held : t.held) {
      if (held != kNoNode && knowledge_.node(held).address == node.address) held = kNoNode;
    }
  }
}

// Does the thread use what was freed, with the lock that it has just got? Such a look is an event, so that it is told
// of, but only the first in a row: there is no end to them.
void NativeRun::note_section(ThreadId thread, NodeId from, const Edge& taken) {
  Thread& t = threads_[thread];
  if (t.section == from) t.section_freed = is_freed(taken.accesses);
}

// The thread has gone on from the node. If it has come back to where it has asked for a lock, it polls from now on.
void NativeRun::look_for_poll(ThreadId thread, NodeId from) {
  Thread& t = threads_[thread];
  t.looked_at_freed = false;
  if (t.section == kNoNode || t.section == from) return;
  const Node& lock = knowledge_.node(std::exchange(t.section, kNoNode));
  if (t.node == kNoNode || !gives_back(lock, knowledge_.node(from), t.section_value)) return;
  const Node& back = knowledge_.node(t.node);
  if (back.state == 0 || !same_place(Spot(back), Spot(lock))) return;
  t.looked_at_freed = std::exchange(t.section_freed, false);
  Polls learned;
  learned.places = {lock.place};
  learned.threads = {thread};
  knowledge_.learn_polls(lock.address, learned,
                         fmt::format("P{} polls at {}", thread, to_text(knowledge_.machine().place(lock.place))));
}

// May the other thread do something that is not ordered with what the thread does now? Not if it has been joined; nor
// if it has yet to begin, and it is the thread that starts it, or whoever starts it first.
bool NativeRun::may_run_beside(ThreadId thread, ThreadId other) const {
  const auto has_begun = [this](ThreadId t) { return t < threads_.size() && threads_[t].node != kNoNode; };
  while (other != 0 && !has_begun(other)) other = parent_thread(other);
  const std::vector<ThreadId>& joined = threads_[thread].joined;
  return other != thread && std::ranges::find(joined, other) == joined.end();
}

bool NativeRun::is_polled(const Polls& polls, ThreadId thread) const {
  return !polls.seen && std::ranges::any_of(polls.threads, [&](ThreadId t) { return may_run_beside(thread, t); });
}

// The thread's pending request happens. Would it tell whether somebody has the lock just then, who looks in vain?
void NativeRun::look_for_one_who_sees_polls(ThreadId thread) {
  const Node& node = knowledge_.node(threads_[thread].node);
  const Request& r = node.request;
  const Polls* const polls = knowledge_.polls(node.address);
  if (polls == nullptr || !is_polled(*polls, thread) || takes(r)) return;
  if (r.kind == RequestKind::write && r.order != MemoryOrder::non_atomic) return;
  if (amount(r) != 0) return;
  Polls learned;
  learned.seen = true;
  knowledge_.learn_polls(
      node.address, learned,
      fmt::format("it is seen at {} whether somebody has the lock {}", to_text(knowledge_.machine().place(node.place)),
                  knowledge_.machine().name(node.address)));
}

// What the thread has just written plainly might race with what those read who poll a lock.
void NativeRun::note_writes_while_polled(ThreadId thread) {
  const Thread& t = threads_[thread];
  if (t.plain.empty()) return;
  for (const auto& [lock, polls] : knowledge_.all_polls()) {
    if (!is_polled(polls, thread)) continue;
    const Address address = lock;
    const bool holds = std::ranges::any_of(
        t.held, [&](NodeId held) { return held != kNoNode && knowledge_.node(held).address == address; });
    if (!holds) knowledge_.note_writes(address, &Polls::under, t.plain);
    knowledge_.note_writes(address, &Polls::outside, t.plain);
  }
}

}  // namespace graphfuzz::native

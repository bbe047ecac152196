// The part of the executor that builds interleavings (doc/schedules.md).
#include "graphfuzz/explore/executor.hpp"
#include "graphfuzz/explore/random.hpp"
#include "graphfuzz/explore/scheduler.hpp"
#include "program/requests.hpp"

namespace graphfuzz {

Ending Executor::interleave(Scheduler& scheduler, Random& random) {
  waiting_.clear();
  dead_ends_ = {};
  prefix_size_ = 0;
  restart();
  scheduler.begin();
  while (true) {
    if (builder_.outgrown()) make_room();
    if (builder_.stopped()) break;
    for (std::size_t i = builder_.runnable().size(); i-- > 0;) {
      if (!can_step(builder_.runnable()[i])) builder_.suspend(builder_.runnable()[i]);
    }
    const std::optional<ThreadId> inside = builder_.inside();
    const std::span<const ThreadId> threads = inside ? std::span(&*inside, 1) : builder_.runnable();
    if (threads.empty()) break;
    take_latest(threads[scheduler.choose(builder_, threads)], random);
    if (builder_.too_large()) builder_.truncate();
  }
  scheduler.end(graph(), builder_.truncated());
  // What has failed since is no part of the graph.
  if (!builder_.stopped()) {
    for (const ThreadId t : builder_.suspended()) {
      if (builder_.pending(t).awaits && has_read(t)) builder_.abandon_iteration(t);
    }
  }
  return ending();
}

bool Executor::can_step(ThreadId thread) const {
  const Request& request = builder_.pending(thread);
  if (request.kind == RequestKind::join) return ended(static_cast<ThreadId>(request.operand));
  if (!request.awaits || accepts_latest(thread)) return true;
  return has_read(thread) && written_since(graph().thread(thread)[request.wait_begin]);
}

bool Executor::ended(ThreadId thread) const {
  const Slot last = graph().last(thread);
  return last != kNoSlot && graph()[last].label.kind == EventKind::end;
}

// Would the thread go on with what is last in mo?
bool Executor::accepts_latest(ThreadId thread) const {
  const Request& request = builder_.pending(thread);
  const Value value = graph()[graph().mo_last(request.location)].label.written_value;
  if (request.kind != RequestKind::compare_exchange) return builder_.accepts(thread, value, true);
  if (value == request.expected && builder_.accepts(thread, value, true)) return true;
  return (value != request.expected || request.weak) && builder_.accepts(thread, value, false);
}

// Has the waiting iteration read anything yet?
bool Executor::has_read(ThreadId thread) const {
  const std::uint32_t begin = builder_.pending(thread).wait_begin;
  if (begin >= graph().thread_size(thread)) return false;
  for (const Slot slot : graph().thread(thread).subspan(begin)) {
    if (graph()[slot].label.kind != EventKind::fence) return true;
  }
  return false;
}

bool Executor::written_since(Slot slot) const {
  for (Slot newer = graph().size(); --newer > slot;) {
    if (writes(graph()[newer].label.kind)) return true;
  }
  return false;
}

void Executor::take_latest(ThreadId thread, Random& random) {
  const Request& request = builder_.pending(thread);
  switch (request.kind) {
    case RequestKind::fence:
      return builder_.add_fence(thread);
    case RequestKind::join:
      builder_.join_child(thread);
      return;
    case RequestKind::write:
      return builder_.add_write(thread, graph().mo_last(request.location));
    default:
      break;
  }
  const Slot latest = graph().mo_last(request.location);
  const Value value = graph()[latest].label.written_value;
  if (request.awaits && !accepts_latest(thread)) return builder_.abandon_iteration(thread);
  bool succeeds = request.kind != RequestKind::compare_exchange || value == request.expected;
  if (succeeds && request.weak && (!request.awaits || builder_.accepts(thread, value, false))) {
    const bool may_succeed = !request.awaits || builder_.accepts(thread, value, true);
    succeeds = may_succeed && random.below(2) != 0;
  }
  builder_.take(thread, {latest, succeeds});
}

}  // namespace graphfuzz

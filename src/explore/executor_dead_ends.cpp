// The part of the executor that leaves dead ends (doc/decisions/0012-dead-ends-are-taken-back.md).
#include <algorithm>
#include <bit>
#include <cstdlib>

#include "explore/requests.hpp"
#include "graphfuzz/explore/executor.hpp"

namespace graphfuzz {
namespace {

// What may be added again, all in all: this many times the events of the largest graph, and this many more.
std::size_t kTimes = getenv("GF_TIMES") ? atoi(getenv("GF_TIMES")) : 8;
std::size_t kMore = getenv("GF_MORE") ? atoi(getenv("GF_MORE")) : 32;

// How much the i-th attempt takes back, from 1: 1 1 2 1 1 2 4 1 1 2 1 1 2 4 8 …, so that of whatever depth the mistake
// is, at most a logarithmic factor is lost (Luby, Sinclair, Zuckerman, "Optimal speedup of Las Vegas algorithms",
// 1993).
std::size_t depth_of(std::size_t i) {
  while (true) {
    const std::size_t bit = std::bit_floor(i);  // 2^k ≤ i < 2^(k + 1)
    if (i + 1 == 2 * bit) return bit;
    i -= bit - 1;
  }
}

}  // namespace

Ending Executor::sample(const Prefix& prefix, Strategy& strategy) {
  dead_ends_ = {};
  const Ending ending = run(prefix, strategy);
  return dead_end(ending) ? leave_dead_end(ending, strategy) : ending;
}

bool Executor::dead_end(Ending ending) const {
  if (ending != Ending::blocked && ending != Ending::truncated) return false;
  return failures().empty() && races().empty();
}

// Two kinds of mistake can have led here, and the attempts take turns at them. A thread that is stuck may have read too
// early: then its last reads are taken back with all that depends on them, and nothing else. Or the threads went on in
// an unlucky order: then the newest events are.
Ending Executor::leave_dead_end(Ending ending, Strategy& strategy) {
  Slot largest = 0;
  std::size_t attempt = 0;
  for (std::size_t added = 0; dead_end(ending);) {
    const Slot events = graph().event_count();
    if (events > largest) {
      // The way to here was not that bad.
      largest = events;
      attempt = 0;
    }
    if (events == 0 || added > kTimes * largest + kMore) break;
    ++(ending == Ending::truncated ? dead_ends_.truncated : dead_ends_.blocked);
    const std::size_t depth = depth_of(attempt / 2 + 1);
    Slot first = graph().size() - static_cast<Slot>(std::min<std::size_t>(depth, events));
    if (attempt++ % 2 == 0) {
      first = read_before(stuck_thread(strategy), depth);
      keep_all_but_successors(first);
    } else {
      keeps_.assign(first, true);
      keeps_.resize(graph().size(), false);
    }
    dead_ends_.prefix_left |= first < prefix_size_;
    take_back(first);
    const Slot kept = graph().size();
    ending = resume(strategy);
    added += graph().size() - std::min(kept, graph().size()) + 1;
  }
  return ending;
}

// A thread that cannot go on.
ThreadId Executor::stuck_thread(Strategy& strategy) const {
  for (ThreadId t = 0; t < graph().threads(); ++t) {
    const RequestKind kind = builder_.pending(t).kind;
    if (kind == RequestKind::blocked || kind == RequestKind::truncated) return t;
  }
  const std::span<const ThreadId> waiting = builder_.suspended();
  return waiting[strategy.choose_thread(graph(), waiting)];
}

// The thread's `depth`-th last read or update, or its first event if it has fewer; if it has none at all, the newest
// event of all.
Slot Executor::read_before(ThreadId thread, std::size_t depth) const {
  const auto slots = graph().thread(thread);
  for (std::size_t i = slots.size(); i-- > 0;) {
    if (reads(graph()[slots[i]].label.kind) && --depth == 0) return slots[i];
  }
  return slots.empty() ? graph().size() - 1 : slots.front();
}

void Executor::keep_all_but_successors(Slot first) {
  keeps_.assign(graph().size(), true);
  cut_.assign(graph().threads(), false);
  for (Slot slot = first; slot < graph().size(); ++slot) {
    const Event& e = graph()[slot];
    if (slot != first && !cut_[e.id.thread] && (e.rf == kNoSlot || keeps_[e.rf])) continue;
    keeps_[slot] = false;
    cut_[e.id.thread] = true;
  }
}

// Takes back the events that are not kept, of which `first` is the oldest, and those of waits that would be left open.
void Executor::take_back(Slot first) {
  while (true) {
    kept_.steps.clear();
    for (Slot slot = first; slot < graph().size(); ++slot) {
      if (keeps_[slot]) append_step(kept_, graph(), slot, keeps_);
    }
    if (!builder_.take_back_to(first)) {
      kept_.steps.clear();
      for (Slot slot = graph().locations(); slot < graph().size(); ++slot) {
        if (keeps_[slot]) append_step(kept_, graph(), slot, keeps_);
      }
      builder_.restart();
    }
    for (const Step& step : kept_.steps) {
      if (builder_.stopped() || !replay(step)) break;
    }
    first = begin_of_open_wait();
    if (first == graph().size()) return;
    keeps_.assign(first, true);
    keeps_.resize(graph().size(), false);
  }
}

// The slot of the first event that belongs to an iteration of a wait that is not at its end; the number of slots if
// there is none.
Slot Executor::begin_of_open_wait() const {
  Slot first = graph().size();
  for (ThreadId t = 0; t < graph().threads(); ++t) {
    const Request& request = builder_.pending(t);
    if (asks_for_event(request.kind) && request.awaits && request.wait_begin < graph().thread_size(t)) {
      first = std::min(first, graph().thread(t)[request.wait_begin]);
    }
  }
  return first;
}

}  // namespace graphfuzz

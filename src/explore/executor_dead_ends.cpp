// The part of the executor that leaves dead ends (doc/decisions/0012-dead-ends-are-taken-back.md).
#include <algorithm>
#include <bit>
#include <cassert>

#include "graphfuzz/explore/executor.hpp"
#include "graphfuzz/stop/stop.hpp"
#include "program/requests.hpp"

namespace graphfuzz {
namespace {

// What may be added again, all in all: this many times the events of the largest graph, and this many more.
constexpr std::size_t kTimes = 32;
constexpr std::size_t kMore = 64;

// To do again what is kept costs as well, which tells in long executions only: of 1,000 events as if 15 were added, of
// 20,000 as if 6,000.
std::size_t cost_of_keeping(std::size_t kept) { return kept * kept >> 16; }

// After this many executions in a row that were in vain, half of it is enough; down to a 32nd.
constexpr unsigned kPatience = 8;
constexpr unsigned kMostHalvings = 5;

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
  const std::uint64_t known = builder_.plain_version();
  const Ending ending = run(prefix, strategy);
  if (dead_end(ending)) return leave_dead_end(ending, strategy);
  return ending == Ending::complete && builder_.plain_version() != known ? run_to_tell_all(strategy) : ending;
}

// The same once more: what was found out at its end concerns accesses at its beginning.
Ending Executor::run_to_tell_all(Strategy& strategy) {
  const Slot prefix_size = prefix_size_;
  const Ending ending = run(choices(graph()), strategy);
  prefix_size_ = prefix_size;
  return ending;
}

bool Executor::dead_end(Ending ending) const {
  if (ending != Ending::blocked && ending != Ending::truncated) return false;
  if (builder_.too_large()) return false;
  if (builder_.impossible()) return false;  // what was chosen too early may be anything
  // What a thread does after plain accesses that race is not told by the graph alone: it may not do that again.
  return failures().empty() && races().empty() && watched_races().empty();
}

// Two kinds of mistake can have led here, and the attempts take turns at them. A thread that is stuck may have read too
// early: then its last reads are taken back with all that depends on them, and nothing else, and others go first. Or
// the threads went on in an unlucky order: then the newest events are taken back.
Ending Executor::leave_dead_end(Ending ending, Strategy& strategy) {
  const unsigned halvings = std::min(hopeless_ / kPatience, kMostHalvings);
  Slot largest = 0;
  std::size_t attempt = 0;
  for (std::size_t added = 0; dead_end(ending);) {
    stop_point();
    const Slot events = graph().event_count();
    if (events > largest) {
      // The way to here was not that bad.
      largest = events;
      attempt = 0;
    }
    if (events == 0 || added > (kTimes * largest + kMore) >> halvings) {
      ++hopeless_;
      return ending;
    }
    ++(ending == Ending::truncated ? dead_ends_.truncated : dead_ends_.blocked);
    const std::size_t depth = depth_of(attempt / 2 + 1);
    Slot kept = 0;
    if (attempt++ % 2 == 0) {
      const ThreadId stuck = stuck_thread(strategy);
      const Slot read = read_before(stuck, depth);
      keep_all_but_successors(read);
      kept = take_back(read);
      ending = resume_without(stuck, strategy);
    } else {
      const Slot first = graph().size() - static_cast<Slot>(std::min<std::size_t>(depth, events));
      keep_older_than(first);
      kept = take_back(first);
      ending = resume(strategy);
    }
    added += graph().size() - kept + 1 + cost_of_keeping(kept);
  }
  hopeless_ = 0;
  return ending;
}

// The thread goes on when another one has written, or when there is nothing else to do.
Ending Executor::resume_without(ThreadId thread, Strategy& strategy) {
  if (asks_for_event(builder_.pending(thread).kind)) builder_.suspend(thread);
  const Ending ending = resume(strategy);
  if (ending == Ending::complete || builder_.stopped()) return ending;
  builder_.wake();
  return resume(strategy);
}

// A thread that cannot go on.
ThreadId Executor::stuck_thread(Strategy& strategy) const {
  for (ThreadId t = 0; t < graph().threads(); ++t) {
    const RequestKind kind = builder_.pending(t).kind;
    if (kind == RequestKind::blocked || kind == RequestKind::truncated) return t;
  }
  const std::span<const ThreadId> waiting = builder_.suspended();
  assert(!waiting.empty());
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

void Executor::keep_older_than(Slot first) {
  keeps_.assign(graph().size(), false);
  std::fill_n(keeps_.begin(), first, true);
}

// Takes back the events that are not kept, of which `first` is the oldest, and the beginnings of waiting iterations
// whose ends are among them. Returns how many slots remain.
Slot Executor::take_back(Slot first) {
  while (first < graph().size()) {
    dead_ends_.prefix_left |= first < prefix_size_;
    kept_.steps.clear();
    for (Slot slot = first; slot < graph().size(); ++slot) {
      if (keeps_[slot]) append_step(kept_, graph(), slot, keeps_);
    }
    if (!builder_.take_back_to(first)) restart_with_older_than(first);
    for (const Step& step : kept_.steps) {
      if (builder_.stopped() || !replay(step)) break;
    }
    // A thread that is stuck without an event that could be taken back.
    if (builder_.blocked() || builder_.truncated()) builder_.stop();
    first = begin_of_open_wait();
    keep_all_but_successors(first);
  }
  return graph().size();
}

// The same as Builder::take_back_to, for programs and models that are not good at it. The steps to be made again come
// after those of what is older.
void Executor::restart_with_older_than(Slot first) {
  older_.steps.clear();
  for (Slot slot = graph().locations(); slot < first; ++slot) append_step(older_, graph(), slot, keeps_);
  restart();
  for (const Step& step : older_.steps) {
    if (builder_.stopped() || !replay(step)) break;
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

#include "graphfuzz/explore/executor.hpp"

#include <algorithm>
#include <cassert>

#include "graphfuzz/stop/stop.hpp"

namespace graphfuzz {
namespace {

constexpr std::size_t kStepsToStop = 64;

/// Can the request be of the event: does that write what this accesses?
bool fits(const ExecutionGraph& graph, Slot source, const Request& request) {
  const Label& label = graph[source].label;
  return writes(label.kind) && label.location == request.location;
}

}  // namespace

Ending Executor::run(const Prefix& prefix, Strategy& strategy) {
  waiting_.clear();
  restart();
  for (const Step& step : prefix.steps) {
    if (builder_.stopped() || !replay(step)) break;
  }
  prefix_size_ = graph().size();
  return resume(strategy);
}

void Executor::restart() {
  builder_.restart();
  if (builder_.outgrown()) make_room();
}

// The same choices again, with more room for threads and locations.
void Executor::make_room() {
  const Prefix so_far = choices(graph());
  while (builder_.outgrown()) {
    const Location before = graph().locations();
    builder_.make_room();
    prefix_size_ += graph().locations() - before;
    builder_.restart();
    for (const Step& step : so_far.steps) {
      if (builder_.stopped() || !take_step(step)) break;
    }
  }
}

Ending Executor::resume(Strategy& strategy, std::size_t most_events) {
  while (!builder_.stopped() && !builder_.runnable().empty()) {
    if (looks_for_spins_) note_spins();
    const std::optional<ThreadId> inside = builder_.inside();
    extend(inside ? *inside : builder_.runnable()[strategy.choose_thread(graph(), builder_.runnable())], strategy);
    if (builder_.too_large() || graph().event_count() > most_events) builder_.truncate();
  }
  if (builder_.outgrown()) {
    make_room();
    return resume(strategy, most_events);
  }
  return ending();
}

// When nobody can go on.
Ending Executor::ending() {
  builder_.look_for_overlaps();
  if (builder_.truncated()) return Ending::truncated;
  if (builder_.stopped()) return Ending::blocked;
  const std::span<const ThreadId> waiting = builder_.suspended();
  if (builder_.impossible()) waiting_.clear();
  if (builder_.blocked() || builder_.impossible()) return Ending::blocked;
  if (waiting.empty() || builder_.exited()) return Ending::complete;
  // A thread that failed may have died with the mutex that the others wait for: the failure is the bug.
  // Who joins others waits for them, whatever these wait for.
  const auto joins = [&](ThreadId t) { return builder_.pending(t).kind == RequestKind::join; };
  const bool locks =
      failures().empty() && !std::all_of(waiting.begin(), waiting.end(), joins) &&
      std::all_of(waiting.begin(), waiting.end(), [&](ThreadId t) { return joins(t) || builder_.waits_for_lock(t); });
  note_waiting(locks);
  return locks ? Ending::deadlocked : Ending::blocked;
}

// The first dead end of an execution is the one to tell of, unless it ends in a deadlock.
void Executor::note_waiting(bool deadlock) {
  if (!waiting_.empty() && !deadlock) return;
  builder_.find_waiting(waiting_);
  if (!waiting_.empty()) waiting_graph_ = graph();
}

// Can all that have not ended wait for ever, if they read what is last in mo from here on?
void Executor::note_spins() {
  const std::span<const ThreadId> threads = builder_.runnable();
  const bool all_wait =
      std::all_of(threads.begin(), threads.end(), [this](ThreadId t) { return builder_.pending(t).awaits; });
  if (all_wait) note_waiting(false);
}

bool Executor::waits_for_ever() {
  waiting_.clear();
  note_waiting(false);
  return !waiting_.empty();
}

void Executor::extend(ThreadId thread, Strategy& strategy) {
  const Request& request = builder_.pending(thread);
  switch (request.kind) {
    case RequestKind::read:
    case RequestKind::update:
      if (!request.awaits) {
        const std::span<const Slot> candidates = builder_.sources(thread);
        if (candidates.empty()) throw ModelStuck(builder_.model().name());
        builder_.take(thread, {candidates[strategy.choose_write(graph(), candidates.size())], true});
        return;
      }
      [[fallthrough]];
    case RequestKind::compare_exchange:
      if (request.awaits) {
        if (!builder_.wait(thread, strategy)) builder_.suspend(thread);
        return;
      }
      builder_.options(thread, options_);
      if (options_.empty()) throw ModelStuck(builder_.model().name());
      builder_.take(thread, options_[strategy.choose_write(graph(), options_.size())]);
      return;
    case RequestKind::write: {
      const std::span<const Slot> positions = builder_.positions(thread);
      if (positions.empty()) throw ModelStuck(builder_.model().name());
      builder_.add_write(thread, positions[strategy.choose_write(graph(), positions.size())]);
      return;
    }
    case RequestKind::fence:
      builder_.add_fence(thread);
      return;
    case RequestKind::join:
      if (!builder_.join_child(thread)) builder_.suspend(thread);
      return;
    default:
      assert(false);
  }
}

// Takes one step of a prefix. False if the rest is not to be replayed.
bool Executor::replay(const Step& step) {
  const bool taken = take_step(step);
  if (!builder_.outgrown()) return taken;
  make_room();
  return taken || replay(step);  // there may have been no room for what comes before it
}

bool Executor::take_step(const Step& step) {
  const ThreadId thread = step.thread;
  const Request& request = builder_.pending(thread);
  if (request.kind == RequestKind::join) builder_.join_children(thread);
  if (request.kind == RequestKind::fence) {
    builder_.add_fence(thread);
    return true;
  }
  // What the step reads from, or comes after, may not be there this time.
  const Slot source = builder_.source(step);
  if (source == kNoSlot || !fits(graph(), source, request)) return false;
  switch (request.kind) {
    case RequestKind::write:
      builder_.add_write(thread, source);
      return true;
    case RequestKind::read:
    case RequestKind::update:
    case RequestKind::compare_exchange: {
      const bool succeeds = builder_.succeeds_with(request, source, step);
      const bool goes_on = !request.awaits || builder_.accepts(thread, graph()[source].label.written_value, succeeds);
      if (!goes_on && !failed_waits_) {
        builder_.abandon_iteration(thread);
        return false;
      }
      builder_.take(thread, {source, succeeds});
      if (!goes_on) builder_.stop();
      return true;
    }
    default:
      return false;
  }
}

std::size_t Executor::check(const Prefix& prefix, std::size_t first) {
  restart();
  for (std::size_t i = 0; i < prefix.steps.size(); ++i) {
    const Step& step = prefix.steps[i];
    if (i % kStepsToStop == kStepsToStop - 1) stop_point();
    if (builder_.stopped() || step.thread >= graph().threads()) return i;
    bool possible = i < first || allowed(step);
    while (builder_.outgrown()) {
      make_room();
      possible = allowed(step);
    }
    if (!possible) return i;
    if (!replay(step)) return i;
  }
  return prefix.steps.size();
}

std::size_t Executor::reproduce(const Prefix& prefix) {
  failed_waits_ = true;
  const std::size_t taken = check(prefix);
  failed_waits_ = false;
  return taken;
}

void Executor::follow(const Prefix& prefix) {
  restart();
  for (Step step : prefix.steps) {
    if (builder_.stopped()) return;
    if (step.thread >= graph().threads()) continue;
    bool possible = allowed(step);
    while (builder_.outgrown()) {
      make_room();
      possible = allowed(step);
    }
    const Request& request = builder_.pending(step.thread);
    if (!possible && request.kind == RequestKind::write) {
      const EventId last = graph()[graph().mo_last(request.location)].id;
      step.source_thread = last.thread;
      step.source_index = last.index & 0x7fffffff;
      possible = allowed(step);
    }
    if (possible) replay(step);
  }
}

// Do the program and the model allow the step?
bool Executor::allowed(const Step& step) {
  const Request& request = builder_.pending(step.thread);
  if (request.kind == RequestKind::join) builder_.join_children(step.thread);
  if (request.kind == RequestKind::fence) return true;
  const Slot source = builder_.source(step);
  if (source == kNoSlot) return false;
  switch (request.kind) {
    case RequestKind::write: {
      const std::span<const Slot> positions = builder_.positions(step.thread);
      return std::find(positions.begin(), positions.end(), source) != positions.end();
    }
    case RequestKind::read:
    case RequestKind::update:
    case RequestKind::compare_exchange: {
      builder_.options(step.thread, options_, !failed_waits_);
      const bool succeeds = builder_.succeeds_with(request, source, step);
      return std::any_of(options_.begin(), options_.end(),
                         [&](const Builder::Option& o) { return o.source == source && o.succeeds == succeeds; });
    }
    default:
      return false;
  }
}

}  // namespace graphfuzz

#include "graphfuzz/explore/executor.hpp"

#include <algorithm>
#include <cassert>

#include "explore/requests.hpp"

namespace graphfuzz {
namespace {

// An execution that grows beyond this is given up as truncated, lest a counted loop eat all memory.
constexpr Slot kMaximumEvents = 1'000'000;

std::vector<Value> initial_values(const Program& program) {
  std::vector<Value> values;
  for (const LocationInfo& location : program.locations()) values.push_back(location.initial);
  return values;
}

}  // namespace

Executor::Executor(const Program& program, MemoryModel& model)
    : model_(model),
      run_(program.start()),
      graph_(program.threads(), initial_values(program)),
      options_(1),
      state_(program.state_size()) {}

Ending Executor::run(const Prefix& prefix, Strategy& strategy) {
  restart();
  for (const Step& step : prefix.steps) {
    if (stopped_ || !replay(step)) break;
  }
  return finish(strategy);
}

void Executor::restart() {
  graph_.clear();
  model_.reset(graph_);
  run_->reset();
  runnable_.clear();
  waiting_.clear();
  failures_.clear();
  races_.clear();
  stopped_ = truncated_ = false;
  for (ThreadId t = 0; t < graph_.threads(); ++t) {
    if (run_->pending(t).kind != RequestKind::finished) runnable_.push_back(t);
  }
  for (ThreadId t = 0; t < graph_.threads(); ++t) {
    if (!asks_for_event(run_->pending(t).kind)) settle(t);
  }
}

Ending Executor::finish(Strategy& strategy) {
  while (!stopped_ && !runnable_.empty()) {
    extend(runnable_[strategy.choose_thread(graph_, runnable_)], strategy);
    if (graph_.event_count() > kMaximumEvents) stopped_ = truncated_ = true;
  }
  if (stopped_) return truncated_ ? Ending::truncated : Ending::blocked;
  if (waiting_.empty()) return Ending::complete;
  // A thread that failed may have died with the mutex that the others wait for: the failure is the bug.
  const bool locks = failures_.empty() &&
                     std::all_of(waiting_.begin(), waiting_.end(), [&](ThreadId t) { return run_->pending(t).lock; });
  return locks ? Ending::deadlocked : Ending::blocked;
}

// Takes the thread through all requests that leave no choice, up to one that asks for an event.
void Executor::settle(ThreadId thread) {
  const auto retire = [&] { std::erase(runnable_, thread); };
  while (true) {
    const Request& request = run_->pending(thread);
    switch (request.kind) {
      case RequestKind::finished:
        retire();
        if (graph_.thread_size(thread) > 0 && graph_[graph_.thread(thread).front()].label.kind == EventKind::begin &&
            graph_[graph_.last(thread)].label.kind != EventKind::end) {
          added(graph_.add_other(thread, {EventKind::end, MemoryOrder::non_atomic}));
          wake();
        }
        return;
      case RequestKind::failure: {
        const Label label{EventKind::error, MemoryOrder::non_atomic, kNoLocation, 0, request.operand};
        const Slot slot = graph_.add_other(thread, label);
        added(slot);
        failures_.push_back({graph_[slot].id, static_cast<std::size_t>(request.operand)});
        retire();
        return;
      }
      case RequestKind::truncated:
        truncated_ = true;
        [[fallthrough]];
      case RequestKind::blocked:
        stopped_ = true;
        return;
      case RequestKind::start: {
        const auto child = static_cast<ThreadId>(request.operand);
        run_->resume(thread, 0, true);
        const Label label{EventKind::begin, MemoryOrder::non_atomic, kNoLocation, 0, thread};
        added(graph_.add_other(child, label, graph_.last(thread)));
        runnable_.push_back(child);
        settle(child);
        break;
      }
      default:
        return;
    }
  }
}

void Executor::extend(ThreadId thread, Strategy& strategy) {
  const Request& request = run_->pending(thread);
  switch (request.kind) {
    case RequestKind::read:
    case RequestKind::update:
      if (!request.awaits) {
        const EventKind kind = request.kind == RequestKind::read ? EventKind::read : EventKind::update;
        const std::span<const Slot> candidates =
            model_.rf_candidates(graph_, {thread, kind, request.order, request.location});
        take(thread, {candidates[strategy.choose_write(graph_, candidates.size())], true});
        return;
      }
      [[fallthrough]];
    case RequestKind::compare_exchange:
      if (request.awaits) {
        if (!wait(thread, strategy)) suspend(thread);
        return;
      }
      options(thread, options_[0]);
      take(thread, options_[0][strategy.choose_write(graph_, options_[0].size())]);
      return;
    case RequestKind::write: {
      const std::span<const Slot> positions =
          model_.mo_positions(graph_, {thread, EventKind::write, request.order, request.location});
      add_write(thread, positions[strategy.choose_write(graph_, positions.size())]);
      return;
    }
    case RequestKind::fence:
      add_fence(thread);
      return;
    case RequestKind::join:
      if (!join_child(thread)) suspend(thread);
      return;
    default:
      assert(false);
  }
}

// What the pending read or compare-exchange may read, unless told otherwise only as far as it goes on with the value if
// it awaits one.
void Executor::options(ThreadId thread, std::vector<Option>& result, bool accepted_only) {
  const Request& request = run_->pending(thread);
  result.clear();
  const auto offer = [&](Slot source, bool succeeds) {
    if (accepted_only && request.awaits && !run_->accepts(thread, graph_[source].label.written_value, succeeds)) return;
    result.push_back({source, succeeds});
  };
  if (request.kind != RequestKind::compare_exchange) {
    const EventKind kind = request.kind == RequestKind::read ? EventKind::read : EventKind::update;
    for (Slot source : model_.rf_candidates(graph_, {thread, kind, request.order, request.location})) {
      offer(source, true);
    }
    return;
  }
  for (Slot source : model_.rf_candidates(graph_, {thread, EventKind::update, request.order, request.location})) {
    if (graph_[source].label.written_value == request.expected) offer(source, true);
  }
  for (Slot source : model_.rf_candidates(graph_, {thread, EventKind::read, request.failure_order, request.location})) {
    if (request.weak || graph_[source].label.written_value != request.expected) offer(source, false);
  }
}

// Performs the pending read, update or compare-exchange.
void Executor::take(ThreadId thread, const Option& option) {
  const Request& request = run_->pending(thread);
  const Value value = graph_[option.source].label.written_value;
  bool writes_too = false;
  Label label{EventKind::read, request.order, request.location, value, 0};
  if (request.kind == RequestKind::update) {
    writes_too = true;
    label.written_value = apply(request.operation, value, request.operand, request.bits, request.is_signed);
  } else if (request.kind == RequestKind::compare_exchange) {
    writes_too = option.succeeds;
    if (writes_too) label.written_value = request.operand;
    if (!writes_too) label.order = request.failure_order;
  }
  if (writes_too) {
    label.kind = EventKind::update;
    added(graph_.add_update(thread, label, option.source));
    wake();
  } else {
    added(graph_.add_read(thread, label, option.source));
  }
  run_->resume(thread, value, option.succeeds);
  if (!asks_for_event(run_->pending(thread).kind)) settle(thread);
}

void Executor::add_write(ThreadId thread, Slot predecessor) {
  const Request& request = run_->pending(thread);
  const Label label{EventKind::write, request.order, request.location, 0, request.operand};
  added(graph_.add_write(thread, label, predecessor));
  wake();
  run_->resume(thread, 0, true);
  if (!asks_for_event(run_->pending(thread).kind)) settle(thread);
}

void Executor::add_fence(ThreadId thread) {
  added(graph_.add_other(thread, {EventKind::fence, run_->pending(thread).order}));
  run_->resume(thread, 0, true);
  if (!asks_for_event(run_->pending(thread).kind)) settle(thread);
}

bool Executor::join_child(ThreadId thread) {
  const auto child = static_cast<ThreadId>(run_->pending(thread).operand);
  const Slot end = graph_.last(child);
  if (end == kNoSlot || graph_[end].label.kind != EventKind::end) return false;
  added(graph_.add_other(thread, {EventKind::join, MemoryOrder::non_atomic, kNoLocation, 0, child}, end));
  run_->resume(thread, 0, true);
  settle(thread);
  return true;
}

void Executor::added(Slot slot) {
  if (tracks_) graph_.set_dependencies(slot, run_->dependencies(graph_[slot].id.thread));
  model_.added(graph_, slot);
  const Label& label = graph_[slot].label;
  plain_accesses_ |= is_access(label.kind) && !is_atomic(label.order);
  if (!plain_accesses_) return;
  if (const std::optional<Slot> other = model_.race(graph_, slot)) {
    races_.push_back({graph_[*other].id, graph_[slot].id});
  }
}

void Executor::suspend(ThreadId thread) {
  std::erase(runnable_, thread);
  waiting_.push_back(thread);
}

void Executor::wake() {
  if (waiting_.empty()) return;
  runnable_.insert(runnable_.end(), waiting_.begin(), waiting_.end());
  waiting_.clear();
}

// Takes one step of a prefix. False if the rest is not to be replayed.
bool Executor::replay(const Step& step) {
  const ThreadId thread = step.thread;
  const Request& request = run_->pending(thread);
  while (request.kind == RequestKind::join && join_child(thread)) {
  }
  if (request.kind == RequestKind::fence) {
    add_fence(thread);
    return true;
  }
  const Slot source = graph_.find(step.source());
  switch (request.kind) {
    case RequestKind::write:
      add_write(thread, source);
      return true;
    case RequestKind::read:
    case RequestKind::update:
    case RequestKind::compare_exchange: {
      const bool succeeds = succeeds_with(request, source, step);
      const bool goes_on = !request.awaits || run_->accepts(thread, graph_[source].label.written_value, succeeds);
      if (!goes_on && !failed_waits_) {
        abandon_iteration(thread);
        return false;
      }
      take(thread, {source, succeeds});
      stopped_ |= !goes_on;
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
    if (stopped_ || step.thread >= graph_.threads()) return i;
    if (i >= first && !allowed(step)) return i;
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

// Do the program and the model allow the step?
bool Executor::allowed(const Step& step) {
  const Request& request = run_->pending(step.thread);
  while (request.kind == RequestKind::join && join_child(step.thread)) {
  }
  if (request.kind == RequestKind::fence) return true;
  const Slot source = graph_.find(step.source());
  if (source == kNoSlot) return false;
  switch (request.kind) {
    case RequestKind::write: {
      const Access access{step.thread, EventKind::write, request.order, request.location};
      const std::span<const Slot> positions = model_.mo_positions(graph_, access);
      return std::find(positions.begin(), positions.end(), source) != positions.end();
    }
    case RequestKind::read:
    case RequestKind::update:
    case RequestKind::compare_exchange: {
      options(step.thread, options_[0], !failed_waits_);
      const bool succeeds = succeeds_with(request, source, step);
      return std::any_of(options_[0].begin(), options_[0].end(),
                         [&](const Option& o) { return o.source == source && o.succeeds == succeeds; });
    }
    default:
      return false;
  }
}

// Does the request, if a compare-exchange, write when it reads from `source`?
bool Executor::succeeds_with(const Request& request, Slot source, const Step& step) const {
  return request.kind != RequestKind::compare_exchange ||
         (graph_[source].label.written_value == request.expected && !(request.weak && step.fails));
}

std::span<const Value> Executor::state() {
  run_->observe(graph_, state_);
  return state_;
}

}  // namespace graphfuzz

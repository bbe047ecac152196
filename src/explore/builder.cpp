#include "graphfuzz/explore/builder.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "explore/isolation.hpp"
#include "graphfuzz/stop/stop.hpp"
#include "model/happens_before.hpp"
#include "program/requests.hpp"

namespace graphfuzz {
namespace {

// Every so many events the clock is looked at: executions may be long, and be taken up to their end without a choice.
constexpr Slot kEventsToStop = 64;

// Is the event there as soon as those before it are?
bool follows_of_itself(EventKind kind) {
  return kind == EventKind::begin || kind == EventKind::end || kind == EventKind::error;
}

}  // namespace

Builder::Builder(const Program& program, MemoryModel& model, OnDeadEnd on_dead_end)
    : model_(model),
      on_dead_end_(on_dead_end),
      run_(program.start()),
      capabilities_(run_->capabilities()),
      graph_(program.threads(), program.initial_values()),
      options_(1),
      state_(program.state_size()),
      watches_(capabilities_.watches) {
  going_back_ = dynamic_cast<GoesBack*>(run_.get());
  if (watches_ && capabilities_.learns_races && !model.knows_happens_before()) {
    order_ = std::make_shared<HappensBefore>(ReleaseSequence::updates_only);
  }
  if (model.uses_dependencies()) track_dependencies(true);
  name_locations();
}

// Locations that are found have numbers in the order in which this process has found them.
void Builder::name_locations() {
  if (!capabilities_.discovers) return;
  std::vector<std::uint64_t> keys;
  for (Location x = 0; x < graph_.locations(); ++x) keys.push_back(x < run_->locations() ? run_->location_key(x) : 0);
  graph_.set_keys(std::move(keys));
}

Slot Builder::source(const Step& step) const {
  if (!capabilities_.discovers || step.source_thread != kInitThread) return graph_.find(step.source());
  const Location location = run_->pending(step.thread).location;
  return location < graph_.locations() ? location : kNoSlot;
}

bool Builder::track_dependencies(bool on) {
  if (!capabilities_.dependencies) return !on;
  run_->track_dependencies(on);
  tracks_ = on;
  return true;
}

void Builder::keep_history() {
  if (going_back_ == nullptr) return;  // others are told as soon as something is taken back
  keeps_history_ = true;
  run_->keep_history();
}

void Builder::restart() {
  abandoned_.clear();
  goes_back_ = keeps_history_;
  graph_.clear();
  model_.reset(graph_);
  run_->reset();
  runnable_.clear();
  suspended_.clear();
  failures_.clear();
  races_.clear();
  stopped_ = blocked_ = truncated_ = impossible_ = false;
  for (ThreadId t = 0; t < graph_.threads(); ++t) {
    if (run_->pending(t).kind != RequestKind::finished) runnable_.push_back(t);
  }
  if (watches_) {
    watch_.reset(graph_.threads());
    for (const ThreadId t : runnable_) note_plain_accesses(t);
  }
  for (ThreadId t = 0; t < graph_.threads(); ++t) {
    if (capabilities_.discovers) look_for_locations(t);
    // A thread that one before it has started may be over.
    const bool over = std::find(runnable_.begin(), runnable_.end(), t) == runnable_.end();
    if (!over && !asks_for_event(run_->pending(t).kind)) settle(t);
  }
}

// Is the pending request of a location that there is no room for?
void Builder::look_for_locations(ThreadId thread) {
  const Location location = run_->pending(thread).location;
  if (capabilities_.discovers && location != kNoLocation && location >= graph_.locations()) {
    outgrow(0, run_->locations());
  }
}

bool Builder::take_back_to(Slot size) {
  if (!model_.removes_cheaply()) return false;
  if (goes_back_) {
    while (size < graph_.size() && follows_of_itself(graph_[size].label.kind)) ++size;
    if (!going_back_->go_back(size < graph_.size() ? positions_[size] : going_back_->position())) return false;
  } else if (!take_back_threads_to(size)) {
    return false;
  }
  while (graph_.size() > size) graph_.remove_last();
  model_.removed(graph_);
  forget_watched();
  runnable_.clear();
  suspended_.clear();
  stopped_ = blocked_ = truncated_ = impossible_ = false;
  for (ThreadId t = 0; t < graph_.threads(); ++t) {
    const RequestKind kind = run_->pending(t).kind;
    if (asks_for_event(kind)) runnable_.push_back(t);
    if (kind == RequestKind::blocked) blocked_ = true;
    if (kind == RequestKind::truncated) truncated_ = true;
  }
  const auto gone = [&](EventId id) { return id.index >= graph_.thread_size(id.thread); };
  std::erase_if(failures_, [&](const Failure& f) { return gone(f.error); });
  std::erase_if(races_, [&](const Race& r) { return gone(r.first) || gone(r.second); });
  return true;
}

// One thread after the other.
bool Builder::take_back_threads_to(Slot size) {
  // Requests without events, as of threads that start others, are not worth the trouble.
  if (!capabilities_.restarts || capabilities_.starts_threads || capabilities_.allocates) return false;
  run_->keep_history();
  remaining_.resize(graph_.threads());
  for (ThreadId t = 0; t < graph_.threads(); ++t) {
    const std::span<const Slot> events = graph_.thread(t);
    std::uint32_t& remaining = remaining_[t];
    for (remaining = graph_.thread_size(t); remaining > 0 && events[remaining - 1] >= size;) --remaining;
    if (remaining == graph_.thread_size(t)) continue;
    const std::optional<std::uint32_t> done = run_->take_back(t, remaining);
    if (!done) return false;  // a run that can take back one thread can take back any
    for (std::uint32_t i = *done; i < remaining; ++i) {
      const Label& label = graph_[events[i]].label;
      run_->resume(t, label.read_value, label.kind == EventKind::update);
    }
  }
  return true;
}

std::span<const Slot> Builder::sources(ThreadId thread) {
  const Request& request = run_->pending(thread);
  const EventKind kind = request.kind == RequestKind::read ? EventKind::read : EventKind::update;
  return model_.rf_candidates(graph_, {thread, kind, request.order, request.location, dependencies(thread)});
}

std::span<const Slot> Builder::positions(ThreadId thread) {
  const Request& request = run_->pending(thread);
  return model_.mo_positions(graph_, {thread, EventKind::write, request.order, request.location, dependencies(thread)});
}

// Takes the thread through all requests that leave no choice, up to one that asks for an event.
void Builder::settle(ThreadId thread) {
  while (true) {
    const Request& request = run_->pending(thread);
    switch (request.kind) {
      case RequestKind::finished:
        retire(thread);
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
        retire(thread);
        return;
      }
      case RequestKind::truncated:
      case RequestKind::blocked:
        (request.kind == RequestKind::truncated ? truncated_ : blocked_) = true;
        if (on_dead_end_ == OnDeadEnd::stop) stopped_ = true;
        retire(thread);
        return;
      case RequestKind::allocate:
        if (!allocate(thread)) return retire(thread);
        break;
      case RequestKind::start:
        if (!start(thread)) return retire(thread);
        break;
      default:
        return;
    }
  }
}

// What the pending read or compare-exchange may read, unless told otherwise only as far as it goes on with the value if
// it awaits one.
void Builder::options(ThreadId thread, std::vector<Option>& result, bool accepted_only) {
  const Request& request = run_->pending(thread);
  result.clear();
  const auto offer = [&](Slot source, bool succeeds) {
    if (accepted_only && request.awaits && !run_->accepts(thread, graph_[source].label.written_value, succeeds)) return;
    result.push_back({source, succeeds});
  };
  if (request.kind != RequestKind::compare_exchange) {
    for (Slot source : sources(thread)) offer(source, true);
    return;
  }
  const std::span<const Dependency> dependent = dependencies(thread);
  for (Slot source :
       model_.rf_candidates(graph_, {thread, EventKind::update, request.order, request.location, dependent})) {
    if (graph_[source].label.written_value == request.expected) offer(source, true);
  }
  if (accepted_only && request.awaits && !run_->accepts_failure(thread)) return;
  for (Slot source :
       model_.rf_candidates(graph_, {thread, EventKind::read, request.failure_order, request.location, dependent})) {
    if (request.weak || graph_[source].label.written_value != request.expected) offer(source, false);
  }
}

Label Builder::label_of(const Request& request, const Option& option) const {
  const Value value = graph_[option.source].label.written_value;
  Label label{EventKind::read, request.order, request.location, value, 0, request.size};
  if (request.kind == RequestKind::update) {
    label.kind = EventKind::update;
    label.written_value = apply(request.operation, value, request.operand, request.bits, request.is_signed);
  } else if (request.kind == RequestKind::compare_exchange) {
    if (option.succeeds) {
      label.kind = EventKind::update;
      label.written_value = request.operand;
    } else {
      label.order = request.failure_order;
    }
  }
  return label;
}

void Builder::note_weak(ThreadId thread) {
  const std::uint32_t index = graph_.thread_size(thread);
  if (weak_.size() <= thread) weak_.resize(graph_.threads());
  if (weak_[thread].size() <= index) weak_[thread].resize(index + 1, false);
  weak_[thread][index] = true;
}

// To be called while everything is as it is between steps.
void Builder::look_for_stop() const {
  if (graph_.size() % kEventsToStop == 0) stop_point();
}

void Builder::take(ThreadId thread, const Option& option) {
  look_for_stop();
  if (run_->pending(thread).weak) note_weak(thread);
  const Label label = label_of(run_->pending(thread), option);
  if (label.kind == EventKind::update) {
    added(graph_.add_update(thread, label, option.source));
    wake();
  } else {
    added(graph_.add_read(thread, label, option.source));
  }
  resume(thread, label.read_value, option.succeeds);
  if (!asks_for_event(run_->pending(thread).kind)) settle(thread);
}

void Builder::add_write(ThreadId thread, Slot predecessor) {
  look_for_stop();
  const Request& request = run_->pending(thread);
  const Label label{EventKind::write, request.order, request.location, 0, request.operand, request.size};
  added(graph_.add_write(thread, label, predecessor));
  wake();
  resume(thread, 0, true);
  if (!asks_for_event(run_->pending(thread).kind)) settle(thread);
}

void Builder::add_fence(ThreadId thread) {
  look_for_stop();
  added(graph_.add_other(thread, {EventKind::fence, run_->pending(thread).order}));
  resume(thread, 0, true);
  if (!asks_for_event(run_->pending(thread).kind)) settle(thread);
}

bool Builder::join_child(ThreadId thread) {
  const auto child = static_cast<ThreadId>(run_->pending(thread).operand);
  const Slot end = graph_.last(child);
  if (end == kNoSlot || graph_[end].label.kind != EventKind::end) return false;
  added(graph_.add_other(thread, {EventKind::join, MemoryOrder::non_atomic, kNoLocation, 0, child}, end));
  resume(thread, 0, true);
  settle(thread);
  return true;
}

void Builder::join_children(ThreadId thread, unsigned depth) {
  while (depth > 0 && run_->pending(thread).kind == RequestKind::join) {
    if (join_child(thread)) continue;
    join_children(static_cast<ThreadId>(run_->pending(thread).operand), depth - 1);
    if (!join_child(thread)) return;
  }
}

void Builder::join_all() {
  bool joined = true;
  while (joined && !outgrown_) {
    joined = false;
    for (ThreadId t = 0; t < graph_.threads(); ++t) {
      while (run_->pending(t).kind == RequestKind::join && join_child(t)) joined = true;
    }
  }
}

void Builder::added(Slot slot) {
  if (goes_back_) {
    positions_.resize(slot);
    positions_.push_back(going_back_->position());
  }
  if (tracks_) graph_.set_dependencies(slot, run_->dependencies(graph_[slot].id.thread));
  model_.added(graph_, slot);
  const Label& label = graph_[slot].label;
  if (label.size != 0) check_size(slot);
  plain_accesses_ |= is_access(label.kind) && !is_atomic(label.order);
  if (!plain_accesses_) return;
  if (const std::optional<Slot> other = model_.race(graph_, slot)) {
    races_.push_back({graph_[*other].id, graph_[slot].id});
  }
}

// The models are not of mixed sizes.
void Builder::check_size(Slot slot) {
  const Event& e = graph_[slot];
  if (first_sized_.size() < graph_.locations()) first_sized_.resize(graph_.locations());
  EventId& first = first_sized_[e.label.location];
  const Slot other = graph_.find(first);
  if (first.thread == kInitThread || other == kNoSlot || graph_[other].label.location != e.label.location) {
    first = e.id;
  } else if (graph_[other].label.size != e.label.size) {
    throw Unsupported(fmt::format(
        "P{}'s access {} of location {} is of {} bytes, and P{}'s access {} of {} bytes: accesses of mixed "
        "sizes are not supported",
        first.thread, first.index, e.label.location, graph_[other].label.size, e.id.thread, e.id.index, e.label.size));
  }
}

void Builder::note_plain_accesses(ThreadId thread) {
  watch_.note(thread, graph_.thread_size(thread), run_->plain_accesses(thread));
}

// False if there is no room.
bool Builder::start(ThreadId thread) {
  const auto child = static_cast<ThreadId>(run_->pending(thread).operand);
  if (outgrow(child + std::size_t{1}, 0)) return false;
  if (watches_) watch_.started(thread, graph_.thread_size(thread), child);
  resume(thread, 0, true);
  const Label label{EventKind::begin, MemoryOrder::non_atomic, kNoLocation, 0, thread};
  added(graph_.add_other(child, label, graph_.last(thread)));
  runnable_.push_back(child);
  if (watches_) note_plain_accesses(child);
  look_for_locations(child);
  settle(child);
  return true;
}

// The same.
bool Builder::allocate(ThreadId thread) {
  const Request& request = run_->pending(thread);
  const std::uint64_t end = request.location + static_cast<std::uint64_t>(request.expected);
  if (outgrow(0, end)) return false;
  for (Location x = request.location; x < end; ++x) graph_.set_initial(x, request.operand);
  resume(thread, address_of(request.location), true);
  return true;
}

// Is there no room for so many? Then the execution is over.
bool Builder::outgrow(std::size_t threads, std::uint64_t locations) {
  if (threads <= graph_.threads() && locations <= graph_.locations()) return false;
  if (threads >= kInitThread || locations > kMaximumLocations) {
    throw Unsupported(fmt::format("{} threads and {} locations are too many", threads, locations));
  }
  // Where there are many, more are to come.
  constexpr std::size_t kMany = 16;
  wanted_threads_ =
      std::max(wanted_threads_, threads > kMany ? std::min<std::size_t>(2 * threads, kInitThread - 1) : threads);
  wanted_locations_ = std::max<std::size_t>(wanted_locations_, locations);
  return stopped_ = outgrown_ = true;
}

void Builder::make_room() {
  std::vector<Value> initial_values = graph_.initial_values();
  while (initial_values.size() < wanted_locations_) {
    const auto location = static_cast<Location>(initial_values.size());
    initial_values.push_back(location < run_->locations() ? run_->initial_value(location) : 0);
  }
  const auto threads = static_cast<unsigned>(std::max<std::size_t>(graph_.threads(), wanted_threads_));
  graph_.reset(threads, initial_values);
  name_locations();
  run_->make_room(threads);
  outgrown_ = false;
}

void Builder::look_for_overlaps() {
  const Location lock = section_lock();
  if (lock == kNoLocation || graph_.updates(lock) == 0) return;
  if (!isolation_) isolation_ = std::make_shared<Isolation>();
  // Who has failed in a section has ended it, as everything of the thread; who has exited has ended everything there.
  const auto stays = [this](ThreadId t) {
    const Request& request = run_->pending(t);
    return asks_for_event(request.kind) || request.kind == RequestKind::blocked ||
           request.kind == RequestKind::truncated || request.exits;
  };
  impossible_ = !isolation_->holds(graph_, lock, stays);
}

std::optional<ThreadId> Builder::inside() const {
  const Location lock = section_lock();
  if (lock == kNoLocation) return std::nullopt;
  const Event& last = graph_[graph_.mo_last(lock)];
  if (last.label.kind != EventKind::update) return std::nullopt;
  const auto found = std::find(runnable_.begin(), runnable_.end(), last.id.thread);
  return found == runnable_.end() ? std::nullopt : std::optional(last.id.thread);
}

// Other models have no order of events in which somebody could come in between.
Location Builder::section_lock() const {
  const Location lock = model_.is_sequential() ? run_->section_lock() : kNoLocation;
  return lock < graph_.locations() ? lock : kNoLocation;
}

std::span<const WatchedRace> Builder::watched_races() const {
  if (!watches_ || impossible_) return {};
  learn_races();
  std::vector<Watch::Pending> pending;
  for (ThreadId t = 0; watch_.has_ends() && t < graph_.threads(); ++t) {
    const Request& request = run_->pending(t);
    if (request.kind > RequestKind::compare_exchange || request.location >= graph_.locations()) continue;
    const EventKind kind = request.kind == RequestKind::read    ? EventKind::read
                           : request.kind == RequestKind::write ? EventKind::write
                                                                : EventKind::update;
    pending.push_back({t, request.location, kind, is_atomic(request.order)});
  }
  return watch_.races(graph_, model_, pending);
}

// Accesses that race with allocations and frees need not be events for that.
void Builder::learn_races() const {
  if (!capabilities_.learns_races) return;
  std::vector<Location> racing;
  for (const WatchedRace& race : racing_accesses()) racing.push_back(race.location);
  if (!racing.empty()) run_->learn_races(racing);
}

// Where the model has no happens-before: that of the synchronisation in the graph, which is complete or given up.
std::span<const WatchedRace> Builder::racing_accesses() const {
  if (!order_) return watch_.races_by(graph_, [this](Slot slot) { return model_.happens_before(graph_, slot); });
  bool is_known = false;
  return watch_.races_by(graph_, [this, &is_known](Slot slot) {
    if (!is_known) {
      order_->reset(graph_);
      for (Slot other = graph_.locations(); other < graph_.size(); ++other) order_->added(graph_, other);
      is_known = true;
    }
    return order_->before_or_equal(slot);
  });
}

void Builder::suspend(ThreadId thread) {
  std::erase(runnable_, thread);
  suspended_.push_back(thread);
}

void Builder::wake() {
  if (suspended_.empty()) return;
  runnable_.insert(runnable_.end(), suspended_.begin(), suspended_.end());
  suspended_.clear();
}

// Does the request, if a compare-exchange, write when it reads from `source`?
bool Builder::succeeds_with(const Request& request, Slot source, const Step& step) const {
  return request.kind != RequestKind::compare_exchange ||
         (graph_[source].label.written_value == request.expected && !(request.weak && step.fails));
}

std::span<const Value> Builder::state() {
  run_->observe(graph_, state_);
  return state_;
}

}  // namespace graphfuzz

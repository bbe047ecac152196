#include "analysis/go/clock_builder.hpp"

#include <algorithm>
#include <utility>

namespace graphfuzz::go {

namespace {

/// Of Row::steps: the fewer, the more is written down, and the sooner it is found.
constexpr std::uint32_t kMostSteps = 32;

}  // namespace

std::uint32_t KnowledgeTable::known(std::uint32_t event, Routine about) const {
  for (;;) {
    Routine self = routine[event];
    if (self == about) return index[event];
    for (std::uint32_t then = version[event]; then > 0;) {
      const Row& row = rows[self];
      if (about < row.place.size() && row.place[about] != 0) return row.learnt[row.place[about] - 1].at(then);
      if (row.all_of == kNoRoutine) break;
      self = row.all_of;
      then = row.at;
    }
    event = fork[self];
    if (event == kNoEvent) return 0;
  }
}

ClockBuilder::ClockBuilder(const Trace& trace, const HappensBeforeOptions& options, KnowledgeTable& table)
    : trace_(trace), options_(options), table_(table) {
  const std::size_t routines = trace.routines.size();
  const std::size_t objects = trace.objects.size();
  clocks_.resize(routines);
  versions_.assign(routines, 0);
  raised_at_.assign(routines, kNoEvent);
  last_.resize(objects);
  sums_.resize(objects);
}

void ClockBuilder::number_events() {
  const std::size_t n = trace_.events.size();
  table_.routine.resize(n);
  table_.index.resize(n);
  table_.version.assign(n, 0);
  table_.rows.resize(trace_.routines.size());
  table_.fork.assign(trace_.routines.size(), kNoEvent);
  std::vector<std::uint32_t> counts(trace_.routines.size(), 0);
  for (std::uint32_t e = 0; e < n; ++e) {
    const TraceEvent& event = trace_.events[e];
    table_.routine[e] = event.routine;
    table_.index[e] = ++counts[event.routine];
  }
}

void ClockBuilder::run(bool weak) {
  number_events();
  if (weak) {
    for (event_ = 0; event_ < trace_.events.size(); ++event_) {
      const TraceEvent& event = trace_.events[event_];
      if (event.kind == Kind::fork) fork(event_);
      table_.version[event_] = versions_[event.routine];
      if (event.kind == Kind::end) clocks_[event.routine].reset();
    }
    return;
  }
  const EventList list = events_of(trace_, Labels::none);
  for (event_ = 0; event_ < list.events.size(); ++event_) {
    const std::uint32_t e = list.trace_events[event_];
    label(list, e);
    table_.version[e] = versions_[trace_.events[e].routine];
  }
  // What is not in the graph knows what its goroutine knew there. (A Wait is woken in the graph before it takes its
  // lock again, and over in the trace after that.)
  std::fill(versions_.begin(), versions_.end(), 0);
  for (std::uint32_t e = 0; e < trace_.events.size(); ++e) {
    std::uint32_t& latest = versions_[trace_.events[e].routine];
    table_.version[e] = latest = std::max(latest, table_.version[e]);
  }
}

void ClockBuilder::fork(std::uint32_t e) {
  const TraceEvent& event = trace_.events[e];
  if (event.child == kNoRoutine) return;
  table_.fork[event.child] = e;
  auto clock = clocks_[event.routine] ? std::make_shared<Vector>(*clocks_[event.routine]) : std::make_shared<Vector>();
  if (clock->size() <= event.routine) clock->resize(at_least(event.routine + 1), 0);
  (*clock)[event.routine] = table_.index[e];
  clocks_[event.child] = std::move(clock);
}

void ClockBuilder::label(const EventList& list, std::uint32_t e) {
  const GraphEvent& in_graph = list.events[event_];
  // Who meets, or is woken, learns from what it reads from, which is the last that its goroutine did.
  if (in_graph.source != GraphEvent::kNone) join(in_graph.routine, now(list.trace_events[in_graph.source]));
  switch (in_graph.kind) {
    case EventKind::fence:
      if (trace_.events[e].kind == Kind::fork) fork(e);
      return;
    case EventKind::end:
      clocks_[in_graph.routine].reset();
      return;
    case EventKind::update:
    case EventKind::read:
      break;
    default:
      return;
  }
  const TraceEvent& event = trace_.events[e];
  if (event.kind != Kind::select) return access(list, e);
  const TraceCase* chosen = trace_.case_of(event);
  if (chosen != nullptr) communicate(list, e, chosen->sends);
}

void ClockBuilder::access(const EventList& list, std::uint32_t e) {
  const TraceEvent& event = trace_.events[e];
  if (is_mutex(event.kind)) return lock_operation(event, e);
  switch (event.kind) {
    case Kind::send:
    case Kind::receive:
      return communicate(list, e, event.kind == Kind::send);
    case Kind::close:
      if (list.events[event_].kind == EventKind::update) last_[event.object] = now(e);
      return;
    case Kind::once:
      if (!event.ok) {
        join(event.routine, last_[event.object]);
      } else if (event.finished()) {
        last_[event.object] = now(e);  // at its beginning for nobody, then at its end
      }
      return;
    case Kind::wg_add:
      return accumulate(sums_[event.object], now(e));
    case Kind::wg_wait:
      return join(event.routine, sums_[event.object]);
    default:
      break;
  }
  if (!is_atomic(event.kind)) return;
  if (event.kind != Kind::atomic_store) join(event.routine, last_[event.object]);
  if (event.kind != Kind::atomic_load) last_[event.object] = now(e);
}

void ClockBuilder::communicate(const EventList& list, std::uint32_t e, bool sends) {
  const TraceEvent& event = trace_.events[e];
  const Object channel = list.events[event_].object;
  if (!sends && !event.ok) return receive_closed(e, channel);
  if (trace_.objects[channel].capacity > 0) return sends ? buffered_send(e, channel) : buffered_receive(e, channel);
}

void ClockBuilder::buffered_send(std::uint32_t e, Object channel) {
  const TraceEvent& event = trace_.events[e];
  Channel& state = channels_[channel];
  const std::uint64_t capacity = trace_.objects[channel].capacity;
  if (event.pair > capacity) {
    const auto freed = state.received.find(static_cast<std::uint32_t>(event.pair - capacity));
    if (freed != state.received.end()) {
      // A value that is handed to a waiting receiver takes no slot (fill 0).
      if (event.fill > 0) join(event.routine, freed->second);
      state.received.erase(freed);
    }
  }
  if (options_.fifo) join(event.routine, state.last_send);
  Snapshot snapshot = now(e);
  if (options_.fifo) state.last_send = snapshot;
  if (event.partner != kNoEvent && event.partner > e) sent_.emplace(e, std::move(snapshot));
}

void ClockBuilder::buffered_receive(std::uint32_t e, Object channel) {
  const TraceEvent& event = trace_.events[e];
  Channel& state = channels_[channel];
  if (event.partner != kNoEvent) {
    const auto sent = sent_.find(event.partner);
    if (sent != sent_.end()) {
      join(event.routine, sent->second);
      sent_.erase(sent);
    } else if (event.partner > e) {
      join(event.routine, now(event.partner));  // recorded late
    }
  }
  if (options_.fifo) join(event.routine, state.last_receive);
  Snapshot snapshot = now(e);
  if (options_.fifo) state.last_receive = snapshot;
  if (event.pair != 0) state.received.insert_or_assign(event.pair, std::move(snapshot));
}

void ClockBuilder::receive_closed(std::uint32_t e, Object channel) {
  const TraceEvent& event = trace_.events[e];
  if (last_[channel].routine == kNoRoutine && event.partner != kNoEvent && event.partner > e) {
    join(event.routine, now(event.partner));  // recorded late
  } else {
    join(event.routine, last_[channel]);
  }
}

void ClockBuilder::lock_operation(const TraceEvent& event, std::uint32_t e) {
  if (!options_.critical_sections) return;
  Snapshot& unlocked = last_[event.object];
  Vector& read = sums_[event.object];
  switch (event.kind) {
    case Kind::lock:
    case Kind::try_lock:
      if (!event.ok) return;
      join(event.routine, unlocked);
      join(event.routine, read);
      return;
    case Kind::rlock:
    case Kind::try_rlock:
      if (event.ok) join(event.routine, unlocked);
      return;
    case Kind::unlock:
      unlocked = now(e);
      read.clear();
      return;
    case Kind::runlock:
      return accumulate(read, now(e));
    default:
      return;
  }
}

ClockBuilder::Snapshot ClockBuilder::now(std::uint32_t e) const {
  const Routine routine = table_.routine[e];
  return {clocks_[routine], routine, table_.index[e], versions_[routine]};
}

void ClockBuilder::join(Routine routine, const Snapshot& snapshot) {
  if (snapshot.routine == kNoRoutine || snapshot.routine == routine) return;
  // Who knows an event knows all that was known there.
  const Vector* clock = clocks_[routine].get();
  if (clock != nullptr && snapshot.routine < clock->size() && (*clock)[snapshot.routine] >= snapshot.own) return;
  if (snapshot.others) {
    if (versions_[routine] == 0 && learn_all(routine, snapshot)) return;
    join(routine, *snapshot.others);
  }
  raise(routine, snapshot.routine, snapshot.own);
}

bool ClockBuilder::learn_all(Routine routine, const Snapshot& snapshot) {
  const std::uint32_t steps = table_.rows[snapshot.routine].steps + 1;
  if (steps > kMostSteps) return false;
  KnowledgeTable::Row& row = table_.rows[routine];
  row.all_of = snapshot.routine;
  row.at = snapshot.version;
  row.steps = steps;
  versions_[routine] = 1;
  raised_at_[routine] = event_;
  const std::shared_ptr<Vector> before = std::exchange(clocks_[routine], snapshot.others);
  const auto know = [&](Routine about, std::uint32_t value) {
    own_clock(routine, std::size_t{about} + 1)[about] = value;
    record(routine, about, value, value);
  };
  // What it knows better since it began, and of that one itself.
  const std::size_t known = before ? before->size() : 0;
  const std::size_t others = snapshot.others->size();
  for (std::size_t r = 0; r < known; ++r) {
    if (r == routine || r == snapshot.routine) continue;
    if ((*before)[r] > (r < others ? (*snapshot.others)[r] : 0)) know(static_cast<Routine>(r), (*before)[r]);
  }
  const std::uint32_t earlier = snapshot.routine < known ? (*before)[snapshot.routine] : 0;
  know(snapshot.routine, std::max(earlier, snapshot.own));
  return true;
}

void ClockBuilder::join(Routine routine, const Vector& clock) {
  const Vector* own = clocks_[routine].get();
  std::size_t known = own == nullptr ? 0 : own->size();
  Vector* mine = nullptr;
  for (std::size_t r = 0; r < clock.size(); ++r) {
    const std::uint32_t old = r < known ? (*own)[r] : 0;
    if (clock[r] <= old || r == routine) continue;
    if (mine == nullptr) {
      own = mine = &own_clock(routine, std::max(known, clock.size()));
      known = mine->size();
    }
    (*mine)[r] = clock[r];
    record(routine, static_cast<Routine>(r), old, clock[r]);
  }
}

void ClockBuilder::raise(Routine routine, Routine about, std::uint32_t value) {
  if (about == routine) return;
  const Vector* clock = clocks_[routine].get();
  const std::uint32_t old = clock != nullptr && about < clock->size() ? (*clock)[about] : 0;
  if (value <= old) return;
  own_clock(routine, std::size_t{about} + 1)[about] = value;
  record(routine, about, old, value);
}

ClockBuilder::Vector& ClockBuilder::own_clock(Routine routine, std::size_t size) {
  std::shared_ptr<Vector>& clock = clocks_[routine];
  if (!clock) {
    clock = std::make_shared<Vector>();
  } else if (clock.use_count() > 1) {
    clock = std::make_shared<Vector>(*clock);
  }
  if (clock->size() < size) clock->resize(at_least(size), 0);
  return *clock;
}

void ClockBuilder::record(Routine routine, Routine about, std::uint32_t old, std::uint32_t value) {
  if (raised_at_[routine] != event_) {
    raised_at_[routine] = event_;
    ++versions_[routine];
  }
  KnowledgeTable::Row& row = table_.rows[routine];
  if (row.place.size() <= about) row.place.resize(at_least(about + 1), 0);
  if (row.place[about] == 0) {
    if (row.learnt.empty()) row.learnt.reserve(std::min<std::size_t>(clocks_.size(), 4));
    row.learnt.emplace_back(old);
    row.place[about] = static_cast<std::uint32_t>(row.learnt.size());
  }
  row.learnt[row.place[about] - 1].raise(versions_[routine], value);
}

void ClockBuilder::accumulate(Vector& sum, const Snapshot& snapshot) {
  const std::size_t others = snapshot.others ? snapshot.others->size() : 0;
  const std::size_t size = std::max<std::size_t>(others, snapshot.routine + 1);
  if (sum.size() < size) sum.resize(size, 0);
  for (std::size_t r = 0; r < others; ++r) {
    if (r != snapshot.routine) sum[r] = std::max(sum[r], (*snapshot.others)[r]);
  }
  sum[snapshot.routine] = std::max(sum[snapshot.routine], snapshot.own);
}

}  // namespace graphfuzz::go

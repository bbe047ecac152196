// Where the events of a graph come from: what changes an object and what only looks at it follows from the states of
// objects, as far as these can be told from the trace.
#include "analysis/go/event_list.hpp"

#include <algorithm>
#include <deque>
#include <map>
#include <tuple>

#include "analysis/go/anonymous_routines.hpp"

namespace graphfuzz::go {
namespace {

/// A moment at which an event of the trace, or a part of it, takes effect.
struct Moment {
  std::uint64_t time;
  std::uint32_t event;
  bool begins;  ///< of a Once or a Wait: its beginning
};

class Lister {
 public:
  Lister(const Trace& trace, Labels labels, EventList& list)
      : trace_(trace),
        labels_(labels),
        events_(list.events),
        trace_events_(list.trace_events),
        origins_(list.origins),
        done_(trace.events.size(), false),
        closed_(trace.objects.size(), false) {
    events_.reserve(trace.events.size());
    trace_events_.reserve(trace.events.size());
    if (labels_ == Labels::all) {
      origins_.resize(trace.routines.size());
      for (const std::string& position : trace.positions) position_hashes_.push_back(hash_of_position(position));
    }
    for (const Moment& moment : moments()) take(moment);
    if (labels_ == Labels::all) find_origins();
  }

 private:
  /// The event after it in its goroutine; null if there is none.
  const TraceEvent* following(std::uint32_t e) const {
    const std::vector<std::uint32_t>& events = trace_.routines[trace_.events[e].routine].events;
    const auto place = std::find(events.rbegin(), events.rend(), e);  // asked of what never finished: near the end
    return place == events.rend() || place == events.rbegin() ? nullptr : &trace_.events[*std::prev(place)];
  }
  /// Has its function been called?
  bool wins(std::uint32_t e) const {
    const TraceEvent& event = trace_.events[e];
    return event.ok || (!event.finished() && following(e) != nullptr);
  }
  /// Is, or was, it in the queue? Not if it panicked. The lock is given back when it is.
  bool queued(std::uint32_t e) const {
    if (trace_.events[e].finished()) return trace_.events[e].ok;
    const TraceEvent* next = following(e);
    return next != nullptr && next->finished() && (next->kind == Kind::unlock || next->kind == Kind::runlock);
  }

  std::vector<Moment> moments() {
    std::vector<Moment> result;
    result.reserve(trace_.events.size());
    for (std::uint32_t e = 0; e < trace_.events.size(); ++e) {
      const TraceEvent& event = trace_.events[e];
      const bool has_parts = event.object != kNoObject &&
                             ((event.kind == Kind::once && wins(e)) || (event.kind == Kind::cond_wait && queued(e)));
      if (has_parts) result.push_back({event.begin, e, true});
      if (event.finished()) result.push_back({event.end, e, false});
    }
    std::sort(result.begin(), result.end(), [](const Moment& a, const Moment& b) {
      return std::tuple(a.time, !a.begins, a.event) < std::tuple(b.time, !b.begins, b.event);
    });
    return result;
  }

  Value value(std::uint32_t e, Kind kind, bool ok) const {
    if (labels_ == Labels::none) return 0;
    const TraceEvent& event = trace_.events[e];
    const std::uint64_t position =
        event.position == kNoPosition ? hash_of_position("") : position_hashes_[event.position];
    return operation_value(kind, position, event.chosen, ok);
  }
  Value value(std::uint32_t e) const { return value(e, trace_.events[e].kind, trace_.events[e].ok); }

  void add(std::uint32_t e, GraphEvent event) {
    event.routine = trace_.events[e].routine;
    events_.push_back(event);
    trace_events_.push_back(e);
  }
  void access(std::uint32_t e, Object object, bool changes, Value value, std::uint32_t source = GraphEvent::kNone) {
    add(e, {0, changes ? EventKind::update : EventKind::read, object, source, value});
  }
  void other(std::uint32_t e, EventKind kind, Value value, std::uint32_t source = GraphEvent::kNone) {
    add(e, {0, kind, kNoObject, source, value});
  }
  std::uint32_t last() const { return static_cast<std::uint32_t>(events_.size()) - 1; }

  void take(const Moment& moment) {
    const std::uint32_t e = moment.event;
    const TraceEvent& event = trace_.events[e];
    const Object object = event.object;
    if (done_[e]) return;
    switch (event.kind) {
      case Kind::make:
        return;
      case Kind::fork:
        other(e, EventKind::fence, value(e));
        if (event.child < origins_.size()) origins_[event.child].start = last();
        return;
      case Kind::end:
        return other(e, EventKind::end, value(e));
      case Kind::panic:
      case Kind::exit:
        return other(e, EventKind::error, value(e));
      case Kind::select:
        return select(e);
      default:
        break;
    }
    if (object == kNoObject) return other(e, EventKind::fence, value(e));
    switch (event.kind) {
      case Kind::send:
      case Kind::receive:
        return communicate(e, object, event.kind == Kind::send);
      case Kind::close: {
        const bool first = !closed_[object];
        closed_[object] = true;
        return access(e, object, first, value(e, Kind::close, first));
      }
      case Kind::once:
        if (!wins(e)) return access(e, object, false, value(e));
        return access(e, object, true, value(e, moment.begins ? Kind::once : Kind::once_end, true));
      case Kind::wg_add:
        return access(e, object, true, value(e, Kind::wg_add, event.ok && event.value >= 0));
      case Kind::cond_wait:
        if (!queued(e)) return access(e, object, true, value(e));
        return moment.begins ? wait(e) : returned(e);
      case Kind::cond_signal:
      case Kind::cond_broadcast:
        return signal(e);
      case Kind::rlock:
      case Kind::try_rlock:
      case Kind::wg_wait:
      case Kind::atomic_load:
      case Kind::plain_read:
        return access(e, object, false, value(e));
      default:
        return access(e, object, true, value(e));
    }
  }

  void select(std::uint32_t e) {
    const TraceEvent& event = trace_.events[e];
    if (const TraceCase* chosen = trace_.case_of(event)) {
      if (chosen->channel == kNoObject) return other(e, EventKind::fence, value(e));
      return communicate(e, chosen->channel, chosen->sends);
    }
    const std::size_t before = events_.size();
    if (looked_at_.empty()) looked_at_.assign(trace_.objects.size(), kNoEvent);
    for (std::uint32_t c = 0; c < event.case_count; ++c) {
      const Object channel = trace_.cases[event.first_case + c].channel;
      if (channel == kNoObject || looked_at_[channel] == e) continue;
      looked_at_[channel] = e;
      access(e, channel, false, value(e));
    }
    if (events_.size() == before) other(e, EventKind::fence, value(e));
  }

  void communicate(std::uint32_t e, Object channel, bool sends) {
    const std::uint32_t partner = meets(e, channel);
    if (partner == kNoEvent) return access(e, channel, trace_.events[e].ok, value(e));
    const std::uint32_t sender = sends ? e : partner;
    const std::uint32_t receiver = sends ? partner : e;
    access(sender, channel, true, value(sender));
    access(receiver, channel, true, value(receiver), last());
    other(sender, EventKind::join, value(sender), last());
    done_[e] = done_[partner] = true;
  }

  /// The other side of a rendezvous. Of a plan the two need not fit: then there is none.
  std::uint32_t meets(std::uint32_t e, Object channel) const {
    const TraceEvent& event = trace_.events[e];
    if (!event.ok || event.partner == kNoEvent || trace_.objects[channel].capacity != 0) return kNoEvent;
    const TraceEvent& other = trace_.events[event.partner];
    const bool fits = other.partner == e && other.ok && other.finished() && other.routine != event.routine &&
                      other.begin <= event.end && event.begin <= other.end && !done_[event.partner];
    return fits ? event.partner : kNoEvent;
  }

  void wait(std::uint32_t e) {
    access(e, trace_.events[e].object, true, value(e, Kind::cond_wait, true));
    queues_[trace_.events[e].object].push_back(e);
  }

  /// First in, first out.
  void signal(std::uint32_t e) {
    std::deque<std::uint32_t>& queue = queues_[trace_.events[e].object];
    access(e, trace_.events[e].object, !queue.empty(), value(e));
    const std::uint32_t source = last();
    std::size_t served =
        trace_.events[e].kind == Kind::cond_signal ? std::min<std::size_t>(1, queue.size()) : queue.size();
    for (; served > 0; --served) {
      woken(queue.front(), source);
      queue.pop_front();
    }
  }
  void woken(std::uint32_t wait, std::uint32_t source) {
    other(wait, EventKind::join, value(wait, Kind::cond_wait, true), source);
    done_[wait] = true;
  }
  /// Without having been woken: the signal was not recorded, or later.
  void returned(std::uint32_t e) {
    std::deque<std::uint32_t>& queue = queues_[trace_.events[e].object];
    queue.erase(std::remove(queue.begin(), queue.end(), e), queue.end());
    woken(e, GraphEvent::kNone);
  }

  void find_origins() {
    bool anonymous = false;
    for (Routine r = 0; r < trace_.routines.size(); ++r) {
      const TraceRoutine& routine = trace_.routines[r];
      RoutineOrigin& origin = origins_[r];
      if (routine.starter != kNoRoutine) {
        origin.parent = routine.starter;
        origin.index = routine.timer;
        origin.firing = routine.firing;
      } else if (routine.fork != kNoEvent) {
        origin.parent = trace_.events[routine.fork].routine;
      } else {
        anonymous |= r != 0;
      }
    }
    for (const TraceRoutine& routine : trace_.routines) {
      std::uint32_t forks = 0;
      for (const std::uint32_t e : routine.events) {
        const TraceEvent& event = trace_.events[e];
        if (event.kind != Kind::fork || event.child >= origins_.size()) continue;
        if (trace_.routines[event.child].fork == e) origins_[event.child].index = forks;
        ++forks;
      }
    }
    if (anonymous) name_anonymous_routines(events_, origins_);
  }

  const Trace& trace_;
  Labels labels_;
  std::vector<GraphEvent>& events_;
  std::vector<std::uint32_t>& trace_events_;
  std::vector<RoutineOrigin>& origins_;
  std::vector<std::uint64_t> position_hashes_;
  std::vector<bool> done_;                              ///< by event: all of it is in the list
  std::vector<bool> closed_;                            ///< by object
  std::vector<std::uint32_t> looked_at_;                ///< by object: the last default that did
  std::map<Object, std::deque<std::uint32_t>> queues_;  ///< of conds
};

}  // namespace

EventList events_of(const Trace& trace, Labels labels) {
  EventList list;
  Lister(trace, labels, list);
  return list;
}

}  // namespace graphfuzz::go

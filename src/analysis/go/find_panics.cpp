// What went wrong in the execution itself. A trace need not say which operation panicked: it is one that never
// finished although nothing can keep it waiting.
#include <map>
#include <set>

#include "analysis/go/finding_list.hpp"

namespace graphfuzz::go {
namespace {

struct Code {
  const char* code;
  const char* kind;
};

Code code_of(Panic panic) {
  switch (panic) {
    case Panic::send_on_closed:
      return {"A01", "send on closed channel"};
    case Panic::close_of_closed:
      return {"A03", "close of closed channel"};
    case Panic::close_of_nil:
      return {"A04", "close of nil channel"};
    case Panic::negative_wait_group:
      return {"A05", "negative wait group counter"};
    case Panic::unlock_of_unlocked:
      return {"A06", "unlock of unlocked lock"};
    default:
      return {"A00", "panic"};
  }
}

/// Does the select want to send on a channel that is closed?
Object sends_on_closed(const Trace& trace, const TraceEvent& select, const std::vector<std::uint32_t>& closed) {
  for (std::uint32_t c = 0; c < select.case_count; ++c) {
    const TraceCase& one = trace.cases[select.first_case + c];
    if (one.sends && one.channel != kNoObject && closed[one.channel] != kNoEvent) return one.channel;
  }
  return kNoObject;
}

/// Who holds which locks, as far as is needed to tell that an unlock is one too many.
class Holders {
 public:
  explicit Holders(std::size_t objects) : writes_(objects, 0), reads_(objects, 0) {}
  void follow(const TraceEvent& event) {
    if (!event.finished() || !event.ok) return;
    if (event.kind == Kind::lock || event.kind == Kind::try_lock) ++writes_[event.object];
    if (event.kind == Kind::rlock || event.kind == Kind::try_rlock) ++reads_[event.object];
    if (event.kind == Kind::unlock) --writes_[event.object];
    if (event.kind == Kind::runlock) --reads_[event.object];
  }
  bool held(const TraceEvent& unlock) const {
    return (unlock.kind == Kind::unlock ? writes_ : reads_)[unlock.object] > 0;
  }

 private:
  std::vector<std::int64_t> writes_, reads_;
};

}  // namespace

void find_panics(const Trace& trace, FindingList& actual) {
  std::vector<std::uint32_t> closed(trace.objects.size(), kNoEvent);
  for (std::uint32_t e = 0; e < trace.events.size(); ++e) {
    const TraceEvent& event = trace.events[e];
    if (event.kind == Kind::close && event.finished() && event.object != kNoObject) closed[event.object] = e;
  }
  bool explained = false;
  const auto add = [&](Panic panic, std::vector<std::uint32_t> events) {
    const Code code = code_of(panic);
    actual.add({code.code, code.kind, false, true, std::move(events)});
    explained = true;
  };
  Holders holders(trace.objects.size());
  for (std::uint32_t e = 0; e < trace.events.size(); ++e) {
    const TraceEvent& event = trace.events[e];
    const bool on_object = event.object != kNoObject;
    if (is_mutex(event.kind) && on_object) holders.follow(event);
    if (event.finished()) {
      const TraceCase* chosen = event.kind == Kind::select ? trace.case_of(event) : nullptr;
      const bool receives = event.kind == Kind::receive || (chosen != nullptr && !chosen->sends);
      if (receives && !event.ok && event.partner != kNoEvent) {
        actual.add({"A02", "receive on closed channel", false, false, {e, event.partner}});
      }
      if (event.kind == Kind::wg_add && event.value < 0) add(Panic::negative_wait_group, {e});
      continue;
    }
    switch (event.kind) {
      case Kind::send:
        if (on_object && closed[event.object] != kNoEvent) add(Panic::send_on_closed, {e, closed[event.object]});
        break;
      case Kind::select:
        if (const Object channel = sends_on_closed(trace, event, closed); channel != kNoObject) {
          add(Panic::send_on_closed, {e, closed[channel]});
        }
        break;
      case Kind::close:
        if (!on_object) add(Panic::close_of_nil, {e});
        if (on_object && closed[event.object] != kNoEvent) add(Panic::close_of_closed, {e, closed[event.object]});
        break;
      case Kind::wg_add:
        if (event.value < 0) add(Panic::negative_wait_group, {e});
        break;
      case Kind::unlock:
      case Kind::runlock:
        if (on_object && !holders.held(event)) add(Panic::unlock_of_unlocked, {e});
        break;
      default:
        break;
    }
  }
  if (trace.outcome == Outcome::panicked && !explained) {
    if (trace.panic_event != kNoEvent) {
      add(trace.panic, {trace.panic_event});
    } else {
      actual.add({"R01", "panic of unknown origin", false, true, {}});
    }
  }
  if (trace.outcome == Outcome::timed_out) actual.add({"R02", "time-out", false, true, {}});
}

void find_concurrent_receives(const Trace& trace, const HappensBefore& strong, FindingList& actual) {
  std::vector<std::map<Routine, std::uint32_t>> last(trace.objects.size());
  std::set<std::pair<Object, Position>> reported;
  for (std::uint32_t e = 0; e < trace.events.size(); ++e) {
    const TraceEvent& event = trace.events[e];
    if (!event.finished() || !event.ok) continue;
    Object channel = event.kind == Kind::receive ? event.object : kNoObject;
    if (event.kind == Kind::select) {
      const TraceCase* chosen = trace.case_of(event);
      if (chosen != nullptr && !chosen->sends) channel = chosen->channel;
    }
    if (channel == kNoObject) continue;
    if (!reported.contains({channel, event.position})) {
      for (const auto& [routine, other] : last[channel]) {
        if (routine == event.routine || !strong.concurrent(other, e)) continue;
        actual.add({"A07", "concurrent receives", false, false, {e, other}});
        reported.emplace(channel, event.position);
        break;
      }
    }
    last[channel][event.routine] = e;
  }
}

void find_use_of_closed(const Trace& trace, const HappensBefore& strong, bool select_cases, FindingList& predicted) {
  // Of every routine the last use of the channel is enough: if that happens before the close, all do.
  using Uses = std::map<std::pair<Routine, Position>, std::uint32_t>;
  std::vector<Uses> sends(trace.objects.size()), receives(trace.objects.size());
  std::vector<bool> closed(trace.objects.size(), false);
  for (const TraceEvent& event : trace.events) {
    if (event.kind == Kind::close && event.finished() && event.object != kNoObject) closed[event.object] = true;
  }
  const auto use = [&](std::uint32_t e, Object channel, bool is_send) {
    if (channel == kNoObject || !closed[channel]) return;
    const TraceEvent& event = trace.events[e];
    (is_send ? sends : receives)[channel][{event.routine, event.position}] = e;
  };
  for (std::uint32_t e = 0; e < trace.events.size(); ++e) {
    const TraceEvent& event = trace.events[e];
    if (!event.finished()) continue;
    if (event.kind == Kind::send || (event.kind == Kind::receive && event.ok)) {
      use(e, event.object, event.kind == Kind::send);
    } else if (event.kind == Kind::select) {
      for (std::uint32_t c = 0; c < event.case_count; ++c) {
        const TraceCase& one = trace.cases[event.first_case + c];
        const bool taken = event.chosen == static_cast<int>(c);
        if (taken ? event.ok || one.sends : select_cases) use(e, one.channel, one.sends);
      }
    } else if (event.kind == Kind::close && event.object != kNoObject) {
      for (const auto& [where, send] : sends[event.object]) {
        if (strong.concurrent(send, e))
          predicted.add({"P01", "possible send on closed channel", true, true, {send, e}});
      }
      for (const auto& [where, receive] : receives[event.object]) {
        if (!strong.concurrent(receive, e)) continue;
        predicted.add({"P02", "possible receive on closed channel", true, false, {receive, e}});
      }
    }
  }
}

}  // namespace graphfuzz::go

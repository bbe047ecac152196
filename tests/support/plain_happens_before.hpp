// Happens-before straight from its rules: all edges, and a search from every event. No clocks.
#pragma once

#include <map>
#include <vector>

#include "graphfuzz/analysis/go/happens_before.hpp"
#include "graphfuzz/program/go/trace.hpp"

namespace graphfuzz::testing {

class PlainHappensBefore {
 public:
  PlainHappensBefore(const go::Trace& trace, go::Clock clock, const go::HappensBeforeOptions& options = {})
      : trace_(trace), next_(trace.events.size()) {
    std::map<go::Routine, std::uint32_t> last;
    for (std::uint32_t e = 0; e < trace.events.size(); ++e) {
      const go::TraceEvent& event = trace.events[e];
      if (last.contains(event.routine)) {
        edge(last[event.routine], e);
      } else if (trace.routines[event.routine].fork != go::kNoEvent) {
        edge(trace.routines[event.routine].fork, e);
      }
      last[event.routine] = e;
    }
    if (clock == go::Clock::strong) synchronise(options);
  }

  /// All that is reachable from an event, by event.
  std::vector<bool> after(std::uint32_t from) const {
    std::vector<bool> reached(next_.size(), false);
    std::vector<std::uint32_t> open{from};
    while (!open.empty()) {
      const std::uint32_t e = open.back();
      open.pop_back();
      for (const std::uint32_t n : next_[e]) {
        if (!reached[n]) open.push_back(n);
        reached[n] = true;
      }
    }
    return reached;
  }

 private:
  void edge(std::uint32_t from, std::uint32_t to) { next_[from].push_back(to); }

  struct Communication {
    go::Object channel = go::kNoObject;
    bool sends = false;
  };
  Communication communication(const go::TraceEvent& e) const {
    if (!e.finished()) return {};
    if (e.kind == go::Kind::send || e.kind == go::Kind::receive) return {e.object, e.kind == go::Kind::send};
    if (e.kind != go::Kind::select || e.chosen < 0) return {};
    const go::TraceCase& taken = trace_.cases[e.first_case + static_cast<std::uint32_t>(e.chosen)];
    return {taken.channel, taken.sends};
  }

  void synchronise(const go::HappensBeforeOptions& options) {
    using go::Kind;
    struct History {
      std::vector<std::uint32_t> unlocks, runlocks, adds, sends, receives;
      std::uint32_t closed = go::kNoEvent, winner = go::kNoEvent, written = go::kNoEvent;
    };
    std::map<go::Object, History> histories;
    const auto from = [&](std::uint32_t source, std::uint32_t to) {
      if (source != go::kNoEvent) edge(source, to);
    };
    for (std::uint32_t e = 0; e < trace_.events.size(); ++e) {
      const go::TraceEvent& event = trace_.events[e];
      const Communication c = communication(event);
      if (c.channel != go::kNoObject) {
        History& h = histories[c.channel];
        const std::uint64_t capacity = trace_.objects[c.channel].capacity;
        if (!c.sends && !event.ok) {
          from(h.closed, e);
        } else if (capacity == 0) {
          from(event.partner, e);
        } else if (c.sends) {
          const std::size_t k = h.sends.size();  // from 0
          if (k >= capacity && k - capacity < h.receives.size() && event.fill > 0) from(h.receives[k - capacity], e);
          if (options.fifo && k > 0) from(h.sends.back(), e);
          h.sends.push_back(e);
        } else {
          from(event.partner, e);
          if (options.fifo && !h.receives.empty()) from(h.receives.back(), e);
          h.receives.push_back(e);
        }
        continue;
      }
      if (!event.finished() || event.object == go::kNoObject) continue;
      History& h = histories[event.object];
      const bool writes = (event.kind == Kind::lock || event.kind == Kind::try_lock) && event.ok;
      const bool reads = (event.kind == Kind::rlock || event.kind == Kind::try_rlock) && event.ok;
      if (options.critical_sections && (writes || reads)) {
        for (const std::uint32_t u : h.unlocks) from(u, e);
        if (writes) {
          for (const std::uint32_t u : h.runlocks) from(u, e);
        }
      }
      if (event.kind == Kind::unlock) h.unlocks.push_back(e);
      if (event.kind == Kind::runlock) h.runlocks.push_back(e);
      if (event.kind == Kind::close) h.closed = e;
      if (event.kind == Kind::wg_add) h.adds.push_back(e);
      if (event.kind == Kind::wg_wait) {
        for (const std::uint32_t a : h.adds) from(a, e);
      }
      if (event.kind == Kind::once && event.ok) h.winner = e;
      if (event.kind == Kind::once && !event.ok) from(h.winner, e);
      if (go::is_atomic(event.kind) && event.kind != Kind::atomic_store) from(h.written, e);
      if (go::is_atomic(event.kind) && event.kind != Kind::atomic_load) h.written = e;
      if (event.kind == Kind::cond_signal || event.kind == Kind::cond_broadcast) wake(e);
    }
  }

  /// The waits that an event wakes: those that began before it, end after it, and were not woken before; a signal the
  /// one of them that began first.
  void wake(std::uint32_t signal) {
    const go::TraceEvent& s = trace_.events[signal];
    std::uint32_t first = go::kNoEvent;
    for (std::uint32_t e = 0; e < trace_.events.size(); ++e) {
      const go::TraceEvent& w = trace_.events[e];
      if (w.kind != go::Kind::cond_wait || w.object != s.object || woken_.contains(e)) continue;
      if (w.begin > s.end || (w.finished() && w.end <= s.end)) continue;
      if (s.kind == go::Kind::cond_broadcast) {
        woken_[e] = signal;
        if (w.finished()) edge(signal, first_after(signal, w.routine));
      } else if (first == go::kNoEvent || w.begin < trace_.events[first].begin) {
        first = e;
      }
    }
    if (first == go::kNoEvent) return;
    woken_[first] = signal;
    if (trace_.events[first].finished()) edge(signal, first_after(signal, trace_.events[first].routine));
  }
  /// What a goroutine does next: who is woken takes the lock again before its Wait returns.
  std::uint32_t first_after(std::uint32_t e, go::Routine routine) const {
    while (trace_.events[++e].routine != routine) {
    }
    return e;
  }

  const go::Trace& trace_;
  std::vector<std::vector<std::uint32_t>> next_;
  std::map<std::uint32_t, std::uint32_t> woken_;
};

}  // namespace graphfuzz::testing

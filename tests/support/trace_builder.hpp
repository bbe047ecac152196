// Traces of Go programs by hand: events are added in the order in which they take effect.
#pragma once

#include <algorithm>
#include <initializer_list>
#include <map>
#include <string>
#include <vector>

#include "graphfuzz/program/go/trace.hpp"

namespace graphfuzz::testing {

/// Routine 0 is there from the beginning. The position of an event is "f.go#N", with N its number in the trace unless
/// `at(N)` was called before; time goes on by two per event.
class TraceBuilder {
 public:
  go::Trace trace;

  TraceBuilder() {
    trace.dialect = "test";
    trace.outcome = go::Outcome::clean;
    add_routine(go::kNoEvent);
  }

  go::Object object(go::ObjectKind kind, std::uint64_t capacity = 0) {
    go::TraceObject made;
    made.kind = kind;
    made.capacity = capacity;
    made.id = std::to_string(trace.objects.size());
    trace.objects.push_back(made);
    return static_cast<go::Object>(trace.objects.size() - 1);
  }
  go::Object channel(std::uint64_t capacity = 0) { return object(go::ObjectKind::channel, capacity); }
  go::Object made_channel(go::Routine routine, std::uint64_t capacity) {
    const go::Object made = channel(capacity);
    const std::uint32_t e = event(routine, go::Kind::make, made);
    trace.events[e].operand = static_cast<std::int64_t>(capacity);
    trace.objects[made].made_at = trace.events[e].position;
    return made;
  }

  TraceBuilder& at(int line) {
    line_ = line;
    return *this;
  }

  /// An operation that took effect.
  std::uint32_t event(go::Routine routine, go::Kind kind, go::Object object = go::kNoObject) {
    const std::uint32_t e = start(routine, kind, object);
    trace.events[e].end = ++time_;
    return e;
  }
  /// One that never did.
  std::uint32_t start(go::Routine routine, go::Kind kind, go::Object object = go::kNoObject) {
    go::TraceEvent added;
    added.routine = routine;
    added.kind = kind;
    added.object = object;
    added.position = position();
    added.begin = ++time_;
    added.ok = true;
    const auto e = static_cast<std::uint32_t>(trace.events.size());
    trace.events.push_back(added);
    trace.routines[routine].events.push_back(e);
    if (kind == go::Kind::end) trace.routines[routine].ended = true;
    return e;
  }

  go::Routine fork(go::Routine parent) {
    const std::uint32_t e = event(parent, go::Kind::fork);
    const go::Routine child = add_routine(e);
    trace.events[e].child = child;
    return child;
  }

  /// A send and a receive that meet; returns the send, the receive is the next event.
  std::uint32_t rendezvous(go::Routine sender, go::Routine receiver, go::Object channel) {
    const std::uint32_t send = event(sender, go::Kind::send, channel);
    meet(send, event(receiver, go::Kind::receive, channel), channel);
    return send;
  }
  /// Makes two events the partners of each other. The later one was waiting already when the earlier one came.
  void meet(std::uint32_t send, std::uint32_t receive, go::Object channel) {
    go::TraceEvent& later = trace.events[std::max(send, receive)];
    later.begin = trace.events[std::min(send, receive)].begin;
    trace.events[send].partner = receive;
    trace.events[receive].partner = send;
    trace.events[send].pair = trace.events[receive].pair = static_cast<std::uint32_t>(++received_[channel]);
    sends_[channel].push_back(send);
  }
  /// Into and out of a buffer; `e` is a send or receive, or a select that took one.
  std::uint32_t put(std::uint32_t e, go::Object channel) {
    sends_[channel].push_back(e);
    trace.events[e].pair = static_cast<std::uint32_t>(sends_[channel].size());
    trace.events[e].fill = trace.events[e].pair - static_cast<std::uint32_t>(received_[channel]);
    return e;
  }
  std::uint32_t take(std::uint32_t e, go::Object channel) {
    const std::uint32_t send = sends_[channel][received_[channel]++];
    trace.events[e].pair = static_cast<std::uint32_t>(received_[channel]);
    trace.events[e].fill = static_cast<std::uint32_t>(sends_[channel].size() - received_[channel]);
    trace.events[e].partner = send;
    trace.events[send].partner = e;
    return e;
  }
  std::uint32_t send(go::Routine r, go::Object channel) { return put(event(r, go::Kind::send, channel), channel); }
  std::uint32_t receive(go::Routine r, go::Object channel) {
    return take(event(r, go::Kind::receive, channel), channel);
  }
  /// Elements in the buffer.
  std::size_t fill(go::Object channel) { return sends_[channel].size() - received_[channel]; }

  std::uint32_t close(go::Routine r, go::Object channel) {
    return closed_[channel] = event(r, go::Kind::close, channel);
  }
  bool closed(go::Object channel) const { return closed_.contains(channel); }
  std::uint32_t receive_closed(go::Routine r, go::Object channel) {
    return found_closed(event(r, go::Kind::receive, channel), channel);
  }
  std::uint32_t found_closed(std::uint32_t e, go::Object channel) {
    trace.events[e].ok = false;
    trace.events[e].partner = closed_.at(channel);
    return e;
  }

  /// A select that took case `chosen` (kDefault: its default), whose partner is still to be given.
  std::uint32_t select(go::Routine r, std::initializer_list<go::TraceCase> cases, int chosen,
                       bool has_default = false) {
    return cases_of(event(r, go::Kind::select), std::vector(cases), chosen, has_default);
  }
  std::uint32_t cases_of(std::uint32_t e, const std::vector<go::TraceCase>& cases, int chosen, bool has_default) {
    go::TraceEvent& select = trace.events[e];
    select.first_case = static_cast<std::uint32_t>(trace.cases.size());
    select.case_count = static_cast<std::uint32_t>(cases.size());
    select.chosen = chosen;
    select.has_default = has_default;
    trace.cases.insert(trace.cases.end(), cases.begin(), cases.end());
    return e;
  }

  std::uint32_t wg_add(go::Routine r, go::Object group, std::int64_t delta) {
    const std::uint32_t e = event(r, go::Kind::wg_add, group);
    trace.events[e].operand = delta;
    trace.events[e].value = counters_[group] += delta;
    return e;
  }
  std::uint32_t failed(go::Routine r, go::Kind kind, go::Object object) {
    const std::uint32_t e = event(r, kind, object);
    trace.events[e].ok = false;
    return e;
  }

 private:
  go::Position position() {
    const std::string text = "f.go#" + std::to_string(line_ != 0 ? line_ : static_cast<int>(trace.events.size()) + 1);
    line_ = 0;
    const auto [place, added] = positions_.try_emplace(text, static_cast<go::Position>(trace.positions.size()));
    if (added) trace.positions.push_back(text);
    return place->second;
  }
  go::Routine add_routine(std::uint32_t fork_event) {
    go::TraceRoutine routine;
    routine.fork = fork_event;
    routine.id = static_cast<std::uint32_t>(trace.routines.size()) + 1;
    trace.routines.push_back(routine);
    return static_cast<go::Routine>(trace.routines.size() - 1);
  }

  std::uint64_t time_ = 0;
  int line_ = 0;
  std::map<std::string, go::Position> positions_;
  std::map<go::Object, std::vector<std::uint32_t>> sends_;
  std::map<go::Object, std::size_t> received_;
  std::map<go::Object, std::uint32_t> closed_;
  std::map<go::Object, std::int64_t> counters_;
};

}  // namespace graphfuzz::testing

// P05: routines that each hold a lock and request the next one's, in a cycle. The lock trees of UNDEAD, as a list of
// requests: "routine r, holding H, requests l" (Zhou, Silvestro, Liu et al., "UnDead", ASE 2017).
//
// Requests that are the same but for the time are one, as long as the routine forks nothing in between: the weak clock,
// which orders by forks alone, cannot tell them apart. Locks that are in no cycle of "held while requesting" are out.
#include <algorithm>
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/strong_components.hpp>
#include <map>
#include <set>
#include <tuple>

#include "analysis/go/finding_list.hpp"
#include "analysis/go/held_locks.hpp"

namespace graphfuzz::go {
namespace {

struct Request {
  Routine routine;
  Held wanted;
  std::vector<Held> held;  ///< sorted
  std::uint32_t event;
};

std::vector<Request> requests_of(const Trace& trace) {
  std::vector<Request> requests;
  HeldLocks held(trace.routines.size());
  std::vector<std::uint32_t> forks(trace.routines.size(), 0);
  std::set<std::tuple<Routine, std::uint32_t, bool, Held, std::vector<Held>>> seen;
  for (std::uint32_t e = 0; e < trace.events.size(); ++e) {
    const TraceEvent& event = trace.events[e];
    if (event.kind == Kind::fork) ++forks[event.routine];
    if (!is_mutex(event.kind) || event.object == kNoObject) continue;
    const bool waits = event.kind == Kind::lock || event.kind == Kind::rlock;
    const std::vector<Held>& mine = held.of(event.routine);
    const Held wanted = wanted_by(event);
    if (waits && seen.emplace(event.routine, forks[event.routine], event.finished(), wanted, mine).second) {
      requests.push_back({event.routine, wanted, mine, e});
    }
    held.take_down(event);
  }
  return requests;
}

/// Which locks are in a cycle with which: a number per lock. The graph's vertices are locks, and its edges what was
/// ever held while requesting what: no part of the execution graph, whose locks are orders of events.
std::vector<int> components_of(const std::vector<Request>& requests, std::size_t locks) {
  boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS> graph(locks);
  std::set<std::pair<Object, Object>> edges;
  for (const Request& request : requests) {
    for (const Held& held : request.held) edges.emplace(held.lock, request.wanted.lock);
  }
  for (const auto& [from, to] : edges) boost::add_edge(from, to, graph);
  std::vector<int> components(locks, 0);
  boost::strong_components(graph,
                           boost::make_iterator_property_map(components.begin(), get(boost::vertex_index, graph)));
  return components;
}

class CycleSearch {
 public:
  CycleSearch(const Trace& trace, const HappensBefore& weak, std::uint64_t steps, FindingList& predicted)
      : trace_(trace), weak_(weak), steps_(steps), predicted_(predicted) {}

  bool run() {
    const std::vector<Request> all = requests_of(trace_);
    for (const Request& request : all) {
      if (!request.wanted.reads) writers_[request.wanted.lock].insert(request.routine);
    }
    const std::vector<int> components = components_of(all, trace_.objects.size());
    for (const Request& request : all) {
      const std::size_t number = requests_.size();
      bool in_cycle = false;
      for (const Held& held : request.held) {
        if (held.lock == request.wanted.lock || components[held.lock] != components[request.wanted.lock]) continue;
        holders_[held.lock].push_back(number);
        in_cycle = true;
      }
      if (in_cycle) requests_.push_back(request);
    }
    for (std::size_t r = 0; r < requests_.size() && steps_ > 0; ++r) extend(r);
    return steps_ > 0;
  }

 private:
  /// Can a routine that wants `wanted` be kept waiting by one that holds `held`? Readers keep readers waiting only if a
  /// writer waits between them.
  bool conflict(const Request& waiting, Held held, Routine holder) const {
    if (held.lock != waiting.wanted.lock) return false;
    if (!held.reads || !waiting.wanted.reads) return true;
    const auto writers = writers_.find(held.lock);
    if (writers == writers_.end()) return false;
    return std::any_of(writers->second.begin(), writers->second.end(),
                       [&](Routine w) { return w != waiting.routine && w != holder; });
  }
  bool kept_waiting(const Request& waiting, const Request& by) const {
    return std::any_of(by.held.begin(), by.held.end(), [&](Held h) { return conflict(waiting, h, by.routine); });
  }
  /// Can both be where they are at the same time?
  bool together(const Request& a, const Request& b) const {
    for (const Held& x : a.held) {
      for (const Held& y : b.held) {
        if (x.lock == y.lock && !(x.reads && y.reads)) return false;
      }
    }
    return weak_.concurrent(a.event, b.event);
  }

  /// Adds `r` to the chain and goes on from there. Chains begin with the lowest routine, so that each cycle is met
  /// once.
  void extend(std::size_t r) {
    if (steps_ == 0) return;
    --steps_;
    chain_.push_back(r);
    const Request& last = requests_[r];
    const Request& first = requests_[chain_.front()];
    if (chain_.size() > 1 && kept_waiting(last, first)) report();
    for (const std::size_t next : holders_[last.wanted.lock]) {
      const Request& request = requests_[next];
      if (request.routine <= first.routine || !kept_waiting(last, request)) continue;
      const bool fits = std::all_of(chain_.begin(), chain_.end(), [&](std::size_t c) {
        return requests_[c].routine != request.routine && together(requests_[c], request);
      });
      if (fits) extend(next);
    }
    chain_.pop_back();
  }

  void report() {
    std::vector<std::uint32_t> events;
    bool all_reads = true, happened = true;
    for (const std::size_t r : chain_) {
      events.push_back(requests_[r].event);
      all_reads = all_reads && requests_[r].wanted.reads;
      happened = happened && !trace_.events[requests_[r].event].finished();
    }
    if (all_reads) return;
    // The same cycle has the same name, whichever routine was started first.
    const auto place = [this](std::uint32_t event) { return position_of(trace_, event); };
    std::rotate(events.begin(),
                std::min_element(events.begin(), events.end(),
                                 [&](std::uint32_t a, std::uint32_t b) { return place(a) < place(b); }),
                events.end());
    predicted_.add({"P05", happened ? "cyclic deadlock, which happened" : "possible cyclic deadlock", !happened, true,
                    std::move(events)});
  }

  const Trace& trace_;
  const HappensBefore& weak_;
  std::uint64_t steps_;
  FindingList& predicted_;
  std::vector<Request> requests_;
  std::map<Object, std::vector<std::size_t>> holders_;  ///< requests made while holding a lock
  std::map<Object, std::set<Routine>> writers_;
  std::vector<std::size_t> chain_;
};

}  // namespace

bool find_cyclic_deadlocks(const Trace& trace, const HappensBefore& weak, std::uint64_t steps, FindingList& predicted) {
  return CycleSearch(trace, weak, steps, predicted).run();
}

}  // namespace graphfuzz::go

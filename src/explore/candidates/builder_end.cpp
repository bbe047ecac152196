// The end of a candidate: guesses find their sources, values are checked, the graph is put together.
#include <algorithm>

#include "explore/candidates/builder.hpp"

namespace graphfuzz {

/// Every guess needs a write of its value that was added later. False if one has none, or if the candidate turns out to
/// be against what is known of the model or of values.
bool CandidateBuilder::resolve_guesses(CandidateChooser& chooser) {
  if (guesses_.empty()) return true;
  for (const Node read : guesses_) {
    Event& e = events_[read];
    ids_.clear();
    for (const Node write : writes_[e.label.location]) {
      if (write > read && events_[write].label.written_value == e.label.read_value) ids_.push_back(events_[write].id);
    }
    if (ids_.empty()) return false;
    e.source = find(ids_[ids_.size() > 1 ? chooser.choose_guessed_source(e.id, ids_) : 0]);
  }
  if (options_.coherent && !is_coherent()) return false;
  if (options_.atomic && !is_atomic()) return false;
  return options_.self_justified || !tracks_ || is_derivable();
}

// Along po, a thread observes a location in mo: of two accesses, the later one observes no earlier write, and a later
// write is not observed before. This is acyclic(po-loc | rf | mo | fr), rf being functional and mo total.
bool CandidateBuilder::is_coherent() const {
  std::vector<std::int64_t> last(mo_.size());
  for (const Thread& thread : threads_) {
    std::fill(last.begin(), last.end(), -1);
    for (const Node node : thread.events) {
      const Event& e = events_[node];
      if (!is_access(e.label.kind)) continue;
      std::int64_t& seen = last[e.label.location];
      if (reads(e.label.kind)) {
        const std::int64_t position = events_[e.source].mo_position;
        if (position < seen) return false;
        seen = position;
      }
      if (writes(e.label.kind)) {
        if (e.mo_position <= seen) return false;
        seen = e.mo_position;
      }
    }
  }
  return true;
}

bool CandidateBuilder::is_atomic() const {
  return std::all_of(events_.begin(), events_.end(), [&](const Event& e) {
    return e.label.kind != EventKind::update || events_[e.source].mo_position + 1 == e.mo_position;
  });
}

// Does no written value depend on itself? The value of a write depends on those that the reads read which it has a data
// dependency on, and, of an update that computes, on the one that it reads itself.
bool CandidateBuilder::is_derivable() const {
  enum class State : std::uint8_t { unseen, open, derived };
  std::vector<State> states(events_.size(), State::unseen);
  const auto derive = [&](const auto& self, Node write) -> bool {
    if (states[write] != State::unseen) return states[write] == State::derived;
    states[write] = State::open;
    const Event& e = events_[write];
    if (e.computes && !self(self, e.source)) return false;
    for (std::uint32_t i = e.dependencies_begin; i < e.dependencies_end; ++i) {
      const Dependency& d = dependencies_[i];
      if (d.kind != DependencyKind::data || d.tested) continue;
      if (!self(self, events_[threads_[e.id.thread].events[d.read]].source)) return false;
    }
    states[write] = State::derived;
    return true;
  };
  for (Node node = 0; node < events_.size(); ++node) {
    if (writes(events_[node].label.kind) && !derive(derive, node)) return false;
  }
  return true;
}

void CandidateBuilder::assemble(ExecutionGraph& graph) {
  const auto locations = static_cast<Slot>(mo_.size());
  std::vector<Slot>& slot_of = slots_;
  slot_of.resize(events_.size());
  for (Slot x = 0; x < locations; ++x) slot_of[x] = x;
  Slot slot = locations;
  for (ThreadId t = 0; t < threads_.size(); ++t) {
    labels_[t].clear();
    for (const Node node : threads_[t].events) {
      labels_[t].push_back(events_[node].label);
      slot_of[node] = slot++;
    }
  }
  rf_.assign(slot, kNoSlot);
  for (Node node = locations; node < events_.size(); ++node) {
    if (events_[node].source != kNone) rf_[slot_of[node]] = slot_of[events_[node].source];
  }
  for (Location x = 0; x < locations; ++x) {
    mo_slots_[x].clear();
    for (std::size_t i = 1; i < mo_[x].size(); ++i) mo_slots_[x].push_back(slot_of[mo_[x][i]]);
  }
  graph.assemble(labels_, rf_, mo_slots_);
  if (!tracks_) return;
  for (const Thread& thread : threads_) {
    for (const Node node : thread.events) {
      const Event& e = events_[node];
      const std::span<const Dependency> all(dependencies_);
      graph.set_dependencies(slot_of[node],
                             all.subspan(e.dependencies_begin, e.dependencies_end - e.dependencies_begin));
    }
  }
}

}  // namespace graphfuzz

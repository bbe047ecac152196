// Guesses find their sources, places in mo and values are checked, the graph is put together.
#include <algorithm>

#include "explore/candidates/builder.hpp"

namespace graphfuzz {

/// The write may be one that was guessed. False if the candidate turns out to be against what is known of the model or
/// of values.
bool CandidateBuilder::offer_to_guesses(Node write, CandidateChooser& chooser) {
  for (std::size_t i = 0; i < guesses_.size();) {
    const Node guess = guesses_[i];
    const Event& e = events_[guess];
    const Event& w = events_[write];
    const bool is_update = e.label.kind == EventKind::update;
    const bool may = e.label.location == w.label.location && e.label.read_value == w.label.written_value &&
                     guess != write && !(options_.coherent && e.id.thread == w.id.thread) &&
                     !(options_.atomic && is_update && (w.update != kNone || w.chain == guess));
    if (!may || !chooser.choose_guessed_source(e.id, w.id)) {
      ++i;
      continue;
    }
    guesses_.erase(guesses_.begin() + static_cast<std::ptrdiff_t>(i));
    if (!comes_true(guess, write)) return false;
  }
  return true;
}

bool CandidateBuilder::comes_true(Node guess, Node write) {
  events_[guess].source = write;
  if (options_.atomic && events_[guess].label.kind == EventKind::update) {
    events_[write].update = guess;
    insert_behind(write, chains_[guess]);
  }
  if (options_.coherent && !settle()) return false;
  return options_.self_justified || !tracks_ || is_derivable();
}

// Along po, a thread observes a location in mo: of two accesses, the later one observes no earlier write, and a later
// write is not observed before. This is acyclic(po-loc | rf | mo | fr), rf being functional and mo total. False if it
// is not so, as far as places in mo are known; else this is what the threads have observed.
bool CandidateBuilder::settle() {
  const std::size_t locations = mo_.size();
  std::fill(observed_.begin(), observed_.end(), kNone);
  for (ThreadId t = 0; t < threads_.size(); ++t) {
    for (const Node node : threads_[t].events) {
      const Event& e = events_[node];
      if (!is_access(e.label.kind)) continue;
      Node& seen = observed_[t * locations + e.label.location];
      if (reads(e.label.kind) && e.source != kNone && events_[e.source].chain == kNone) {
        if (seen != kNone && events_[e.source].mo_position < events_[seen].mo_position) return false;
        seen = e.source;
      }
      if (writes(e.label.kind) && e.chain == kNone) {
        if (seen != kNone && e.mo_position <= events_[seen].mo_position) return false;
        seen = node;
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
    if (write == kNone) return true;  // a guess that has not come true
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

/// A part of the candidate ends, in every thread, before the first write whose place in mo is not known.
void CandidateBuilder::assemble(ExecutionGraph& graph, bool whole) {
  const auto locations = static_cast<Slot>(mo_.size());
  slots_.assign(events_.size(), kNoSlot);
  for (Slot x = 0; x < locations; ++x) slots_[x] = x;
  Slot slot = locations;
  for (ThreadId t = 0; t < threads_.size(); ++t) {
    labels_[t].clear();
    for (const Node node : threads_[t].events) {
      if (!whole && events_[node].chain != kNone) break;
      labels_[t].push_back(events_[node].label);
      slots_[node] = slot++;
    }
  }
  rf_.assign(slot, kNoSlot);
  for (Node node = locations; node < events_.size(); ++node) {
    if (slots_[node] != kNoSlot && events_[node].source != kNone) rf_[slots_[node]] = slots_[events_[node].source];
  }
  for (Location x = 0; x < locations; ++x) {
    mo_slots_[x].clear();
    for (std::size_t i = 1; i < mo_[x].size(); ++i) {
      if (slots_[mo_[x][i]] != kNoSlot) mo_slots_[x].push_back(slots_[mo_[x][i]]);
    }
  }
  graph.assemble(labels_, rf_, mo_slots_);
  if (!tracks_) return;
  const std::span<const Dependency> all(dependencies_);
  for (const Thread& thread : threads_) {
    for (const Node node : thread.events) {
      if (slots_[node] == kNoSlot) break;
      const Event& e = events_[node];
      graph.set_dependencies(slots_[node],
                             all.subspan(e.dependencies_begin, e.dependencies_end - e.dependencies_begin));
    }
  }
}

}  // namespace graphfuzz

#include "graphfuzz/fuzz/memory/mutator.hpp"

#include <algorithm>

namespace graphfuzz {
namespace {

// How many changes the mutator looks at before it gives up on finding one that gives an rf pair never seen, and how
// many of them may be candidates.
constexpr int kMostLookedAt = 1024;
constexpr int kMostCandidates = 16;

// How many changes that turn out to be inconsistent it takes in a row.
constexpr int kAttempts = 3;

void remove_with_successors(const ExecutionGraph& graph, Slot removed, std::vector<bool>& kept) {
  for (Slot slot = removed; slot < graph.size(); ++slot) {
    if (graph.porf_before_or_equal(removed, slot)) kept[slot] = false;
  }
}

}  // namespace

void cut(const ExecutionGraph& graph, Change change, Cut kind, std::vector<bool>& kept) {
  const Slot r = change.event;
  const Slot s = change.source;
  const Slot before_r = graph.po_previous(r);
  const EventId id = graph[r].id;
  graph.porf(graph.size() - 1);  // so that the views below stay where they are
  const ViewRef before_s = graph.porf(s);
  kept.assign(graph.size(), false);
  std::fill_n(kept.begin(), kind == Cut::minimal ? graph.locations() : r, true);
  switch (kind) {
    case Cut::revisit:
      for (Slot slot = r + 1; slot <= s; ++slot) kept[slot] = contains(before_s, graph[slot].id);
      break;
    case Cut::minimal:
      for (Slot slot = graph.locations(); slot < graph.size(); ++slot) {
        kept[slot] = contains(before_s, graph[slot].id) ||
                     (before_r != kNoSlot && contains(graph.porf(before_r), graph[slot].id));
      }
      break;
    case Cut::maximal:
      for (Slot slot = r + 1; slot < graph.size(); ++slot) kept[slot] = !contains(graph.porf(slot), id);
      break;
  }
}

Prefix make_prefix(const ExecutionGraph& graph, Change change, const std::vector<bool>& kept) {
  Prefix prefix;
  prefix.steps.reserve(static_cast<std::size_t>(std::count(kept.begin(), kept.end(), true)) + 1);
  for (Slot slot = graph.locations(); slot < graph.size(); ++slot) {
    if (kept[slot]) append_step(prefix, graph, slot, kept);
  }
  const Event& r = graph[change.event];
  const EventId source = graph[change.source].id;
  prefix.steps.push_back({r.id.thread, source.thread, source.index & 0x7fffffff, change.fails});
  return prefix;
}

std::optional<Prefix> Mutator::mutate(const ExecutionGraph& graph, Cut kind, const Pairs& seen) {
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    const std::optional<Change> change = draw(graph, seen);
    if (!change) return std::nullopt;
    const Event& e = graph[change->event];
    if (reads(e.label.kind))
      proposed_.add(pair_key(e.id, graph[e.rf == change->source ? change->event : change->source].id));
    if (std::optional<Prefix> prefix = apply(graph, *change, kind)) return prefix;
  }
  return std::nullopt;
}

std::optional<Prefix> Mutator::apply(const ExecutionGraph& graph, Change change, Cut kind) {
  cut(graph, change, kind, kept_);
  Prefix prefix = make_prefix(graph, change, kept_);
  const auto consistent = [&] { return check_.check(prefix, prefix.steps.size() - 1) == prefix.steps.size(); };
  const Event& e = graph[change.event];
  if (consistent()) {
    if (!reads(e.label.kind) || e.rf != change.source) return prefix;
    // It reads what it read: that must have been a compare-exchange, and now turn out otherwise.
    const ExecutionGraph& built = check_.graph();
    if (built[built.find(e.id)].label.kind != e.label.kind) return prefix;
    return std::nullopt;
  }
  const Slot in_the_way = graph.update_of(change.source);
  if (in_the_way == kNoSlot || in_the_way == change.event || !kept_[in_the_way]) return std::nullopt;
  // R was read from S by another update: that goes, with what depends on it, unless R itself does.
  const Slot before_r = graph.po_previous(change.event);
  if (before_r != kNoSlot && graph.porf_before_or_equal(in_the_way, before_r)) return std::nullopt;
  remove_with_successors(graph, in_the_way, kept_);
  prefix = make_prefix(graph, change, kept_);
  if (consistent()) return prefix;
  return std::nullopt;
}

bool Mutator::plausible(const ExecutionGraph& graph, Change change) const {
  const Event& e = graph[change.event];
  const Slot current = e.label.kind == EventKind::write ? graph.mo_previous(change.event) : e.rf;
  if (change.source == current) {
    // No change, but of whether a compare-exchange succeeds.
    if (!reads(e.label.kind) || change.fails == (e.label.kind == EventKind::read)) return false;
    return weak_ != nullptr && weak_->weak_at(e.id);
  }
  return !graph.porf_before_or_equal(change.event, change.source);
}

// Was the change of a read neither seen nor proposed before?
bool Mutator::is_new(const ExecutionGraph& graph, Change change, const Pairs& seen) const {
  const Event& e = graph[change.event];
  if (e.rf == change.source) return !proposed_.contains(pair_key(e.id, e.id));
  const std::uint64_t key = pair_key(e.id, graph[change.source].id);
  return !seen.contains(key) && !proposed_.contains(key);
}

// Looks at the changes in a random order, but for a limited number of them. An rf pair that was neither seen nor
// proposed before wins; else it is the first change that may be consistent as far as the coherence of the thread tells.
std::optional<Change> Mutator::draw(const ExecutionGraph& graph, const Pairs& seen) {
  const std::size_t events = graph.event_count();
  std::optional<Change> first;
  int looked_at = 0;
  int candidates = 0;
  const std::size_t start = events == 0 ? 0 : random_.below(events);
  for (std::size_t i = 0; i < events && looked_at < kMostLookedAt && candidates < kMostCandidates; ++i) {
    const Slot r = graph.locations() + static_cast<Slot>((start + i) % events);
    const Event& e = graph[r];
    if (!is_access(e.label.kind)) continue;
    const std::uint32_t bound = e.previous_access == kNoSlot ? 0 : graph.observed(e.previous_access);
    const std::span<const Slot> order = graph.mo(e.label.location).subspan(bound);
    const bool weak = reads(e.label.kind) && weak_ != nullptr && weak_->weak_at(e.id);
    const std::size_t all = order.size() * (weak ? 2 : 1);
    const std::size_t offset = random_.below(all);
    // Of the places for a write one is looked at: it is as good as another. Of the sources of a read, all.
    const std::size_t choices = reads(e.label.kind) ? all : 1;
    for (std::size_t j = 0; j < choices && looked_at < kMostLookedAt; ++j, ++looked_at) {
      const std::size_t choice = (offset + j) % all;
      const Change change{r, order[choice % order.size()], choice >= order.size()};
      if (!plausible(graph, change)) continue;
      ++candidates;
      if (!first) first = change;
      if (reads(e.label.kind) && is_new(graph, change, seen)) return change;
    }
  }
  return first;
}

}  // namespace graphfuzz

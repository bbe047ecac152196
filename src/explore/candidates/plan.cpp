#include "explore/candidates/plan.hpp"

#include <algorithm>

namespace graphfuzz {

Plan::Plan(const ExecutionGraph& graph) : reads(graph.threads()), mo(graph.locations()) {
  for (ThreadId t = 0; t < graph.threads(); ++t) {
    for (const Slot slot : graph.thread(t)) {
      const Event& e = graph[slot];
      std::optional<PlannedRead>& planned = reads[t].emplace_back();
      if (graphfuzz::reads(e.label.kind)) {
        planned = {graph[e.rf].id, e.label.read_value, e.label.kind == EventKind::update};
      }
    }
  }
  for (Location x = 0; x < graph.locations(); ++x) {
    for (const Slot write : graph.mo(x)) mo[x].push_back(graph[write].id);
  }
}

const PlannedRead* Plan::find(EventId read) const {
  if (read.thread >= reads.size() || read.index >= reads[read.thread].size()) return nullptr;
  const std::optional<PlannedRead>& planned = reads[read.thread][read.index];
  return planned ? &*planned : nullptr;
}

void Plan::mutate(const ExecutionGraph& graph, const CandidateBuilder& builder, Random& random) {
  const std::uint32_t kind = random.below(8);
  if (kind < 4 && redirect(graph, builder, random)) return;
  if (kind < 7 && move(random)) return;
  forget(random);
}

/// Has a read read from another write: of the graph, or one that was seen elsewhere.
bool Plan::redirect(const ExecutionGraph& graph, const CandidateBuilder& builder, Random& random) {
  std::vector<Slot> readers;
  for (Slot slot = graph.locations(); slot < graph.size(); ++slot) {
    // Some may have been forgotten by an earlier change.
    if (find(graph[slot].id) != nullptr) readers.push_back(slot);
  }
  if (readers.empty()) return false;
  const Event& reader = graph[readers[random.below(readers.size())]];
  const std::span<const Slot> here = graph.mo(reader.label.location);
  const std::span<const PossibleWrite> elsewhere = builder.possible_writes(reader.label.location);
  PlannedRead& planned = *reads[reader.id.thread][reader.id.index];
  const std::size_t chosen = random.below(here.size() + elsewhere.size());
  if (chosen < here.size()) {
    planned.source = graph[here[chosen]].id;
    planned.value = graph[here[chosen]].label.written_value;
  } else {
    planned.source = elsewhere[chosen - here.size()].id;
    planned.value = elsewhere[chosen - here.size()].value;
  }
  planned.succeeds ^= random.below(4) == 0;
  return true;
}

/// Moves a write in mo.
bool Plan::move(Random& random) {
  std::vector<std::vector<EventId>*> orders;
  for (std::vector<EventId>& order : mo) {
    if (order.size() > 2) orders.push_back(&order);
  }
  if (orders.empty()) return false;
  std::vector<EventId>& order = *orders[random.below(orders.size())];
  const auto from = static_cast<std::ptrdiff_t>(1 + random.below(order.size() - 1));
  const EventId write = order[static_cast<std::size_t>(from)];
  order.erase(order.begin() + from);
  order.insert(order.begin() + static_cast<std::ptrdiff_t>(1 + random.below(order.size())), write);
  return true;
}

/// Leaves the rest of a thread to chance.
void Plan::forget(Random& random) {
  if (reads.empty()) return;
  auto& thread = reads[random.below(reads.size())];
  if (!thread.empty()) thread.resize(random.below(thread.size()));
}

std::size_t PlanChooser::choose_source(EventId read, std::span<const CandidateOption> options, bool may_wait) {
  constexpr std::size_t kOneInStrays = 16;
  std::size_t chosen = options.size();
  const PlannedRead* planned = plan_.find(read);
  if (planned != nullptr && random_.below(kOneInStrays) != 0) {
    const auto is_planned = [&](const CandidateOption& o) { return o.source == planned->source; };
    auto found = std::find_if(options.begin(), options.end(),
                              [&](const auto& o) { return is_planned(o) && o.succeeds == planned->succeeds; });
    if (found == options.end()) found = std::find_if(options.begin(), options.end(), is_planned);
    chosen = static_cast<std::size_t>(found - options.begin());
    if (chosen == options.size() && !may_wait) chosen = random_.below(options.size());
  } else {
    const std::size_t count = options.size() + (may_wait ? 1 : 0);
    chosen = is_wild() || options.empty() ? random_.below(count) : options.size() - 1;
  }
  if (chosen < options.size()) sources_.emplace_back(read, options[chosen].source);
  return chosen;
}

std::size_t PlanChooser::choose_guess(EventId read, std::span<const CandidateOption> options) {
  if (const PlannedRead* planned = plan_.find(read)) {
    for (std::size_t i = 0; i < options.size(); ++i) {
      if (options[i].value == planned->value && options[i].succeeds == planned->succeeds) return i;
    }
  }
  return random_.below(options.size());
}

std::size_t PlanChooser::choose_predecessor(EventId write, std::span<const EventId> predecessors) {
  // Behind the last of those that the plan has before the write.
  for (const std::vector<EventId>& order : plan_.mo) {
    const auto planned = std::find(order.begin(), order.end(), write);
    if (planned == order.end()) continue;
    for (std::size_t i = predecessors.size(); i-- > 0;) {
      if (std::find(order.begin(), planned, predecessors[i]) != planned) return i;
    }
    return 0;
  }
  // An update belongs behind what it reads from, in most models.
  const auto source =
      std::find_if(sources_.begin(), sources_.end(), [&](const auto& chosen) { return chosen.first == write; });
  if (source != sources_.end() && !is_wild()) {
    const auto found = std::find(predecessors.begin(), predecessors.end(), source->second);
    if (found != predecessors.end()) return static_cast<std::size_t>(found - predecessors.begin());
  }
  return is_wild() ? random_.below(predecessors.size()) : predecessors.size() - 1;
}

bool PlanChooser::choose_guessed_source(EventId read, EventId write) {
  const PlannedRead* planned = plan_.find(read);
  return (planned != nullptr && planned->source == write) || random_.below(2) == 0;
}

}  // namespace graphfuzz

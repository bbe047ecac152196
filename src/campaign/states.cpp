#include "campaign/states.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "campaign/fingerprints.hpp"

namespace graphfuzz {
namespace {

/// Of two examples of the same outcome one that does not depend on which came first.
bool better(const std::shared_ptr<const Witness>& a, const std::shared_ptr<const Witness>& b) {
  if (!a || !b) return a != nullptr;
  if (a->steps.size() != b->steps.size()) return a->steps.size() < b->steps.size();
  return a->steps < b->steps;
}

void sort_if_needed(auto begin, auto end) {
  if (!std::is_sorted(begin, end)) std::sort(begin, end);
}

void unite(std::vector<Fingerprint>& graphs, const std::vector<Fingerprint>& others) {
  const auto middle = static_cast<std::ptrdiff_t>(graphs.size());
  graphs.insert(graphs.end(), others.begin(), others.end());
  sort_if_needed(graphs.begin(), graphs.begin() + middle);
  sort_if_needed(graphs.begin() + middle, graphs.end());
  std::inplace_merge(graphs.begin(), graphs.begin() + middle, graphs.end());
  graphs.erase(std::unique(graphs.begin(), graphs.end()), graphs.end());
}

/// Marks which of `all` are among the graphs; both are sorted.
void mark_those_of(const std::vector<Fingerprint>& graphs, const std::vector<Fingerprint>& all,
                   std::vector<bool>& marks) {
  auto next = all.begin();
  for (const Fingerprint& graph : graphs) {
    next = std::lower_bound(next, all.end(), graph);
    if (next == all.end()) return;
    if (*next == graph) marks[static_cast<std::size_t>(next - all.begin())] = true;
  }
}

}  // namespace

void StateCollector::add(Search& search, const Execution& execution, bool satisfies, const CampaignOptions& options) {
  Side& side = sides_[satisfies ? 1 : 0];
  ++side.graphs;
  auto known = states_.find(execution.outcome);
  if (known == states_.end()) {
    if (states_.size() >= options.keep_states) {
      if (options.keep_graphs) side.others.push_back(execution.graph);
      return;
    }
    Entry entry{{search.outcome(), satisfies, 0}, {}};
    if (states_.size() < options.keep_examples && example_rows_ < kMostRows) {
      entry.state.example = std::make_shared<const Witness>(search.witness(nullptr));
      example_rows_ += entry.state.example->story.rows.size();
    }
    known = states_.emplace(execution.outcome, std::move(entry)).first;
  }
  ++known->second.state.graphs;
  known->second.state.satisfies |= satisfies;
  if (options.keep_graphs) known->second.graphs.push_back(execution.graph);
}

void StateCollector::add(const StateCollector& other) {
  bool know_graphs = false;
  for (const auto& [outcome, theirs] : other.states_) {
    const auto [place, fresh] = states_.try_emplace(outcome, theirs);
    know_graphs |= !theirs.graphs.empty();
    if (fresh) continue;
    Entry& ours = place->second;
    ours.state.graphs += theirs.state.graphs;
    ours.state.satisfies |= theirs.state.satisfies;
    if (better(theirs.state.example, ours.state.example)) ours.state.example = theirs.state.example;
    unite(ours.graphs, theirs.graphs);
  }
  for (std::size_t i = 0; i < sides_.size(); ++i) {
    sides_[i].graphs += other.sides_[i].graphs;
    know_graphs |= !other.sides_[i].others.empty();
    unite(sides_[i].others, other.sides_[i].others);
  }
  example_rows_ += other.example_rows_;
  if (know_graphs) recount();
}

void StateCollector::recount() {
  // What is not kept by one may be by another one.
  std::array<std::vector<bool>, 2> listed;
  for (const std::size_t i : {0, 1}) {
    unite(sides_[i].others, {});
    listed[i].resize(sides_[i].others.size());
  }
  for (auto& [outcome, entry] : states_) {
    unite(entry.graphs, {});
    for (const std::size_t i : {0, 1}) mark_those_of(entry.graphs, sides_[i].others, listed[i]);
  }
  for (const std::size_t i : {0, 1}) {
    Graphs& others = sides_[i].others;
    std::size_t left = 0;
    for (std::size_t at = 0; at < others.size(); ++at) {
      if (!listed[i][at]) others[left++] = others[at];
    }
    others.resize(left);
    sides_[i].graphs = left;
  }
  for (auto& [outcome, entry] : states_) {
    entry.state.graphs = entry.graphs.size();
    sides_[entry.state.satisfies ? 1 : 0].graphs += entry.graphs.size();
  }
}

std::vector<ObservedState> StateCollector::list() const {
  std::vector<ObservedState> states;
  for (const auto& [outcome, entry] : states_) states.push_back(entry.state);
  // The order of the table is not the same in every process.
  std::sort(states.begin(), states.end(), [](const ObservedState& a, const ObservedState& b) {
    return a.text != b.text ? a.text < b.text : better(a.example, b.example);
  });
  std::vector<ObservedState> merged;
  for (ObservedState& state : states) {
    if (merged.empty() || merged.back().text != state.text) {
      merged.push_back(std::move(state));
      continue;
    }
    merged.back().graphs += state.graphs;
    merged.back().satisfies |= state.satisfies;
    if (!merged.back().example) merged.back().example = std::move(state.example);
  }
  return merged;
}

StateCollector StateCollector::numbers() const {
  StateCollector all = *this;
  if (std::any_of(states_.begin(), states_.end(), [](const auto& state) { return !state.second.graphs.empty(); }) ||
      std::any_of(sides_.begin(), sides_.end(), [](const Side& side) { return !side.others.empty(); })) {
    all.recount();
  }
  for (auto& [outcome, entry] : all.states_) entry.graphs = {};
  for (Side& side : all.sides_) side.others = {};
  return all;
}

StateCollector StateCollector::uncounted() const {
  StateCollector all;
  for (const auto& [outcome, entry] : states_) {
    all.states_.emplace(outcome, Entry{entry.state, {}}).first->second.state.graphs = 0;
  }
  all.example_rows_ = example_rows_;
  return all;
}

StateCollector StateCollector::at_least() const {
  StateCollector all = *this;
  for (auto& [outcome, entry] : all.states_) {
    if (entry.state.graphs > 0) continue;
    entry.state.graphs = 1;
    ++all.sides_[entry.state.satisfies ? 1 : 0].graphs;
  }
  return all;
}

/// `chosen`: of a list the graphs that are written; `count`: how many there are said to be. Without `words`, states of
/// no graph are left out.
template <class Chosen, class Count>
void StateCollector::save(store::Writer& out, Chosen chosen, Count count, bool words) const {
  std::vector<std::pair<Fingerprint, const Entry*>> sorted;
  for (const auto& [outcome, entry] : states_) sorted.emplace_back(outcome, &entry);
  std::sort(sorted.begin(), sorted.end());
  out.begin_object().key("states").begin_array();
  for (const auto& [outcome, entry] : sorted) {
    const Graphs& graphs = chosen(entry->graphs);
    const std::uint64_t number = count(entry->state.graphs, graphs);
    if (!words && number == 0) continue;
    graphfuzz::save(out.begin_object().key("outcome"), outcome);
    out.field("text", words ? entry->state.text : std::string()).field("satisfies", entry->state.satisfies);
    out.field("count", number);
    if (!graphs.empty()) out.key("graphs").bytes(to_bytes(graphs));
    if (words && entry->state.example) graphfuzz::save(out.key("example"), *entry->state.example);
    out.end_object();
  }
  out.end_array();
  for (const std::size_t i : {0, 1}) {
    const Graphs& others = chosen(sides_[i].others);
    out.key(i == 1 ? "positive" : "negative").begin_object();
    out.field("count", words ? count(sides_[i].graphs, others) : others.size());
    if (!others.empty()) out.key("others").bytes(to_bytes(others));
    out.end_object();
  }
  out.end_object();
}

void StateCollector::save(store::Writer& out) const {
  save(
      out, [](const Graphs& all) -> const Graphs& { return all; }, [](auto number, const Graphs&) { return number; },
      true);
}

void StateCollector::save(store::Writer& out, const KeyShare& share) const {
  const auto of_share = [&share](const Graphs& graphs) {
    Graphs some;
    std::copy_if(graphs.begin(), graphs.end(), std::back_inserter(some),
                 [&share](const Fingerprint& graph) { return share.has(graph.low); });
    unite(some, {});
    return some;
  };
  save(
      out, of_share, [](auto, const Graphs& some) { return std::uint64_t{some.size()}; }, false);
}

void StateCollector::load(const store::Value& saved) {
  saved.expect_keys({"states", "positive", "negative"});
  for (const store::Value item : saved.field("states").array()) {
    item.expect_keys({"outcome", "text", "satisfies", "count", "graphs", "example"});
    Entry entry;
    entry.state.text = item.field("text").text();
    entry.state.satisfies = item.field("satisfies").boolean();
    entry.state.graphs = item.field("count").integer<std::uint64_t>();
    if (const auto graphs = item.find("graphs")) entry.graphs = fingerprints_of(*graphs);
    if (const auto example = item.find("example")) {
      entry.state.example = std::make_shared<const Witness>(load_witness(*example));
      example_rows_ += entry.state.example->story.rows.size();
    }
    if (!states_.emplace(load_fingerprint(item.field("outcome")), std::move(entry)).second) {
      item.field("outcome").reject("the same outcome twice");
    }
  }
  for (const std::size_t i : {0, 1}) {
    const store::Value side = saved.field(i == 1 ? "positive" : "negative");
    side.expect_keys({"count", "others"});
    sides_[i].graphs = side.field("count").integer<std::uint64_t>();
    if (const auto others = side.find("others")) sides_[i].others = fingerprints_of(*others);
  }
}

}  // namespace graphfuzz

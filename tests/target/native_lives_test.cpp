// What is accessed after it was freed, by the graph alone: against what the graph's relations say, and in whatever
// order graphs are built.
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <tuple>

#include "graphfuzz/explore/executor.hpp"
#include "graphfuzz/frontend/native/native_program.hpp"
#include "graphfuzz/model/registry.hpp"
#include "support/block_machine.hpp"
#include "support/explore_all.hpp"
#include "support/property.hpp"

namespace graphfuzz::testing {
namespace {

/// Who has accessed the block, and who has freed it. Of races only those with a free are told.
using Uses = std::set<std::tuple<WatchedRace::Kind, ThreadId, ThreadId>>;
using Key = std::pair<std::uint64_t, std::uint64_t>;
using UsesOfGraphs = std::map<Key, Uses>;

Uses uses_of(std::span<const WatchedRace> races) {
  Uses uses;
  for (const WatchedRace& race : races) {
    if (race.second.life != Life::freed) continue;
    auto [one, other] = std::pair(race.first.thread, race.second.thread);
    if (race.kind == WatchedRace::Kind::double_free && one > other) std::swap(one, other);
    uses.emplace(race.kind, one, other);
  }
  return uses;
}

/// Closed under composition, of slots.
std::vector<std::vector<bool>> past_of(const ExecutionGraph& graph, bool sequential) {
  std::vector<std::vector<bool>> before(graph.size(), std::vector<bool>(graph.size(), false));
  for (Slot slot = graph.locations(); slot < graph.size(); ++slot) {
    before[slot][slot] = true;
    const Event& e = graph[slot];
    if (const Slot previous = graph.po_previous(slot); previous != kNoSlot) before[previous][slot] = true;
    if (e.rf != kNoSlot) before[e.rf][slot] = true;
    if (!sequential || !writes(e.label.kind)) continue;
    for (Slot other = 0; other < graph.size(); ++other) {
      const Event& f = graph[other];
      if (other == slot || !is_access(f.label.kind) || f.label.location != e.label.location) continue;
      const std::span<const Slot> mo = graph.mo(e.label.location);
      const auto rank = [&](Slot write) { return std::find(mo.begin(), mo.end(), write) - mo.begin(); };
      if (writes(f.label.kind) && rank(other) < rank(slot)) before[other][slot] = true;
      if (reads(f.label.kind) && rank(f.rf) < rank(slot)) before[other][slot] = true;
    }
  }
  for (Slot k = 0; k < graph.size(); ++k) {
    for (Slot a = 0; a < graph.size(); ++a) {
      for (Slot b = 0; b < graph.size(); ++b) before[a][b] = before[a][b] || (before[a][k] && before[k][b]);
    }
  }
  return before;
}

/// By definition. The first event of a thread is its begin.
Uses expected_uses(const BlockScripts& scripts, const ExecutionGraph& graph, const MemoryModel& model) {
  const auto past = past_of(graph, model.is_sequential());
  const auto porf = past_of(graph, false);
  struct Step {
    ThreadId thread;
    std::uint32_t index;  // of the event, or of the next one
    BlockStep step;
  };
  std::vector<Step> all;
  for (std::uint32_t t = 0; t < scripts.size(); ++t) {
    std::uint32_t index = 1;
    for (const BlockStep step : scripts[t]) {
      if (is_of_block(step)) all.push_back({child_thread(0, t), index, step});
      index += is_event(step) ? 1 : 0;
    }
  }
  Uses uses;
  for (const Step& end : all) {
    if (end.step != BlockStep::give_back) continue;
    const Slot last = graph.thread(end.thread)[end.index - 1];
    for (const Step& step : all) {
      if (step.thread == end.thread) continue;
      if (step.step == BlockStep::give_back) {
        uses.emplace(WatchedRace::Kind::double_free, std::min(step.thread, end.thread),
                     std::max(step.thread, end.thread));
        continue;
      }
      const std::span<const Slot> events = graph.thread(step.thread);
      const bool has_event = step.index < events.size();
      const bool comes_first = has_event && (model.knows_happens_before() ? contains(model.happens_before(graph, last),
                                                                                     {step.thread, step.index})
                                                                          : past[events[step.index]][last]);
      if (comes_first) continue;
      const bool only_order = model.detects_races() && has_event && porf[events[step.index]][last];
      uses.emplace(only_order ? WatchedRace::Kind::race : WatchedRace::Kind::use_after_free, step.thread, end.thread);
    }
  }
  return uses;
}

template <class Source>
void add(UsesOfGraphs& all, const Source& source) {
  const Fingerprint graph = fingerprint(source.graph()).graph;
  const Uses uses = uses_of(source.watched_races());
  const auto [found, is_new] = all.try_emplace({graph.low, graph.high}, uses);
  RC_ASSERT(found->second == uses);
}

/// What is shared is learned on the way, after which all begins anew.
UsesOfGraphs explore(const BlockScripts& scripts, native::Knowledge& knowledge, MemoryModel& model,
                     std::uint64_t seed) {
  knowledge.strict = true;
  while (true) {
    try {
      const native::NativeProgram program(knowledge);
      Random random(seed);
      RandomStrategy strategy(random);
      UsesOfGraphs all;
      explore_all(program, model, strategy, [&](Explorer& explorer, std::optional<Ending> ending) {
        RC_ASSERT(ending == Ending::complete);
        add(all, explorer);
        RC_ASSERT(uses_of(explorer.watched_races()) == expected_uses(scripts, explorer.graph(), model));
      });
      return all;
    } catch (const Learned&) {
      knowledge.forget();
    }
  }
}

TEST(NativeLives, AreDecidedByTheGraph) {
  int uses = 0;
  int fine = 0;
  check_property(150, [&] {
    const BlockScripts scripts = *any_block_scripts();
    const std::string name = *rc::gen::element<std::string>("sc", "tso", "ra", "rc11", "relaxed");
    BlockMachine machine(scripts);
    native::Knowledge knowledge(machine);
    const std::unique_ptr<MemoryModel> model = make_model(name);
    UsesOfGraphs all = explore(scripts, knowledge, *model, 1);
    const std::size_t graphs = all.size();
    RC_ASSERT(explore(scripts, knowledge, *model, 2) == all);
    for (const auto& [graph, found] : all) ++(found.empty() ? fine : uses);
    // In orders that the tree does not take.
    const native::NativeProgram program(knowledge);
    Executor executor(program, *model);
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
      Random random(seed);
      RandomStrategy strategy(random);
      RC_ASSERT(executor.run({}, strategy) == Ending::complete);
      add(all, executor);
    }
    RC_ASSERT(all.size() == graphs);
  });
  EXPECT_GT(uses, seen_here(100));
  EXPECT_GT(fine, seen_here(20));
}

}  // namespace
}  // namespace graphfuzz::testing

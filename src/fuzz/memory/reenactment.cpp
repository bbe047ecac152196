#include "graphfuzz/fuzz/memory/reenactment.hpp"

#include <algorithm>

namespace graphfuzz {

void Reenactment::finish(Strategy& strategy, std::size_t most_events) {
  execution_ = {};
  state_ = {};
  // Whether threads wait for ever is to be seen before they go on with something older.
  const bool waits =
      executor_.waits_for_ever() && !std::ranges::all_of(executor_.waiting(), [](const Waiting& w) { return w.lock; });
  execution_.ending = waits ? Ending::blocked : executor_.resume(strategy, most_events);
  execution_.is_graph = execution_.new_graph = execution_.ending == Ending::complete;
  if (execution_.is_graph) state_ = executor_.state();
  // Models that judge whole graphs remark on races.
  const std::span<const Race> races = judge_.subject().whole_graphs ? std::span<const Race>() : executor_.races();
  judge_.expect(executor_.watched_races());
  judge_.expect(executor_.waiting());
  if (execution_.is_graph) judge_.expect(executor_.left_over());
  judge_.look(executor_.graph(), executor_.failures(), races, execution_, state_);
}

const ExecutionGraph& Reenactment::graph_of(const Finding& finding) const {
  const bool waits = MemoryJudge::waits(finding) && !executor_.waiting().empty();
  return waits ? executor_.waiting_graph() : executor_.graph();
}

std::vector<Finding> Reenactment::findings() const {
  std::vector<Finding> findings;
  const auto stack = [this](EventId id) { return executor_.event_stack(id); };
  for (std::size_t i = 0; i < judge_.findings().size(); ++i) {
    findings.push_back(judge_.finding(i, executor_.graph(), state_, stack));
  }
  return findings;
}

}  // namespace graphfuzz

// A plan: what a candidate is to look like, and a chooser that follows it as far as the program does.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "explore/candidates/builder.hpp"
#include "graphfuzz/explore/random.hpp"
#include "graphfuzz/graph/execution_graph.hpp"

namespace graphfuzz {

struct PlannedRead {
  EventId source;
  Value value = 0;
  bool succeeds = true;
};

struct Plan {
  std::vector<std::vector<std::optional<PlannedRead>>> reads;  ///< by thread and po index
  std::vector<std::vector<EventId>> mo;                        ///< by location, the initial write first

  Plan() = default;
  /// The plan of a graph that there is.
  explicit Plan(const ExecutionGraph& graph);

  const PlannedRead* find(EventId read) const;
  /// One random change. `graph` is what the plan came from.
  void mutate(const ExecutionGraph& graph, const CandidateBuilder& builder, Random& random);

 private:
  bool redirect(const ExecutionGraph& graph, const CandidateBuilder& builder, Random& random);
  bool move(Random& random);
  void forget(Random& random);
};

class PlanChooser final : public CandidateChooser {
 public:
  /// Where there is no plan, one in `wild` choices is made at random (0: none), and the others as in a sequentially
  /// consistent execution, which most models allow.
  PlanChooser(const Plan& plan, Random& random, std::uint32_t wild) : plan_(plan), random_(random), wild_(wild) {}

  std::size_t choose_source(EventId read, std::span<const CandidateOption> options, bool may_wait) override;
  std::size_t choose_guess(EventId read, std::span<const CandidateOption> options) override;
  std::size_t choose_predecessor(EventId write, std::span<const EventId> predecessors) override;
  bool choose_guessed_source(EventId read, EventId write) override;

 private:
  bool is_wild() { return wild_ != 0 && random_.below(wild_) == 0; }

  const Plan& plan_;
  Random& random_;
  const std::uint32_t wild_;
  std::vector<std::pair<EventId, EventId>> sources_;  // chosen so far: read, write
};

}  // namespace graphfuzz

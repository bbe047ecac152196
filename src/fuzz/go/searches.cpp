#include "graphfuzz/fuzz/go/searches.hpp"

#include <stdexcept>

#include "graphfuzz/explore/go/routine_names.hpp"
#include "graphfuzz/fuzz/go/directed_search.hpp"
#include "graphfuzz/fuzz/go/prefix_engine.hpp"
#include "graphfuzz/fuzz/go/tree_engine.hpp"

namespace graphfuzz::go {
namespace {

TreeOptions tree_options(const FuzzOptions& fuzz) {
  if (fuzz.schedule == Schedule::rarity) {
    throw std::invalid_argument(
        "the schedule rarity is for memory models: what a part of a Go program's tree begins with is a step, which "
        "tells "
        "no rf pair; there are size and depth-first");
  }
  const bool deepest = fuzz.strategy == StrategyKind::exhaustive || fuzz.schedule == Schedule::depth_first;
  return {.order = deepest ? Order::deepest : Order::random, .capacity = fuzz.frontier_size};
}

class TreeSearches final : public Searches {
 public:
  TreeSearches(const GoProgram& program, const MachineOptions& machine, const SearchOptions& options,
               GraphCounts& counts)
      : program_(program), machine_(machine), options_(options), counts_(counts), tree_(tree_options(options.fuzz)) {}
  std::unique_ptr<Search> make(unsigned worker) override {
    const std::uint64_t seed = seed_of(worker, options_.seed);
    return std::make_unique<GoTreeSearch>(options_, counts_, seed, program_, machine_, names_, tree_, seed);
  }

 private:
  const GoProgram& program_;
  MachineOptions machine_;
  SearchOptions options_;
  GraphCounts& counts_;
  std::shared_ptr<RoutineNames> names_ = std::make_shared<RoutineNames>();
  Tree tree_;
};

}  // namespace

std::unique_ptr<Searches> go_searches(const GoProgram& program, const MachineOptions& machine,
                                      const std::optional<GoFuzzOptions>& directed, const SearchOptions& options,
                                      GraphCounts& counts) {
  const StrategyKind strategy = options.fuzz.strategy;
  if (explores_tree(strategy)) return std::make_unique<TreeSearches>(program, machine, options, counts);
  const auto names = std::make_shared<RoutineNames>();
  if (is_directed(strategy)) {
    MachineOptions idle = machine;
    idle.timing = Timing::idle;
    const GoFuzzOptions fuzz = directed.value_or(GoFuzzOptions::of(strategy));
    return independent_searches(options.seed, [=, &program, &counts](std::uint64_t seed) {
      return std::make_unique<DirectedSearch>(fuzz, Record::of(options), machine_runner(program, idle, names), counts,
                                              seed);
    });
  }
  return independent_searches(options.seed, [=, &program, &counts](std::uint64_t seed) {
    return std::make_unique<GoPrefixSearch>(options, counts, seed, program, machine, names);
  });
}

}  // namespace graphfuzz::go

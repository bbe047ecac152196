#include "campaign/go_searches.hpp"

#include "campaign/crew.hpp"
#include "graphfuzz/fuzz/go/cut_search.hpp"
#include "graphfuzz/fuzz/go/go_fuzzer.hpp"
#include "graphfuzz/fuzz/go/random_search.hpp"
#include "graphfuzz/fuzz/go/tree_search.hpp"

namespace graphfuzz::go {

GoSearches::GoSearches(const GoProgram& program, const GoCampaignOptions& options, GraphCounts& counts)
    : program_(program), options_(options), counts_(counts), names_(std::make_shared<RoutineNames>()) {
  if (options.strategy != "optimal" && options.strategy != "exhaustive") return;
  TreeOptions tree;
  tree.order = options.strategy == "optimal" && options.campaign.fuzz.schedule != Schedule::depth_first
                   ? Order::random
                   : Order::deepest;
  tree.capacity = options.campaign.fuzz.frontier_size;
  tree_.emplace(tree);
  records_ = options.strategy == "optimal" || options.campaign.identity == Identity::rf;
}

std::unique_ptr<GoSearch> GoSearches::make(unsigned worker) {
  const std::uint64_t seed = seed_of(worker, options_.campaign.seed);
  MachineOptions machine;
  machine.timing = options_.timing;
  machine.max_steps = options_.max_steps;
  if (tree_) return std::make_unique<TreeSearch>(program_, machine, names_, *tree_, records_, counts_, seed);
  if (const std::optional<GoStrategy> fuzzer = go_strategy(options_.strategy)) {
    machine.timing = Timing::idle;
    return std::make_unique<GoFuzzer>(program_, options_.fuzzer.value_or(GoFuzzOptions::of(*fuzzer)), machine, names_,
                                      counts_, seed);
  }
  if (options_.strategy == "random") {
    return std::make_unique<RandomSearch>(program_, machine, names_, counts_, seed);
  }
  FuzzOptions fuzz = options_.campaign.fuzz;
  fuzz.strategy = parse_strategy(options_.strategy);
  return std::make_unique<CutSearch>(program_, machine, names_, fuzz, counts_, seed, options_.campaign.identity);
}

}  // namespace graphfuzz::go

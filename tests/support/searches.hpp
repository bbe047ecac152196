// Searches with all that they need, for tests that step them by hand.
#pragma once

#include <string>

#include "graphfuzz/fuzz/memory/prefix_engine.hpp"
#include "graphfuzz/fuzz/memory/tree_engine.hpp"
#include "graphfuzz/model/registry.hpp"

namespace graphfuzz::testing {

/// A prefix search under a memory model; `mix` unless the options name another strategy with prefixes, or random.
class Fuzzer {
 public:
  Fuzzer(const Program& program, std::string model, const FuzzOptions& options, Identity identity, GraphCounts& counts,
         std::uint64_t seed)
      : make_([model = std::move(model)] { return make_model(model); }),
        search_(search_options(options, identity), counts, seed, MemorySubject{program, program.question(), make_}) {}

  Execution step() { return search_.step(); }
  const ExecutionGraph& graph() { return executor().graph(); }
  std::span<const Failure> failures() { return executor().failures(); }
  std::span<const Race> races() { return executor().races(); }
  std::span<const Value> state() { return executor().state(); }
  std::size_t corpus_size() const { return search_.corpus().size(); }
  Executor& executor() { return search_.engine().source(); }
  Search& search() { return search_; }

 private:
  static SearchOptions search_options(FuzzOptions options, Identity identity) {
    if (explores_tree(options.strategy)) options.strategy = StrategyKind::mix;
    return {options, identity};
  }

  ModelMaker make_;
  MemoryPrefixSearch search_;
};

/// One worker's tree search under a memory model.
class TreeFuzzer {
 public:
  TreeFuzzer(const Program& program, std::string model, Frontier& frontier, unsigned worker, GraphCounts& counts,
             std::uint64_t seed, const Explorer::Effort& effort = MemoryTreeEngine::kEffort)
      : make_([model = std::move(model)] { return make_model(model); }),
        search_(SearchOptions{}, counts, seed, MemorySubject{program, program.question(), make_}, frontier, worker,
                true, ~seed, effort) {}

  Execution step() { return search_.step(); }
  const ExecutionGraph& graph() { return search_.engine().source().graph(); }
  std::uint64_t work() const { return search_.engine().work(); }
  Search& search() { return search_; }

 private:
  ModelMaker make_;
  MemoryTreeSearch search_;
};

}  // namespace graphfuzz::testing

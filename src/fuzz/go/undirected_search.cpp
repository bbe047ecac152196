#include "graphfuzz/fuzz/go/undirected_search.hpp"

#include <utility>

namespace graphfuzz::go {

UndirectedSearch::UndirectedSearch(Record record, std::unique_ptr<Runner> runner, GraphCounts& counts,
                                   std::uint64_t seed)
    : EngineSearch(record, counts, seed, std::move(runner), true, HappensBeforeOptions{}) {}

Execution UndirectedSearch::step() {
  engine_.runner().run(nullptr, random_);
  Execution execution;
  execution.ending = engine_.runner().ending();
  count(execution);
  execution.shows = engine_.look(execution);
  return execution;
}

void UndirectedSearch::save(store::Writer& out, Extent extent) const {
  out.begin_object();
  save_common(out, extent);
  out.end_object();
}

void UndirectedSearch::load(const store::Value& saved) {
  saved.expect_keys({"engine", "random", "pairs"});
  load_common(saved);
}

}  // namespace graphfuzz::go

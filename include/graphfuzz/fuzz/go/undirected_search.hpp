// UndirectedSearch: runs of a Go program that nothing is asked of, one after the other.
#pragma once

#include <memory>

#include "graphfuzz/fuzz/go/directed_search.hpp"

namespace graphfuzz::go {

class UndirectedSearch final : public EngineSearch<RunnerEngine> {
 public:
  UndirectedSearch(Record record, std::unique_ptr<Runner> runner, GraphCounts& counts, std::uint64_t seed);

  /// There always is a next one.
  Execution step() override;
  Left left() const override { return {}; }
  void save(store::Writer& out, Extent extent) const override;
  void load(const store::Value& saved) override;
};

}  // namespace graphfuzz::go

// RandomSearch: every execution from scratch, each possible step as likely as the others.
#pragma once

#include <memory>
#include <vector>

#include "graphfuzz/explore/random.hpp"
#include "graphfuzz/fuzz/go/search.hpp"

namespace graphfuzz::go {

class RandomSearch final : public GoSearch {
 public:
  /// `program` and `counts` must outlive the search.
  RandomSearch(const GoProgram& program, const MachineOptions& options, std::shared_ptr<RoutineNames> names,
               GraphCounts& counts, std::uint64_t seed)
      : machine_(program, options, std::move(names)), random_(seed), counts_(counts) {}

  GoExecution step() override;
  const Machine& machine() const override { return machine_; }
  std::span<const Step> steps() const override { return steps_; }
  void flush() override { counts_.flush(); }

 private:
  Machine machine_;
  Random random_;
  CachedGraphCounts counts_;
  std::vector<Step> steps_;
};

/// From where the machine is to the end, at random; the steps are added to `steps`.
void extend_at_random(Machine& machine, Random& random, std::vector<Step>& steps);

}  // namespace graphfuzz::go

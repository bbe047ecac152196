// What kind of search a strategy for Go programs is, and what the workers' searches share.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "graphfuzz/campaign/go_campaign.hpp"
#include "graphfuzz/explore/go/routine_names.hpp"
#include "graphfuzz/explore/go/tree.hpp"
#include "graphfuzz/fuzz/go/search.hpp"

namespace graphfuzz::go {

class GoSearches {
 public:
  /// All of these must outlive it, and the searches it makes.
  GoSearches(const GoProgram& program, const GoCampaignOptions& options, GraphCounts& counts);

  std::unique_ptr<GoSearch> make(unsigned worker);

  /// The tree of executions, if the search goes through it; else null.
  const Tree* tree() const { return tree_ ? &*tree_ : nullptr; }
  /// Are the graphs taken down in the counts?
  bool records() const { return records_; }

 private:
  const GoProgram& program_;
  const GoCampaignOptions& options_;
  GraphCounts& counts_;
  const std::shared_ptr<RoutineNames> names_;
  std::optional<Tree> tree_;
  bool records_ = true;
};

}  // namespace graphfuzz::go

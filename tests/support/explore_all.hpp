// Goes through the whole tree of a program's executions.
#pragma once

#include <map>
#include <string>

#include "graphfuzz/explore/explorer.hpp"

namespace graphfuzz::testing {

/// Calls visit(explorer, ending) for every leaf, vain ones with no ending; at most `limit` of them. Returns whether it
/// came to the end.
template <class Visit>
bool explore_all(const Program& program, MemoryModel& model, Strategy& strategy, Visit visit,
                 std::uint64_t limit = ~std::uint64_t{0}) {
  Explorer explorer(program, model, strategy);
  std::vector<Branch> frontier(1);
  for (std::uint64_t leaves = 0; !frontier.empty(); ++leaves) {
    if (leaves == limit) return false;
    const Branch branch = std::move(frontier.back());
    frontier.pop_back();
    visit(explorer, explorer.explore(branch, frontier));
  }
  return true;
}

}  // namespace graphfuzz::testing

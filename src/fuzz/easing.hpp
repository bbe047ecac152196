// What minimisers of executions have in common: what is to be kept, what is best so far, and how often was tried.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "graphfuzz/explore/ending.hpp"
#include "graphfuzz/fuzz/finding.hpp"
#include "graphfuzz/fuzz/minimised.hpp"

namespace graphfuzz {

/// All but the execution itself.
struct Easing {
  std::uint64_t most = 0;  ///< executions that may be tried
  Ease ease = Ease::fewest_events;
  std::uint64_t executions = 0;
  bool all_tried = false;
  std::optional<FindingKey> key{};  ///< of the bug to be kept
  std::string bug{};
  Difficulty before{}, after{};
  std::uint64_t most_events = 0;  ///< an execution with more of them is not easier
  bool truncated = false;         ///< is the best so far?

  void begin(const Difficulty& difficulty, Ending ending) {
    before = after = difficulty;
    most_events = difficulty.events;
    truncated = ending == Ending::truncated;
  }
  /// Takes over what is easier. Anything that comes to its end is easier than what does not.
  bool improves(const Difficulty& difficulty, Ending ending) {
    const bool is_truncated = ending == Ending::truncated;
    if (difficulty.events > most_events || (is_truncated && !truncated)) return false;
    if (truncated == is_truncated && !easier(difficulty, after, ease)) return false;
    if (ease == Ease::fewest_events || truncated) most_events = difficulty.events;
    after = difficulty;
    truncated = is_truncated;
    return true;
  }
  bool time_left() const { return executions < most; }
  Minimised result(std::vector<std::string> steps) const {
    return {bug, before, after, executions, all_tried, std::move(steps)};
  }
};

/// An execution is a sequence of blocks, in each of which one thread goes on. `attempt` is given the numbers of the
/// `count` blocks in other orders: with a block right behind the one before of its thread, or that one right before it.
/// `follows(i, j)`: does block j go on with what i did? Until it returns true; then true.
template <class Follows, class Attempt>
bool any_joined(std::size_t count, Follows follows, Attempt attempt) {
  std::vector<std::size_t> order(count);
  const auto at = [&](std::size_t i) { return order.begin() + static_cast<std::ptrdiff_t>(i); };
  for (std::size_t i = 0; i < count; ++i) {
    std::size_t j = i + 2;
    while (j < count && !follows(i, j)) ++j;
    if (j >= count) continue;
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::rotate(at(i + 1), at(j), at(j + 1));
    if (attempt(order)) return true;
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::rotate(at(i), at(i + 1), at(j));
    if (attempt(order)) return true;
  }
  return false;
}

}  // namespace graphfuzz

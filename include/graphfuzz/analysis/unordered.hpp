// Stories of two accesses that nothing orders, such as a data race.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "graphfuzz/analysis/story.hpp"

namespace graphfuzz {

/// One of the two: a row of the story, or something that is no event of the execution.
struct UnorderedAccess {
  std::optional<std::uint32_t> row{};  ///< that it is
  // Of one that is none:
  std::uint32_t lane = 0;
  std::optional<std::uint32_t> before{};  ///< what was done right before it in its lane
  std::string text{};                     ///< "plain write of x"
  std::string place{};                    ///< where in the source, "f.c:12"; may be empty
};

/// Makes the story one about the two, which are a `what` ("race"). Those that are no rows are added behind all others,
/// but once.
void add_unordered(Story& story, const std::string& what, const UnorderedAccess& first, const UnorderedAccess& second);

}  // namespace graphfuzz

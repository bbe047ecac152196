// Causes: the part of an execution that what went wrong came of.
#pragma once

#include <cstdint>
#include <vector>

#include "graphfuzz/analysis/story.hpp"

namespace graphfuzz {

/// The part of the story that leads to what it is about (Story::about, and the rows that are not plain): the rows from
/// which one of these can be reached by po, rf and the edges to threads from what started them. The rows keep their
/// numbers. All of it if it is about nothing in particular. O(rows + arrows).
Story causes_of(const Story& story);

/// The rows that causes_of leaves there, in their order; empty if that is all of them.
std::vector<std::uint32_t> rows_of_causes(const Story& story);

}  // namespace graphfuzz

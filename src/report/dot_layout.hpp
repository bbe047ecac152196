// Where the events of a picture go.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "graphfuzz/analysis/story.hpp"

namespace graphfuzz {

/// In inches, y upwards, the middle of a node.
struct Point {
  double x = 0;
  double y = 0;
};

/// What is shown of a story: rows, and initial values as Story::kInitial + number, each with its label's lines.
struct PictureNode {
  std::uint32_t id = 0;
  std::string label;
  Point at{};
  bool initial() const { return id >= Story::kInitial; }
};

struct Header {
  std::uint32_t lane = 0;
  Point at;
};

/// Columns for lanes that have nodes, as wide as their labels need; nodes are below those of less depth, by whole rows.
/// Initial values are above, next to each other. Returns the headers of the columns. O(nodes log nodes + lanes).
std::vector<Header> lay_out(const Story& story, std::vector<PictureNode>& nodes);

}  // namespace graphfuzz

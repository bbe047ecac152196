// Stories as Graphviz pictures: a column per lane, time downwards.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "graphfuzz/analysis/story.hpp"

namespace graphfuzz {

struct Picture {
  std::string title;       ///< first line above the picture
  std::string subtitle;    ///< second line, may be empty
  std::size_t most = 400;  ///< of longer stories the first so many rows, and all that are not plain
};

/// A DOT file that pins its own layout (neato's): `dot -Tsvg` shows a column per lane, below the initial values that
/// are read. po is black, rf green, mo brown, fr red and dashed, starts of threads (asw) grey, others blue.
std::string to_dot(const Story& story, const Picture& picture);

/// A string as DOT quotes it.
std::string dot_string(std::string_view text);

}  // namespace graphfuzz

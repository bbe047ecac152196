// Stories as SVG, written directly: a lane per thread or goroutine, time downwards.
#pragma once

#include <string>

#include "graphfuzz/analysis/story.hpp"
#include "graphfuzz/report/dot.hpp"

namespace graphfuzz {

/// A listing in lanes: every row has a line of its own, whatever its lane; arrows are straight, po is left to the eye.
/// Readable on light and dark backgrounds. Long texts are cut, and whole in what appears under the pointer. Linear in
/// what there is to show, for stories that Graphviz would take too long for. `picture.most` does not matter: all rows
/// are shown, and of the arrows the first 20,000.
std::string to_svg(const Story& story, const Picture& picture);

}  // namespace graphfuzz

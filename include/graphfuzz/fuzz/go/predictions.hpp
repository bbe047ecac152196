// What was predicted, and came true.
#pragma once

#include <span>

#include "graphfuzz/fuzz/finding.hpp"

namespace graphfuzz::go {

/// What the prediction was told as when it happened: the first such bug, or null. All of a cycle must be blocked, which
/// may be several leaks; of the other bugs one of the two operations fails.
const Finding* when_true(const Finding& prediction, std::span<const Finding* const> happened);

}  // namespace graphfuzz::go

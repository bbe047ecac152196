// Programs that come to no end: threads that go round in a loop for ever, and do more in it than wait.
#pragma once

#include <optional>

#include "graphfuzz/frontend/native/knowledge.hpp"
#include "graphfuzz/fuzz/finding.hpp"

namespace graphfuzz {

/// How often each loop of such a program is done in a row, so that there are executions that one can look at.
inline constexpr unsigned kEndlessUnroll = 2;

/// Runs an interleaving or two of a program of which no execution has come to an end yet, for as many events as an
/// execution may have. If that is not enough, a remark on who goes round, and where; else nothing, also if it takes too
/// long to tell. Throws Stopped.
std::optional<Finding> endless_loops(native::Knowledge& knowledge);

}  // namespace graphfuzz

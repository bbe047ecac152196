// GoPie's files: what its instrumentation prints during a run, and the input that a run is given: a scheduling chain.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "graphfuzz/frontend/trace.hpp"

namespace graphfuzz::go {

/// A site of an operation, as GoPie numbers them: hash of the file, and a running number in it.
using GopieOperation = std::uint64_t;
/// `first` is to be executed before `second`.
using GopiePair = std::pair<GopieOperation, GopieOperation>;

struct GopieLog {
  /// Positions are operations (in decimal). Events without a position are those that GoPie does not count: no [FB] line
  /// follows at once. Routines are named by their gid, and that they were forked is not known. The trace is a plan as
  /// far as read_trace is concerned: what was not instrumented is missing.
  Trace trace;
  std::vector<GopiePair> covered;  ///< pairs of the chain that were enforced, in this order
};

/// Reads a log ([FBSDK], [FB] and [COVERED] lines). The rest, output of the program that is mixed with them, and lines
/// that it broke, are skipped. Throws TraceError if there is no such line at all.
GopieLog read_gopie_log(std::string_view text, const std::string& name);

/// Reads a chain "({1}, {2})({2}, {3})"; blanks do not count; an empty text is the empty chain. Throws TraceError.
std::vector<GopiePair> read_gopie_input(std::string_view text, const std::string& name);

/// Writes it, in the form above.
std::string gopie_input(const std::vector<GopiePair>& chain);

}  // namespace graphfuzz::go

// Replays of predicted bugs: the run in which what was predicted is to happen. select-based-fuzzing.md, "Fuzzing": "If
// replays are possible, they will be performed here as well."
#pragma once

#include <optional>

#include "graphfuzz/analysis/go/findings.hpp"
#include "graphfuzz/program/go/directive.hpp"
#include "graphfuzz/program/go/trace.hpp"

namespace graphfuzz::go {

struct BugReplay {
  /// Prefix: all that is bound to come before the operations of the bug, as recorded, and the cases that its selects
  /// took. Chain: those operations, in the order that is the bug: close and send, done and add, unlock and lock; of a
  /// cyclic deadlock the locks that are held, then those that are asked for.
  Directive directive;
  int exit_code = 0;  ///< that ADVOCATE expects of the replay (go-trace-formats.md, section 1)
};

/// Nothing if the bug happened, if the analysis names no two operations whose order it is, or if one of them has no
/// position. O(events · routines).
std::optional<BugReplay> replay_of(const TraceFinding& predicted, const Trace& trace);

}  // namespace graphfuzz::go

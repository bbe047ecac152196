// Who was kept waiting for a lock, and by whom, when a recorded execution was over.
#pragma once

#include <vector>

#include "graphfuzz/program/go/trace.hpp"

namespace graphfuzz::go {

/// By goroutine: those that have the lock that it waits for, itself perhaps; who reads waits for writers that were
/// there before, too. What the trace has is what was so: a lock is told as taken once it is, and as free before it is.
std::vector<std::vector<Routine>> lock_waits(const Trace& trace);

}  // namespace graphfuzz::go

// Leaks: goroutines that are left when main, or the test, has ended, and that nobody can wake.
#pragma once

#include "explore/go/bug_list.hpp"
#include "explore/go/waits.hpp"

namespace graphfuzz::go {

void find_leaks(const MachineState& state, const Waits& waits, const BugList& bugs);

}  // namespace graphfuzz::go

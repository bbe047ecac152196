// Goroutines that wait for each other in a circle.
#pragma once

#include <vector>

#include "graphfuzz/program/go/operation.hpp"

namespace graphfuzz::go {

/// `waits_for`: by goroutine, those that it waits for. Of those that are tied to each other a shortest circle; one that
/// waits for itself is a circle, too. By their smallest goroutines.
std::vector<std::vector<Routine>> wait_cycles(const std::vector<std::vector<Routine>>& waits_for);

}  // namespace graphfuzz::go

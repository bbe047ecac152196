// What Go's runtime writes of goroutines when a program ends since all of them are blocked, or since it is asked to
// quit.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "graphfuzz/program/place.hpp"

namespace graphfuzz::go {

/// What a stack is said to be of, `what`, if its goroutine neither waits nor waits for a processor.
inline constexpr std::string_view kRunning = ", running";

/// Of goroutines that are in functions of the user's, or were started there: those functions. `folder`: is left out of
/// places. `what`: "goroutine 18, chan receive, started at f.go:12", or how many are the same.
std::vector<Stack> stacks_in(const std::string& output, const std::string& folder);

}  // namespace graphfuzz::go

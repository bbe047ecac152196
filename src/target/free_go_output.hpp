// What Go's test runner and race detector write.
#pragma once

#include <string>
#include <vector>

#include "graphfuzz/fuzz/finding.hpp"

namespace graphfuzz::go {

/// A finding for each data race that Go's detector tells of, by its places. `folder`: is left out of them.
std::vector<Finding> races_in(const std::string& output, const std::string& folder);
/// A finding for each test that has failed, by what it said first.
std::vector<Finding> failures_in(const std::string& output);
/// Of a test that has ended the process with that exit code.
Finding exit_of_test(int code);

}  // namespace graphfuzz::go

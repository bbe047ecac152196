// Where a real Go program races: what is explored with --plain sc.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "graphfuzz/explore/go/machine.hpp"
#include "graphfuzz/program/go/go_program.hpp"

namespace graphfuzz::go {

struct RacingPlaces {
  std::vector<std::string> lines;
  bool cut = false;  ///< it was stopped before it came to its end
};

/// The lines of accesses that race, found by runs at random. `program_with`: the program in which goroutines stop at
/// those that are known, so that what comes of such a race is seen as well. If one of them gets nowhere, it is all
/// (real_go::kEverywhere). Deterministic for a seed. When it is stopped (stop_point),
/// those that are known by then are the result.
RacingPlaces racing_places(
    const std::function<std::shared_ptr<const GoProgram>(const std::vector<std::string>&)>& program_with,
    const MachineOptions& options, std::uint64_t seed);

/// How many goroutines a run at random has, those of main, and of the test, included. Throws Stopped, and what
/// the program throws if it cannot be run.
std::size_t goroutines(const GoProgram& program, const MachineOptions& options, std::uint64_t seed);

}  // namespace graphfuzz::go

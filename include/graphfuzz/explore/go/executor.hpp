// Runs of Go programs from beginning to end: at random, by replay, or as a directive asks.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "graphfuzz/explore/go/machine.hpp"
#include "graphfuzz/explore/random.hpp"
#include "graphfuzz/program/go/directive.hpp"

namespace graphfuzz::go {

/// What became of a directive.
struct Obedience {
  std::size_t chain_executed = 0;  ///< active operations that were executed in the order of the chain
  bool stuck = false;              ///< an active operation had to be released out of its turn
  std::size_t preferred = 0;       ///< selects that were told to prefer a case …
  std::size_t timed_out = 0;       ///< … and had to give up on it
  std::size_t delayed = 0;         ///< operations that were delayed
};

/// From where the machine is: any of the possible steps, each as likely as the others, until it is over.
void run_at_random(Machine& machine, Random& random);

/// Restarts the machine and takes the steps in turn. Returns the number of the first step that is not possible, or the
/// number of steps if all are.
std::size_t replay(Machine& machine, std::span<const Step> steps);

/// Restarts the machine, with Timing::idle, and runs it as the directive asks; what that leaves open is chosen at
/// random. `steps`, if not null, is given the steps taken, for `replay`.
Obedience run_as_directed(Machine& machine, const Directive& directive, Random& random,
                          std::vector<Step>* steps = nullptr);

}  // namespace graphfuzz::go

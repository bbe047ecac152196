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

/// Restarts the machine and takes the steps in turn, with Timing::any, whatever the machine's is. Returns the number of
/// the first step that is not possible, or the number of steps if all are.
std::size_t replay(Machine& machine, std::span<const Step> steps);

/// Restarts the machine and runs it as the directive asks; what that leaves open is chosen at random. Timers fire as
/// with Timing::idle: when nothing else can happen, but for what is held back. `steps`, if not null, is given the steps
/// taken, for `replay`. `timing`: any, that after the prefix timers may also fire while other steps are possible.
/// (spec/select-based-fuzzing.md "Running a mutation", spec/order-based-fuzzing.md "Order Enforcement",
/// spec/flow-changing-operations.md "Implementations")
///
/// Which steps are held back:
/// - While the prefix lasts, everything but its next operation; of the steps of that one those come first whose partner
///   is in the prefix, too. Operations that happen by themselves (go, make, end, …) are passed over.
/// - After that, active operations whose turn it is not. A send and a receive that meet have their turn together.
/// - Of a select with a preferred case, all other cases. The preferred default is taken at once if it is possible. A
///   preferred case that the select does not have is no preference.
/// - Executions that are to be delayed; they are counted as they arrive at the position (can_be_held).
/// Time is up when nothing else can happen: no other step, and no timer either (but after 32 firings, as tickers may go
/// on for ever); or after T steps, a tenth of MachineOptions::max_steps, from when the step was held back first, or the
/// prefix was last gone on with: others may be busy for ever. Then, in the prefix: it goes on with the first of its
/// operations that is possible, or, if none is, is given up. Else the operation that has been held back longest is
/// released for good: the active one may go, the select is as it was written, the delay is over.
Obedience run_as_directed(Machine& machine, const Directive& directive, Random& random,
                          std::vector<Step>* steps = nullptr, Timing timing = Timing::idle);

}  // namespace graphfuzz::go

// Retries with zero net effect: attempts that fail and leave memory as it was (doc/decisions/0011).
//
// A thread makes an *attempt*, an update of a location; if it reads a value that will not do, it comes back to make the
// same attempt again, in the same state, having only read meanwhile. A failed attempt has no net effect if it
// - wrote the value that was there (`while (exchange(l, 1));`), or
// - was undone by the thread's next access (`while (fetch_sub(l, 1) <= 0) fetch_add(l, 1);`), where all that others do
//   with the location is such that they would have done the same had the attempt never been made.
// Then the thread can as well be taken to wait until the attempt succeeds.
//
// After: Kokologiannakis, Ren, Vafeiadis, "Dynamic partial order reductions for spinloops", FMCAD 2021, who call them
// zero-net-effect spinloops and look for them in the shape of loops. We look for attempts, which need not be at the
// beginning of an iteration, and ask more where an attempt is undone, so that all final states remain.
#pragma once

#include <vector>

#include "code.hpp"
#include "graphfuzz/program/program.hpp"

namespace graphfuzz::litmus {

/// Finds the attempts of all threads: fills ThreadCode::retries and Access::retry. Returns how many there are.
/// `cells` and `locations` are those of the program.
unsigned find_retries(std::vector<ThreadCode>& threads, const std::vector<Cell>& cells,
                      const std::vector<LocationInfo>& locations);

}  // namespace graphfuzz::litmus

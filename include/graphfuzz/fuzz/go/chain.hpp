// Scheduling chains: operations of several goroutines in the order in which they are to be executed next time
// (spec/order-based-fuzzing.md, "Fragmentation").
#pragma once

#include <cstdint>
#include <vector>

#include "graphfuzz/analysis/go/happens_before.hpp"
#include "graphfuzz/fuzz/go/operation_names.hpp"

namespace graphfuzz::go {

/// Events of one trace, by index.
using Chain = std::vector<std::uint32_t>;

/// Is it a scheduling chain? Neighbours belong to different routines, all operations can be held back, and none is in
/// it twice (one execution of an operation cannot happen twice). In GoPie's logs operations are sites, and none of
/// those is in it twice: of a pair ({a}, {a}) a would wait for itself.
bool is_chain(const Trace& trace, const Chain& chain);

/// Has the run executed the operations in the order of the chain? How many of them, from the first on. What never
/// finished was not executed.
std::size_t executed_in_order(const OperationNames& names, const std::vector<OperationId>& chain);

/// Does happens-before allow the order? Not if a later operation happens before an earlier one ("GoPieHB",
/// "Mutation").
bool possible(const HappensBefore& order, const Chain& chain);

/// When the first of its operations was decided in the trace: up to then everything is to go as recorded ("GoPie+",
/// "Order Enforcement"). The chain must not be empty.
std::uint64_t earliest(const Trace& trace, const Chain& chain);

}  // namespace graphfuzz::go

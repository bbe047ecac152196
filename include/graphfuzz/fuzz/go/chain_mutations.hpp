// The four rules by which scheduling chains are mutated, one file each: spec/order-based-fuzzing.md, "Mutation". All
// results are scheduling chains (`is_chain`); what would be none is left out.
#pragma once

#include <cstddef>
#include <limits>
#include <vector>

#include "graphfuzz/analysis/go/relations.hpp"
#include "graphfuzz/explore/random.hpp"
#include "graphfuzz/fuzz/go/chain.hpp"

namespace graphfuzz::go {

/// Rule 1: without the first, and without the last operation. Nothing of a chain of one.
std::vector<Chain> abridge(const Chain& chain);

/// Rule 2: two neighbours change places.
std::vector<Chain> flip(const Trace& trace, const Chain& chain);

/// Rule 3: an operation is replaced by one that is related to it by Rel1.
std::vector<Chain> substitute(const Trace& trace, const Chain& chain, const Relations& relations);

/// Rule 4: an operation that is related to the last one by Rel2 is appended. `most` of them, drawn at random, if there
/// are more (Rel2 is as large as the trace).
std::vector<Chain> augment(const Trace& trace, const Chain& chain, const Relations& relations, std::size_t most,
                           Random& random);
/// All of them.
std::vector<Chain> augment(const Trace& trace, const Chain& chain, const Relations& relations);

}  // namespace graphfuzz::go

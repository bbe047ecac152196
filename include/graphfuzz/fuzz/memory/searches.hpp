// Which search a strategy is under a memory model, and what the workers' searches share.
#pragma once

#include <memory>

#include "graphfuzz/fuzz/graph_counts.hpp"
#include "graphfuzz/fuzz/memory/engine.hpp"
#include "graphfuzz/fuzz/search.hpp"

namespace graphfuzz {

/// `subject` and `counts` must outlive the searches. Throws std::invalid_argument for strategies that direct runs, and
/// for those that choose schedules if the model is not sequential.
std::unique_ptr<Searches> memory_searches(const MemorySubject& subject, const SearchOptions& options,
                                          GraphCounts& counts);

}  // namespace graphfuzz

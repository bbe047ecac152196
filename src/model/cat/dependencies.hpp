// addr, data and ctrl: the dependencies between the events of a thread. The only place that knows where they come from.
#pragma once

#include "graphfuzz/graph/execution_graph.hpp"
#include "graphfuzz/graph/relation.hpp"
#include "model/cat/plan.hpp"

namespace graphfuzz::cat {

/// One of addr, data and ctrl. Graphs do not record dependencies: it is empty.
Relation dependency_relation(const ExecutionGraph& graph, BaseRelation kind);

}  // namespace graphfuzz::cat

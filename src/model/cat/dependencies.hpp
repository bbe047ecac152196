// addr, data and ctrl: the dependencies between the events of a thread. The only place that knows where they come from.
#pragma once

#include "graphfuzz/graph/execution_graph.hpp"
#include "graphfuzz/graph/relation.hpp"
#include "model/cat/plan.hpp"

namespace graphfuzz::cat {

/// What cat's addr, data or ctrl is called in graphs.
DependencyKind dependency_kind(BaseRelation relation);

/// addr, data or ctrl, as far as the graph records them (ExecutionGraph::dependencies).
Relation dependency_relation(const ExecutionGraph& graph, BaseRelation relation);

}  // namespace graphfuzz::cat

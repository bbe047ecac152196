#include "model/cat/dependencies.hpp"

namespace graphfuzz::cat {

Relation dependency_relation(const ExecutionGraph& graph, BaseRelation) { return Relation(graph.size()); }

}  // namespace graphfuzz::cat

#include "model/cat/dependencies.hpp"

#include <cassert>

namespace graphfuzz::cat {

DependencyKind dependency_kind(BaseRelation relation) {
  assert(relation == BaseRelation::addr || relation == BaseRelation::data || relation == BaseRelation::ctrl);
  if (relation == BaseRelation::addr) return DependencyKind::address;
  return relation == BaseRelation::data ? DependencyKind::data : DependencyKind::control;
}

Relation dependency_relation(const ExecutionGraph& graph, BaseRelation relation) {
  const DependencyKind kind = dependency_kind(relation);
  Relation result(graph.size());
  for (Slot slot = graph.locations(); slot < graph.size(); ++slot) {
    for (const Dependency& dependency : graph.dependencies(slot)) {
      if (dependency.kind == kind) result.insert(graph.thread(graph[slot].id.thread)[dependency.read], slot);
    }
  }
  return result;
}

}  // namespace graphfuzz::cat

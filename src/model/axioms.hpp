// Axioms evaluated as they are written, on bit matrices: the definition that the incremental checkers must agree
// with, and the source of explanations.
#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

#include "graphfuzz/graph/relation.hpp"
#include "graphfuzz/model/memory_model.hpp"

namespace graphfuzz {

/// The relations that every model is made of. Initial writes are in no po edge and first in mo.
struct BaseRelations {
  explicit BaseRelations(const ExecutionGraph& graph);

  const ExecutionGraph& graph;
  Relation po;
  Relation asw;  ///< from where a thread was started or ended to its begin or join
  Relation rf;
  Relation mo;
  Relation fr;
  Relation eco;            ///< (rf | mo | fr)+
  Relation same_location;  ///< on accesses
};

struct NamedRelation {
  std::string name;
  Relation relation;
};

/// A shortest cycle of the union, each edge named after the first relation that has it.
std::optional<Violation> acyclic(std::string axiom, const std::vector<NamedRelation>& relations);
std::optional<Violation> irreflexive(std::string axiom, const NamedRelation& r);
/// irreflexive(a; b)
std::optional<Violation> irreflexive_composition(std::string axiom, const NamedRelation& a, const NamedRelation& b);
/// No write comes between an update and the write it reads from: irreflexive(fr; mo).
std::optional<Violation> atomicity(const BaseRelations& relations);

std::optional<Violation> first_violation(std::initializer_list<std::optional<Violation>> checks);

}  // namespace graphfuzz

// What a cat model is compiled to: operations on sets and relations without names, functions or nesting, in which what
// is equal is shared; and the orders in which to carry them out.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "graphfuzz/model/cat.hpp"
#include "model/cat/token.hpp"

namespace graphfuzz::cat {

/// The sets and relations that come from the graph.
enum class BaseSet : std::uint8_t {
  universe,
  read,
  write,
  initial_write,
  final_write,
  memory,
  fence,
  update,  // …
  non_atomic,
  relaxed,
  acquire,
  release,
  acq_rel,
  seq_cst,  // exactly this order, fences too
  atomic,   // accesses with an order
};
inline constexpr std::size_t kBaseSets = static_cast<std::size_t>(BaseSet::atomic) + 1;

enum class BaseRelation : std::uint8_t { po, loc, internal, rf, mo, asw, addr, data, ctrl };
inline constexpr std::size_t kBaseRelations = static_cast<std::size_t>(BaseRelation::ctrl) + 1;

std::string_view name(BaseRelation relation);

enum class Op : std::uint8_t {
  // Sets.
  no_set,            // {}
  base_set,          // payload: a BaseSet
  set_union,         // a | b
  set_intersection,  // a & b
  set_difference,    // a \ b
  set_complement,    // ~a
  domain,            // of the relation a
  range,
  set_variable,  // of the recursion `payload`
  set_choice,    // if condition then a else b
  // Relations.
  no_relation,
  base_relation,  // payload: a BaseRelation
  identity,       // [a]
  cartesian,      // a * b, of sets
  relation_union,
  relation_intersection,
  relation_difference,
  relation_complement,
  composition,  // a ; b
  from,         // [a] ; b, a set and a relation
  into,         // a ; [b], a relation and a set
  inverse,
  closure,    // a+
  reflexive,  // a?
  relation_variable,
  relation_choice,
  // Conditions.
  sets_equal,    // a = b
  set_included,  // a subset b
  relations_equal,
  relation_included,
};

using NodeId = std::uint32_t;
inline constexpr NodeId kNoNode = ~NodeId{0};

constexpr bool is_set(Op op) { return op <= Op::set_choice; }
constexpr bool is_condition(Op op) { return op >= Op::sets_equal; }
constexpr bool is_relation(Op op) { return !is_set(op) && !is_condition(op); }

/// What can change when only the newest event's source or place in mo does.
enum Changes : std::uint8_t { kRf = 1, kMo = 2 };

/// One operation. Operands come before it in Plan::nodes, but for what a variable stands for.
struct Node {
  Op op = Op::no_set;
  std::uint8_t payload = 0;
  NodeId a = kNoNode;
  NodeId b = kNoNode;
  NodeId condition = kNoNode;
  std::string name;          ///< that the model gives it first; empty if none
  std::uint8_t depends = 0;  ///< on which Changes
};

/// let rec: the least sets and relations such that each variable equals its body. finish() merges recursions that
/// depend on each other: by Bekić's theorem nested least fixpoints are simultaneous ones.
struct Recursion {
  std::vector<NodeId> variables;
  std::vector<NodeId> bodies;
  std::vector<std::string> names;
  Position position;
};

struct Test {
  enum class Method : std::uint8_t { acyclic, irreflexive, irreflexive_composition, empty };
  CatCheck check;
  NodeId node = kNoNode;  ///< what the model tests
  // How it is tested: acyclic(r) without r+, irreflexive(a; b) without a; b.
  Method method = Method::acyclic;
  NodeId a = kNoNode;
  NodeId b = kNoNode;
};

struct Step {
  enum class Kind : std::uint8_t {
    evaluate,  // the node `index`
    begin,     // the recursion `index`: empties its variables
    repeat,    // the recursion `index`: goes back to step `target` unless nothing changed
    test,      // the test `index`: stops if it fails
    skip,      // goes to step `target` if the node `index` is empty: the steps between only matter otherwise
  };
  Kind kind = Kind::evaluate;
  std::uint32_t index = 0;
  std::uint32_t target = 0;
};
using Schedule = std::vector<Step>;

struct Plan {
  std::string title;
  std::vector<std::string> files;  ///< that it was read from, besides those that are built in
  std::vector<Node> nodes;
  std::vector<Recursion> recursions;
  std::vector<Test> tests;
  std::vector<std::string> shown;
  /// What a model that knows races calls hb, if that is a relation: accesses that it does not order race.
  NodeId happens_before = kNoNode;

  Schedule axioms;        ///< all axioms, each as soon as it can be tested
  Schedule invariant[4];  ///< by Changes: the part of `axioms` that does not depend on them …
  Schedule variant[4];    ///< … and the part that does
  Schedule everything;    ///< all that any test needs, and no tests
  Schedule races;         ///< what the undefined_unless tests need
  Schedule order;         ///< what happens_before needs

  bool used_sets[kBaseSets] = {};
  bool used_relations[kBaseRelations] = {};
  bool prefix_closed = false;
};

/// Fills in all that follows from nodes, recursions and tests. Throws CatError if a recursion has no least fixpoint.
void finish(Plan& plan);

/// Is every axiom positive and on an expression that only grows with the graph? (growth.cpp)
bool grows_only(const Plan& plan);
/// The same for graphs that get rf and mo edges between events that are already there, too. (growth.cpp)
bool monotone(const Plan& plan);

/// Does an axiom forbid cycles of (po & loc) | rf | mo | fr, or of po | rf? (implications.cpp)
bool implies_coherence(const Plan& plan);
bool forbids_porf_cycles(const Plan& plan);

}  // namespace graphfuzz::cat

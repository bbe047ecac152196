// MemoryModel: which reads-from and modification-order choices a graph leaves open.
#pragma once

#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "graphfuzz/graph/execution_graph.hpp"

namespace graphfuzz {

class CatModel;

/// An access that a thread is about to perform.
struct Access {
  ThreadId thread = 0;
  EventKind kind = EventKind::read;  ///< read, write or update
  MemoryOrder order = MemoryOrder::relaxed;
  Location location = 0;
  std::span<const Dependency> dependencies{};  ///< for models that ask for them
};

/// Why a graph is inconsistent: the axiom, and a shortest cycle that breaks it.
struct Violation {
  struct Edge {
    Slot from;
    std::string relation;  ///< "po", "rf", "mo", "fr", or a derived relation such as "hb"
    Slot to;
  };
  std::string axiom;
  /// Each edge begins where the one before ended; the last ends where the first begins. For an axiom that something is
  /// empty it is a path; for one that something is not, it is empty.
  std::vector<Edge> cycle;
};

/// Something that a model remarks on in a graph, which is consistent all the same.
struct Remark {
  std::string name;
  bool race = false;                     ///< undefined, and what `race` reports while graphs are built
  bool undefined = false;                ///< the behaviour is undefined (cat's undefined_unless), as by a data race
  std::vector<Violation::Edge> witness;  ///< a cycle or path that shows it; empty if what is remarked on is an absence
};

/// A user's model left no choice, or not the one that is last in mo: its graphs cannot be built event by event, each
/// read after its source.
class ModelStuck : public std::runtime_error {
 public:
  explicit ModelStuck(std::string_view model)
      : std::runtime_error("the memory model " + std::string(model) + " has graphs that no event can be added to") {}
};

/// A memory model with the incremental state it keeps for one growing graph. Not thread-safe: one per worker.
///
/// The contract, for graphs built by adding events one at a time at the end of their threads: if the graph is
/// consistent, then adding the access with any choice offered gives a consistent graph, and adding it with any
/// other choice gives an inconsistent one. There is always at least one choice. Hence building never backtracks,
/// and every consistent graph without porf cycles can be built, in every order that extends its porf. Models that users
/// write (cat.hpp) may fall short of the last two: they may offer no choice at all.
class MemoryModel {
 public:
  virtual ~MemoryModel() = default;

  virtual std::string_view name() const = 0;

  /// Forgets everything: a new graph, which holds only its initial writes, is about to grow.
  virtual void reset(const ExecutionGraph& graph) = 0;
  /// `slot`, the newest event, was added.
  virtual void added(const ExecutionGraph& graph, Slot slot) = 0;
  /// The newest events were taken back. By default this rebuilds the state.
  virtual void removed(const ExecutionGraph& graph);
  /// Does `removed` cost no more than what was removed?
  virtual bool removes_cheaply() const { return false; }
  /// The graph was changed at will: brings the state up to date, as if the graph had just been built. O(size).
  void rebuild(const ExecutionGraph& graph);

  /// The writes that a read or an update may read from, in mo. For an update those which it may also follow in mo.
  /// The span is valid until the next call or the next change of the graph.
  virtual std::span<const Slot> rf_candidates(const ExecutionGraph& graph, const Access& access) = 0;
  /// The writes right after which a write may be placed in mo, in mo. Same validity.
  virtual std::span<const Slot> mo_positions(const ExecutionGraph& graph, const Access& access) = 0;

  /// Does the model know data races at all?
  virtual bool detects_races() const { return false; }
  /// An event that races with `slot`, the newest event of the graph, if the model knows data races and there is one.
  virtual std::optional<Slot> race(const ExecutionGraph& graph, Slot slot);
  /// Can the model tell what happens before an event, in the sense in which accesses that are not ordered race?
  virtual bool knows_happens_before() const { return false; }
  /// The events of the graph, with which the model is up to date, that happen before this one, and itself. Valid until
  /// the next change of the graph.
  virtual ViewRef happens_before(const ExecutionGraph& /*graph*/, Slot /*slot*/) const { return {}; }

  /// Are its graphs those of interleavings, in which reads read what was written last, all of them and no others?
  virtual bool is_sequential() const { return false; }

  /// Is the whole graph consistent? Evaluates the axioms as they are written; none of the incremental state.
  /// O(size³ / 64) at worst.
  virtual bool consistent(const ExecutionGraph& graph) const;
  /// The violated axiom and a shortest cycle; nothing if the graph is consistent. Same cost.
  virtual std::optional<Violation> explain(const ExecutionGraph& graph) const = 0;

  /// Can the model have remarks at all, and others than on races?
  virtual bool has_remarks() const { return false; }
  virtual bool has_remarks_beyond_races() const { return false; }
  /// What it remarks on in this graph. Same cost.
  virtual std::vector<Remark> remarks(const ExecutionGraph& graph) const;

  /// Does the model ask what events depend on? Then graphs have to note it (ExecutionGraph::set_dependencies).
  virtual bool uses_dependencies() const { return false; }
  /// The model as data, if it is written in cat; else null.
  virtual const CatModel* cat() const { return nullptr; }

 private:
  ExecutionGraph scratch_;  // for rebuild()
  std::vector<Slot> renamed_;
  std::vector<Value> initial_values_;
};

}  // namespace graphfuzz

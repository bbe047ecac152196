// Search: where one worker's executions come from, whatever kind of program they are of.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "graphfuzz/explore/dead_ends.hpp"
#include "graphfuzz/explore/ending.hpp"
#include "graphfuzz/fuzz/finding.hpp"
#include "graphfuzz/fuzz/options.hpp"
#include "graphfuzz/fuzz/pairs.hpp"
#include "graphfuzz/fuzz/tree_size.hpp"
#include "graphfuzz/fuzz/witness.hpp"
#include "graphfuzz/graph/fingerprint.hpp"
#include "graphfuzz/store/reader.hpp"
#include "graphfuzz/store/writer.hpp"

namespace graphfuzz {

/// How much of a search is saved.
enum class Extent : std::uint8_t {
  exact,  ///< all that it goes by: whoever loads it goes on exactly as this one would have
  work,   ///< what is left to do, for others to go on with: subtrees, prefixes
};

/// What came of a step of a search.
enum class StepKind : std::uint8_t {
  execution,  ///< an execution
  vain,       ///< nothing, or a part of executions that come elsewhere; there may be more
  idle,       ///< nothing now: what is left is with other workers
  exhausted,  ///< nothing: every execution graph has been built
};

/// One execution, as the search reports it. Everything else about it is asked of the search until its next step.
struct Execution {
  StepKind kind = StepKind::execution;
  Ending ending = Ending::complete;
  bool is_graph = false;     ///< it makes an execution graph that counts: not given up, nor filtered out
  bool filtered = false;     ///< … it would, but for the program's filter
  bool new_graph = false;    ///< … and that was not seen before
  bool unsure = false;       ///< … or may have been: numbers are estimated, and nothing else about it is new
  bool new_rf = false;       ///< the same for the graph without mo; only known if that is taken down
  bool new_outcome = false;  ///< … for its outcome
  bool shows = false;        ///< it has findings (vain ones, too)
  std::uint32_t times = 0;   ///< how often the graph has been seen now, as far as is known
  Fingerprint graph{};       ///< if new_graph, and graphs are looked up (Record::graphs)
  Fingerprint outcome{};     ///< if new_graph or unsure
  DeadEnds dead_ends{};      ///< that it left, or tried to leave
};

/// What a search has kept for later, and what it knows of all that there is.
struct Left {
  std::uint64_t kept = 0;  ///< prefixes, subtrees, inputs
  double covered = 0;      ///< how much of the tree of executions is done, 0 to 1; 0 if there is none
  bool shared = false;     ///< are these two of all workers together?
  TreeSize size{};         ///< estimate of the number of graphs
  void add(const Left& other);
};

/// What became of what directed runs were asked for.
struct Guidance {
  std::uint64_t runs = 0;       ///< with a directive
  std::uint64_t obeyed = 0;     ///< … in which all that was asked for came about
  std::uint64_t timed_out = 0;  ///< … in which something had to be given up
  std::uint64_t proposed = 0;   ///< mutations made
  std::uint64_t filtered = 0;   ///< … and not run: impossible by happens-before
  void add(const Guidance& other);
};

/// Not thread-safe: each worker has its own.
class Search {
 public:
  virtual ~Search() = default;

  /// Runs one execution, or finds that there is none.
  virtual Execution step() = 0;

  // Of the last execution:

  /// Its graph. Of a run whose graph is made on demand it is valid until the next call; if such a run is too large for
  /// one, it has no threads.
  virtual const ExecutionGraph& graph() = 0;
  /// Its final state in words. There must be a graph that counts, as for what follows.
  virtual std::string outcome() = 0;
  /// Does the proposition of the question hold? The same for the same outcome.
  virtual bool satisfies() = 0;
  /// What it shows; only if it does (Execution::shows). Valid until the next step.
  virtual std::span<const FindingKey> findings() const = 0;
  /// Says more of one of them.
  virtual Finding finding(std::size_t index) = 0;
  /// Everything that is needed to show it to a person (with what `finding`, if not null, is about), and to run it
  /// again.
  virtual Witness witness(const Finding* finding) = 0;

  // Of the search:

  /// The rf pairs of all graphs; null if they are not taken down.
  virtual const Pairs* pairs() const = 0;
  virtual Left left() const = 0;
  /// Null if it asks for nothing in particular.
  virtual const Guidance* guidance() const { return nullptr; }
  /// Hands over what is not yet in what workers share.
  virtual void flush() = 0;

  /// Writes one value: what this worker has for itself (the rest is Searches::save's). Between steps, after `flush`.
  virtual void save(store::Writer& out, Extent extent) const;
  /// Takes over what a search made alike has saved, before the first step. What is missing, since its extent was less,
  /// stays as it is in a new search. Throws store::DocumentError: what it reads may come from anybody.
  virtual void load(const store::Value& saved);
};

/// What a campaign asks of the searches of its workers.
struct SearchOptions {
  FuzzOptions fuzz;
  Identity identity = Identity::graph;
  std::uint64_t seed = 1;
  unsigned workers = 1;
};

/// The searches of a campaign's workers, with what they share. Must outlive them.
class Searches {
 public:
  virtual ~Searches() = default;
  /// Called once for each worker, in its thread.
  virtual std::unique_ptr<Search> make(unsigned worker) = 0;

  /// Why searches cannot be saved, a sentence without full stop; empty if they can, and then the functions below and
  /// those of the searches do what they say.
  virtual std::string cannot_save() const { return "this kind of program does not save its searches"; }
  /// Writes one value: what the workers share. While none of them steps.
  virtual void save(store::Writer& out, Extent extent) const;
  /// Takes it over, before the first worker is made. Throws store::DocumentError.
  virtual void load(const store::Value& saved);
  /// Of a search through a tree: what is left of it as up to `parts` documents in CBOR, about alike in size, each of
  /// which `load` takes as the whole work of another campaign's searches. Together they are all that is left; fewer if
  /// it cannot be cut so often, none if nothing is left, or there is no tree. What was taken apart is gone from here.
  virtual std::vector<std::string> split(std::size_t parts);
};

/// Searches that share nothing: `make` gets the worker's seed. `cannot_save`: empty if each of them can be saved.
std::unique_ptr<Searches> independent_searches(
    std::uint64_t seed, std::function<std::unique_ptr<Search>(std::uint64_t seed)> make,
    std::string cannot_save = "this kind of program does not save its searches");

/// The seed of a worker, a part, a call: of whatever goes on from one seed with numbers of its own. The first one has
/// the seed itself, so that what one worker finds does not depend on the others. O(worker).
std::uint64_t seed_of(unsigned worker, std::uint64_t seed);

}  // namespace graphfuzz

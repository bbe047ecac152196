// A campaign: one target, many executions, one or several workers.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "graphfuzz/campaign/result.hpp"
#include "graphfuzz/fuzz/options.hpp"
#include "graphfuzz/target/target.hpp"

namespace graphfuzz {

struct Progress {
  std::uint64_t executions = 0;
  std::uint64_t graphs = 0;
  bool bug_found = false;
  double seconds = 0;
  double estimate = 0;  ///< of the number of graphs there are; 0 if unknown
  double covered = 0;   ///< how much of the tree of executions is done; 0 if unknown
};

/// A new graph, as CampaignOptions::on_graph is told of it.
struct NewGraph {
  const ExecutionGraph& graph;  ///< without threads: the run of a Go program is too large for one
  const std::string& outcome;   ///< its final state
  bool satisfies;               ///< does the condition's proposition hold?
};

struct CampaignOptions {
  FuzzOptions fuzz;
  Identity identity = Identity::graph;  ///< what the feedback and the curve count as one
  std::uint64_t seed = 1;
  unsigned workers = 1;
  std::uint64_t executions = 10'000;                         ///< stop after this many …
  double seconds = std::numeric_limits<double>::infinity();  ///< … or after this time, whichever comes first
  bool finish_executions = false;  ///< when time is up, those under way are finished, however long they take
  bool stop_on_bug = false;
  std::size_t keep_states = 100'000;  ///< states beyond this number, per worker, are counted but not listed …
  std::size_t keep_examples = 256;    ///< … and those beyond this one have no example, nor
                                      ///< do those that follow on examples of 100,000 events in all
  /// Bytes for what is kept: half of it for counts of graphs, identities and outcomes; a quarter bounds the corpus, or
  /// the subtrees. 0: no bound but those of `fuzz`.
  std::uint64_t memory = 0;
  bool approximate = false;  ///< beyond that, estimate numbers instead of keeping what they count on disk
  /// Remember which graphs ended in which state, so that what several campaigns have found of the same graphs can be
  /// put together: 16 bytes for each graph. Of no use for strategies that build no graph twice.
  bool keep_graphs = false;
  /// Set by somebody else to stop early; results so far are returned. May be null.
  const std::atomic<bool>* stop = nullptr;
  /// Called a few times per second from one of the workers. May be empty.
  std::function<void(const Progress&)> progress{};
  /// Called with what has been found so far, after the first second and then as often as this, or less often if that
  /// would take more than a fiftieth of the time; nobody works meanwhile. May be empty. Not of units (unit.hpp).
  std::function<void(const CampaignResult&)> on_result{};
  double result_every = 5;  ///< seconds
  /// Called by whichever worker has found the graph, one at a time; again for the same ones if the campaign has to
  /// begin anew (Target::instead). May be empty.
  std::function<void(const NewGraph&)> on_graph{};
  /// Called when it does, with the target that there is from now on: what on_graph was told is void. May be empty.
  std::function<void(const Target&)> on_restart{};
};

/// A campaign that can be interrupted, saved and gone on with. Not thread-safe; it has threads of its own.
class Campaign {
 public:
  /// `target` and `options` must outlive it. Throws std::invalid_argument for options that make no sense for the
  /// target.
  Campaign(const Target& target, const CampaignOptions& options);
  ~Campaign();
  Campaign(const Campaign&) = delete;
  Campaign& operator=(const Campaign&) = delete;

  /// Runs until all executions are run, time is up, somebody says stop, nothing is left, or, `pause` seconds later, to
  /// be called again. Returns whether there is more to do. With one worker what is found does not depend on pauses.
  /// Throws what a worker throws, ModelStuck among others.
  bool run(double pause = std::numeric_limits<double>::infinity());

  /// What has been found so far.
  CampaignResult result();

  /// Did it end in the midst of an execution of a search that draws at random? That one is not counted, and what the
  /// search knows is of no use any more: the campaign cannot go on, nor be saved or split. Searches of trees put back
  /// what they were about to explore.
  bool cut_short() const;

  /// Why it cannot be saved, a sentence without full stop; empty if it can.
  std::string cannot_save() const;
  /// Writes one value: everything. A campaign that loads it goes on as this one would have.
  void save(store::Writer& out);
  /// Before the first run, with the same target and strategy, and at least as many workers. Throws
  /// store::DocumentError: what it reads may come from anybody.
  void load(const store::Value& saved);

  // To have parts of it done elsewhere (unit.hpp):

  /// Writes one value: what has been found, without what is left to do.
  void save_found(store::Writer& out);
  /// Takes apart what is left: up to `parts` documents in CBOR, which `load_work` takes. None if nothing is left. The
  /// campaign cannot be run any more.
  std::vector<std::string> split(std::size_t parts);
  /// Before the first run: begins with what is left of another one.
  void load_work(const store::Value& work);

 private:
  class State;
  std::unique_ptr<State> state_;
};

/// Runs a campaign to its end. With one worker the result depends on the target, the options and the seed alone (and
/// not on the clock, if no time limit is set). If the model turns out to need another way of building graphs, begins
/// anew with Target::instead. Throws std::invalid_argument for options that make no sense for the target.
CampaignResult run_campaign(const Target& target, const CampaignOptions& options);

}  // namespace graphfuzz

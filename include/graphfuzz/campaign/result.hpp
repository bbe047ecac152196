// What a campaign returns: everything that a report, a table or a machine wants to know of one test under one model.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "graphfuzz/analysis/discovery.hpp"
#include "graphfuzz/fuzz/finding.hpp"
#include "graphfuzz/fuzz/minimised.hpp"
#include "graphfuzz/fuzz/options.hpp"
#include "graphfuzz/fuzz/search.hpp"
#include "graphfuzz/fuzz/tree_size.hpp"
#include "graphfuzz/fuzz/witness.hpp"
#include "graphfuzz/program/program.hpp"
#include "graphfuzz/program/question.hpp"

namespace graphfuzz {

/// One distinct final state.
struct ObservedState {
  std::string text;                          ///< herd7's spelling, "P0:r0=0; x=1;"; of a Go program its outcome
  bool satisfies = false;                    ///< does the condition's proposition hold in it?
  std::uint64_t graphs = 0;                  ///< distinct graphs that end in it
  std::shared_ptr<const Witness> example{};  ///< the first of them; null beyond CampaignOptions::keep_examples
};

/// One distinct bug.
struct Bug : Finding {
  std::uint64_t execution = 0;               ///< the number of the first execution that showed it, from 1
  double seconds = 0;                        ///< time from the start to that execution
  std::uint64_t count = 0;                   ///< executions that showed it, or distinct graphs (Finding::of_graphs)
  std::shared_ptr<const Witness> witness{};  ///< the first execution, or an easier one …
  std::optional<Minimised> minimised{};      ///< … that was looked for afterwards
  std::string foretold{};                    ///< the prediction that has come true with it, or nothing
  std::string added{};                       ///< end of `message` that is not of the execution, but of the campaign

  /// Says more at the end of the message: what other executions have shown of the bug.
  void add(std::string_view more) {
    message += more;
    added += more;
  }
  /// What the execution itself says.
  std::string own_message() const { return message.substr(0, message.size() - added.size()); }
};

/// The verdict on the condition, as far as the executions seen tell.
enum class Verdict : std::uint8_t {
  ok,     ///< exists: seen; ~exists, forall: no counterexample seen
  no,     ///< exists: not seen; ~exists, forall: a counterexample was seen
  undef,  ///< a data race, or what else the model says, makes the program's behaviour undefined
};

/// What is known of the condition: the verdict, with what is proven told from what was merely not seen.
enum class Decision : std::uint8_t {
  shown,     ///< it holds: exists: seen; ~exists, forall: all executions were visited, and none speaks against it
  excluded,  ///< it does not: exists: all executions were visited, none is such; ~exists, forall: a counterexample
  open,      ///< neither: there are executions left, or loops were cut, or behaviour is undefined and nothing was seen
};

/// How far a search of the tree of executions has come.
struct TreeProgress {
  double covered = 0;  ///< probability to come to a leaf that was visited by choosing children uniformly
  TreeSize size;       ///< estimate of the number of complete graphs
};

/// Dead ends that executions have taken back (Executor::sample).
struct TakenBack {
  std::uint64_t executions = 0;  ///< that came to one or more
  std::uint64_t blocked = 0;     ///< dead ends in which a thread was blocked
  std::uint64_t truncated = 0;   ///< dead ends in which a loop went beyond its bound
};

/// An estimate of the number of all graphs, with its 95 % interval, once so many executions had been run.
struct GraphEstimate {
  std::uint64_t executions = 0;
  double total = 0, low = 0, high = 0;  ///< `high` is infinite if there is no bound
  friend bool operator==(const GraphEstimate&, const GraphEstimate&) = default;
};

struct CampaignResult {
  std::string test;  ///< name of the program
  std::string file;  ///< where it came from, as the user wrote it
  std::string kind;  ///< of the program: "litmus", "go", …
  std::string model;
  /// How graphs were found: "porf", event by event, or "candidates", put together first and judged after.
  std::string model_kind = "porf";
  std::string kind_reason;                    ///< why so; empty for models in C++, which are made for the former
  bool misses_waits = false;                  ///< threads that wait for ever were not looked for (Target::Building)
  std::vector<std::string> not_looked_for{};  ///< Target::not_looked_for
  std::string strategy;
  std::optional<unsigned> depth;  ///< FuzzOptions::depth, of the strategy pct
  std::uint64_t seed = 0;
  unsigned workers = 1;

  std::uint64_t executions = 0;  ///< all that were run: complete, filtered, blocked, truncated and unfinished
  std::uint64_t blocked = 0;     ///< ended with a thread waiting for what nobody will do, deadlocks included
  std::uint64_t truncated = 0;   ///< given up because a loop went beyond its bound
  std::uint64_t unfinished = 0;  ///< left before their end, and counted since they alone show some bug or remark
  TakenBack taken_back;          ///< of the strategies that take dead ends back
  std::uint64_t graphs = 0;      ///< distinct complete graphs (rf and mo)
  /// Distinct complete graphs without mo. Not known after an exhaustive run, unless it was to identify graphs by it.
  std::optional<std::uint64_t> graphs_rf;
  std::uint64_t outcomes = 0;  ///< distinct final states
  /// Of the three numbers, those that are estimates have a standard error. (CampaignOptions::approximate, or the disk
  /// was full.) Positive and negative graphs are then those that are known to be different.
  std::optional<double> graphs_error{}, graphs_rf_error{}, outcomes_error{};
  Identity identity = Identity::graph;  ///< which of the three the feedback and the curve count

  std::vector<ObservedState> states;  ///< sorted by text; at most CampaignOptions::keep_states per worker
  Quantifier quantifier = Quantifier::exists;
  std::string condition;
  Verdict verdict = Verdict::no;
  std::uint64_t positive = 0;  ///< distinct graphs in which the bare proposition holds (not herd7's witnesses, which
                               ///< are the other way round for ~exists)
  std::uint64_t negative = 0;  ///< distinct graphs in which it does not

  Program::Retries retries;  ///< in the program

  double seconds = 0;         ///< by the clock, or of the units of work, added up
  double seconds_before = 0;  ///< what was spent before on executions that tell how to search
  /// The time of all units added up, if `seconds` is by the clock while several of them were worked on at once.
  std::optional<double> unit_seconds{};
  bool complete = false;     ///< was every consistent graph visited?
  bool gave_up = false;      ///< may what is not supported hide some of a tree? Then not
  bool interrupted = false;  ///< stopped by the user
  std::string lost{};        ///< if a part of the work could not be done: why
  /// If which graphs a part of the executions has made is not known any more: why. How many there are by rf is not
  /// known then, and there are at least as many as is said, and as many outcomes and graphs of each state; of trees
  /// just as many.
  std::string graphs_lost{};
  std::uint64_t corpus_size = 0;          ///< prefixes, or unexplored subtrees, kept at the end, all workers
  std::optional<std::uint64_t> rf_pairs;  ///< distinct rf pairs, by program position; not known after exhaustive runs
  /// Did memory not suffice to count how often each graph was seen? Then discovery and gini are not known.
  bool uncounted = false;
  /// Of native programs, which run in this process: the most bytes of memory that it had.
  std::optional<std::uint64_t> peak_memory{};
  std::uint64_t keys_on_disk = 0;      ///< fingerprints that did not fit in memory, of 16 bytes each
  std::string disk_trouble{};          ///< why they could not be kept on disk, if so
  std::optional<Discovery> discovery;  ///< how much is left to find; not of strategies that never repeat a graph
  double gini = 0;                     ///< of how often the graphs were seen: 0 if all the same; 0 if not counted
  std::optional<TreeProgress> tree;    ///< of strategies that go through the tree of executions
  std::optional<Guidance> guidance;    ///< of the directed strategies
  std::vector<Bug> bugs;
  /// What is no bug unless one asks for it (Finding::remark). Those of Target::remarks come first: they are of no
  /// execution and have no witness.
  std::vector<Bug> remarks;
  /// (executions, unique graphs by `identity`) at growing intervals.
  std::vector<std::pair<std::uint64_t, std::uint64_t>> curve;
  /// How many graphs there were thought to be, at points of `curve` at which that was known: of sampling as in
  /// `discovery`, while all graphs are counted; of trees by one worker.
  std::vector<GraphEstimate> estimates{};
};

/// herd7's word for the observation: "Never", "Sometimes", "Always".
std::string_view observation(const CampaignResult& result);

/// Was every execution that there is visited, and none given up because of a bound?
bool all_visited(const CampaignResult& result);

Decision decision(const CampaignResult& result);
/// "shown", "excluded", "open".
std::string_view name(Decision decision);

/// Did the campaign find out nothing at all: no execution came to its end (all were blocked or truncated, or there was
/// none), no bug was found, and nothing is proven?
bool decided_nothing(const CampaignResult& result);

}  // namespace graphfuzz

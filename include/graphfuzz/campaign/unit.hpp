// Units: parts of the work of a campaign that can be done by anybody, anywhere, and gatherings of what came of them.
//
//   Task        what a campaign is about: the program, how it is run, how it is searched
//   Unit        a part of the work on a task: subtrees of its tree of executions, or a seed and prefixes to begin with;
//               and how long to work on it
//   Gathering   what was found by the work on some units, and the units that are left over
//
//   Gathering all = split(whole, {.parts = 8});     // what was found on the way, and up to 8 units
//   for (const auto& [id, unit] : std::map(all.left())) all.add(work(read_unit(unit, "unit"), {}));
//
// Each is also a document that can be sent: sealed CBOR (store/envelope.hpp), which is read as from a stranger.
// doc/decisions/0020-units-of-work.md.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "graphfuzz/campaign/campaign.hpp"
#include "graphfuzz/campaign/shard.hpp"
#include "graphfuzz/fuzz/graph_counts.hpp"
#include "graphfuzz/store/hash128.hpp"
#include "graphfuzz/target/load.hpp"

namespace graphfuzz {

/// A task, or a unit, cannot be worked on: a sentence that says why.
class WorkError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Where the things are that a task is about and that do not go along with it, if not where its settings say.
struct Places {
  std::string model;    ///< the model's file
  std::string program;  ///< the executable of a real Go program
  std::string folder;   ///< … and in which folder it is to run
};

/// What a campaign is about, whoever works on it and for how long.
struct Task {
  ProgramSource program;    ///< its text goes along
  Settings settings;        ///< of its one target, as `options_of` (load.hpp) takes them
  CampaignOptions options;  ///< of these fuzz, identity, stop_on_bug, keep_states and keep_examples
  std::string building;     ///< Target::Building::kind, if another one than the target's own was needed; else empty
  std::string model_hash;   ///< if the model is in a file: of its text and of what it includes, which do not go along
  Places at{};              ///< is not saved
};

/// `target` is one of those that `load_targets(program, …)` gives; `more`: settings besides its own.
Task make_task(const ProgramSource& program, const Target& target, const CampaignOptions& options,
               const Settings& more = {});

/// The files that the model is read from, its own first; none if it is one of ours. Throws WorkError if it is not what
/// it was, CatError, and store::FileError.
std::vector<std::string> model_files(const Task& task);

/// Has the settings say what the target knows by now.
void update(Task& task, const Target& target);

/// Throws what load_targets throws, WorkError if the model's file is not what it was, or the task is not about one
/// program, and store::FileError.
std::unique_ptr<const Target> load_target(const Task& task);

using UnitId = store::Hash128;

struct Unit {
  Task task;
  std::uint64_t seed = 1;
  std::uint64_t executions = 10'000;
  double seconds = std::numeric_limits<double>::infinity();
  UnitId parent{};                            ///< whose work has left this one over; zero if none has
  std::string work;                           ///< what there is to do, as Campaign::split has it; empty: all of it
  std::optional<std::uint64_t> whole_seed{};  ///< of the campaign, if it is only a part of it: for the report
};

/// Says which part of which task it is; the same whatever the budget.
UnitId id_of(const Unit& unit);
/// "1f00c0de…": 32 hexadecimal digits.
std::string to_text(const UnitId& id);

std::string to_bytes(const Unit& unit);
/// Throws store::DocumentError, naming `file`.
Unit read_unit(std::string_view bytes, const std::string& file);

/// Do results on the task hold something for each graph, or each rf identity? Trees whose graphs are told apart by all
/// that they have are counted as they are gone through.
bool keeps_fingerprints(const Task& task);

/// Everything that is known of a task from the work on some units.
class Gathering {
 public:
  explicit Gathering(Task task, const CountOptions& counts = {});
  Gathering(Gathering&&) noexcept;
  Gathering& operator=(Gathering&&) noexcept;
  ~Gathering();
  /// Throws store::DocumentError, naming `file`.
  static Gathering read(std::string_view bytes, const std::string& file, const CountOptions& counts = {});
  std::string to_bytes() const;
  /// Writes those bytes, or others that say the same, to a file in one step. Throws store::FileError.
  void write(const std::filesystem::path& file) const;
  /// Moves the fingerprints of graphs, by their hash, to so many (1 to 100,000) shards, which are written: "FILE.0", …
  /// (shard.hpp). What they say of graphs is known again when they are put in. Throws store::FileError, WorkError if
  /// numbers are estimates, as the disk could not be used, and std::logic_error if it was done before.
  void take_apart(const std::filesystem::path& file, std::size_t shards);
  /// How many shards its fingerprints are in; 0: they are in here.
  std::size_t shards() const { return shards_; }
  /// The names of the results that were put together here, as shards have them; empty if there are none.
  const std::set<UnitId>& results() const { return results_; }
  /// Puts in a shard: its fingerprints, or its numbers alone, which is enough for `result`. Throws
  /// std::invalid_argument if it is another campaign's, lacks graphs of results that are in here, or has others. With
  /// numbers alone, it is not written any more (std::logic_error).
  void take(const Shard& shard, bool fingerprints);
  /// Are there shards that were not put in? Until then `result` does not know the graphs (std::logic_error).
  bool lacks_graphs() const { return taken_.size() < shards_; }
  /// Shards that were not put in are not to be had, which is why: `result` says what is known without them
  /// (CampaignResult::graphs_lost).
  void lose_graphs(const std::string& why) { graphs_lost_ = why; }

  /// Adds another one, in any order. Returns false, and changes nothing, if all of its units were added before: what
  /// came of a unit counts once, however often it was worked on. Throws std::invalid_argument, and changes nothing, if
  /// it is of another task, shares some units with this one but has others besides, or has worked on what was left over
  /// by work that does not count.
  bool add(const Gathering& other);
  /// What has come of the order in which results were added, which is nothing but the curve.
  void forget_curve();
  /// Of all units that are left over.
  void set_budget(std::uint64_t executions, double seconds);
  /// The same, but so many executions are for all of them together.
  void divide_budget(std::uint64_t executions, double seconds);
  /// That a unit was given up: then what is left does not come to nothing when all other units are done.
  void lose(const std::string& reason);

  const Task& task() const { return task_; }
  /// Where things are (Task::at).
  void find(const Places& places) { task_.at = places; }
  /// The units that are left over: documents, by id.
  const std::map<UnitId, std::string>& left() const { return left_; }
  /// The units that were worked on.
  std::size_t units() const { return parents_.size(); }
  /// What was learned of the program by who has worked on units (Target::learned).
  const std::string& learned() const { return learned_; }
  /// Throws std::invalid_argument if it is not of the task's program.
  void learn(const std::string& learned);
  /// What the program itself has to be remarked on (Target::remarks), as who worked on units of `other` has found it.
  void keep_remarks(const Gathering& other);
  /// Is the task about executions of which the program is known not to have the like? Who goes through its tree has to
  /// begin anew, then, with what `renewed` says. Strategies that sample do not care.
  bool outdated() const { return outdated_; }
  Task renewed() const;
  /// Is nothing left of the tree of executions?
  bool complete() const;
  std::uint64_t executions() const;
  bool found_bugs() const;
  /// `seconds` after the beginning.
  Progress progress(double seconds) const;

  /// The report. Of `options`, which must outlive the call, what the task does not say. The curve is that of results
  /// as they were put together, an estimate where graphs are in shards, but for its last point; numbers of executions
  /// at which bugs were found are those within units.
  CampaignResult result(const Target& target, const CampaignOptions& options) const;

 private:
  friend class Work;
  struct Found;
  void save(store::Writer& out) const;
  void find_orphans();
  void check_shards(const Gathering& other) const;
  void check_parents(const Gathering& other);
  std::optional<std::uint64_t> unique() const;
  void note_point();
  void add_curve(CampaignResult& r) const;
  CampaignResult at_least(const Target& target, const CampaignOptions& options, CountSummary numbers) const;

  Task task_;
  std::map<UnitId, UnitId> parents_;                        // of the units that were worked on
  std::optional<std::multimap<UnitId, UnitId>> orphans_{};  // of these, those whose parents were not, by parent
  std::set<UnitId> given_;                                  // all that were ever left over
  std::map<UnitId, std::string> left_;                      // … and are
  std::unique_ptr<Found> found_;
  std::string learned_;
  bool outdated_ = false;
  std::optional<std::uint64_t> seed_{};  // of the whole
  std::size_t shards_ = 0;
  std::set<UnitId> results_{};
  std::set<std::size_t> taken_{};  // shards
  std::string graphs_lost_{};      // why there are no others; is not saved
};

struct WorkOptions {
  unsigned workers = 1;
  std::size_t parts = 1;     ///< units that what is left over is to become
  std::uint64_t memory = 0;  ///< as CampaignOptions have it, as what follows
  bool approximate = false;
  bool finish_executions = false;  ///< see CampaignOptions
  Places at{};                     ///< of serve_units: Task::at of what comes
  const std::atomic<bool>* stop = nullptr;
  std::function<void(const Progress&)> progress{};
};

/// Works on a unit until its budget is used up. The units that are left over have the same budget. Throws what
/// Campaign and load_target throw, and WorkError if this kind of program does not save its searches, or what is left of
/// another campaign is of no use as its model turns out to need another way of building graphs.
Gathering work(const Unit& unit, const WorkOptions& options);

/// The work on a task before anything was done: one unit where it goes through the tree of executions; else `parts`,
/// with different seeds and a part of the budget each; no more of them than there are executions.
Gathering whole_work(const Unit& whole, const WorkOptions& options);

/// The beginning of the work on a task, with what is left in `parts` units or fewer; the budget is divided. A strategy
/// that goes through the tree of executions does a hundred of them for each part, so that there is something to take
/// apart; others begin with different seeds.
Gathering split(const Unit& whole, const WorkOptions& options);

}  // namespace graphfuzz

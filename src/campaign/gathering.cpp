#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <utility>

#include "campaign/documents.hpp"
#include "campaign/gathered.hpp"
#include "campaign/shard_state.hpp"
#include "graphfuzz/store/sealed_file.hpp"

namespace graphfuzz {

using store::Writer;

Gathering::Gathering(Task task, const CountOptions& counts)
    : task_(std::move(task)), found_(std::make_unique<Found>(counts)) {}
Gathering::Gathering(Gathering&&) noexcept = default;
Gathering& Gathering::operator=(Gathering&&) noexcept = default;
Gathering::~Gathering() = default;

Gathering Gathering::read(std::string_view bytes, const std::string& file, const CountOptions& counts) {
  const store::Sealed sealed = store::open_sealed(bytes, file, kResultKind, kResultVersion, kResultVersion);
  const store::Document document = store::Document::cbor_view(sealed.payload, file, kDocumentLimits);
  const store::Value root = document.root();
  root.expect_keys({"task", "units", "given", "left", "found", "learned", "shards", "results", "seed"});
  Gathering all(load_task(root.field("task")), counts);
  for (const store::Value unit : root.field("units").array()) {
    const auto parts = unit.array(2, 2);
    if (!all.parents_.emplace(load_hash(parts[0]), load_hash(parts[1])).second) unit.reject("the same unit twice");
  }
  for (const store::Value id : root.field("given").array()) all.given_.insert(load_hash(id));
  for (const store::Value bytes_of_unit : root.field("left").array()) {
    std::string text = bytes_of_unit.bytes();
    const Unit unit = read_unit(text, file + ": " + bytes_of_unit.path());
    const UnitId id = id_of(unit);
    if (id_of(unit.task) != id_of(all.task_)) bytes_of_unit.reject("a unit of another task");
    if (!all.given_.contains(id) || all.parents_.contains(id)) bytes_of_unit.reject("a unit that is not left over");
    if (!all.left_.emplace(id, std::move(text)).second) bytes_of_unit.reject("the same unit twice");
  }
  all.found_->load(root.field("found"));
  if (const auto seed = root.find("seed")) all.seed_ = seed->integer<std::uint64_t>();
  if (const auto shards = root.find("shards")) {
    all.shards_ = shards->integer<std::size_t>(1, kMostShards);
    for (const store::Value name : root.field("results").array()) all.results_.insert(load_hash(name));
    if (!all.found_->counts.empty()) shards->reject("a result that has fingerprints besides");
  }
  if (const std::optional<store::Value> learned = root.find("learned")) {
    try {
      all.learn(std::string(learned->text()));
    } catch (const std::invalid_argument& e) {
      learned->reject(e.what());
    }
  }
  return all;
}

std::string Gathering::to_bytes() const {
  Writer out = Writer::cbor();
  save(out);
  return store::seal(kResultKind, kResultVersion, out.finish());
}

void Gathering::write(const std::filesystem::path& path) const {
  store::SealedFile file(path, kResultKind, kResultVersion);
  save(file.document());
  file.finish();
}

void Gathering::take_apart(const std::filesystem::path& file, std::size_t shards) {
  if (shards_ > 0) throw std::logic_error("Gathering: was taken apart before");
  std::unique_ptr<Found> all = std::exchange(found_, std::make_unique<Found>(CountOptions()));
  found_->harvest = all->harvest;
  // In trees no graph comes twice, and states have the numbers alone.
  const bool tree = explores_tree(task_.options.fuzz.strategy);
  if (!tree) found_->harvest.states = all->harvest.states.uncounted();
  shards_ = shards;
  found_->curve = all->curve;
  if (!tree || task_.options.identity != Identity::graph)
    found_->curve.sketch(all->counts.sketch(task_.options.identity));
  try {
    if (const CountSummary numbers = all->counts.summary(); !numbers.exact()) {
      throw WorkError("graphs cannot be counted exactly: " +
                      (numbers.trouble.empty() ? "they were estimated" : numbers.trouble));
    }
    // Named by all else that is said, the time that it took among it.
    const UnitId result = store::hash128(to_bytes());
    const StateCollector none, &states = tree ? none : all->harvest.states;
    for (std::size_t i = 0; i < shards; ++i) {
      write_shard(file.string() + fmt::format(".{}", i), {id_of(task_), i, shards, {result}}, states, all->counts,
                  {i, shards});
    }
    results_.insert(result);
  } catch (...) {
    found_ = std::move(all);
    shards_ = 0;
    throw;
  }
}

void Gathering::save(Writer& out) const {
  if (!taken_.empty()) throw std::logic_error("Gathering: some of its graphs are numbers");
  graphfuzz::save(out.begin_object().key("task"), task_);
  out.key("units").begin_array();
  for (const auto& [unit, parent] : parents_) {
    graphfuzz::save(out.begin_array(), unit);
    graphfuzz::save(out, parent);
    out.end_array();
  }
  out.end_array().key("given").begin_array();
  for (const UnitId& id : given_) graphfuzz::save(out, id);
  out.end_array().key("left").begin_array();
  for (const auto& [id, bytes] : left_) out.bytes(bytes);
  found_->save(out.end_array().key("found"));
  if (!learned_.empty()) out.field("learned", learned_);
  if (seed_) out.field("seed", *seed_);
  if (shards_ > 0) {
    out.field("shards", shards_).key("results").begin_array();
    for (const UnitId& name : results_) graphfuzz::save(out, name);
    out.end_array();
  }
  out.end_object();
}

void Gathering::learn(const std::string& learned) {
  if (learned.empty()) return;
  learned_ = unite_learned(learned_, learned);
  const auto facts = task_.settings.find("facts");
  const std::string known = facts == task_.settings.end() ? std::string() : facts->second;
  outdated_ = explores_tree(task_.options.fuzz.strategy) && !same_executions(unite_learned(known, learned_), known);
}

bool keeps_fingerprints(const Task& task) {
  const StrategyKind strategy = task.options.fuzz.strategy;
  return !explores_tree(strategy) || strategy == StrategyKind::optimal || task.options.identity == Identity::rf;
}

void Gathering::keep_remarks(const Gathering& other) { found_->harvest.add(other.found_->harvest.remarks); }

Task Gathering::renewed() const {
  Task task = task_;
  if (!learned_.empty()) task.settings["facts"] = facts_of(unite_learned(task.settings["facts"], learned_));
  return task;
}

void Gathering::find_orphans() {
  if (orphans_) return;
  orphans_.emplace();
  for (const auto& [unit, parent] : parents_) {
    if (parent != UnitId{} && !parents_.contains(parent)) orphans_->emplace(parent, unit);
  }
}

/// Has every unit that counts been left over by the work on its parent that counts? Looks at what is new alone.
void Gathering::check_parents(const Gathering& other) {
  find_orphans();
  const auto check = [&](const UnitId& unit, const UnitId& parent) {
    if (given_.contains(unit) || other.given_.contains(unit)) return;
    throw std::invalid_argument(fmt::format("unit {} was left over by another run of unit {} than the one that counts",
                                            to_text(unit), to_text(parent)));
  };
  for (const auto& [unit, parent] : other.parents_) {
    if (parents_.contains(parent) || other.parents_.contains(parent)) check(unit, parent);
    const auto [first, last] = orphans_->equal_range(unit);
    for (auto child = first; child != last; ++child) check(child->second, unit);
  }
}

void Gathering::check_shards(const Gathering& other) const {
  if (shards_ == other.shards_) return;
  if (shards_ > 0 && other.shards_ > 0) {
    throw std::invalid_argument(fmt::format("the results have {} and {} shards", shards_, other.shards_));
  }
  if (!(shards_ > 0 ? other : *this).found_->counts.empty()) {
    throw std::invalid_argument("of one of the results fingerprints are in shards, of the other one in itself");
  }
}

void Gathering::take(const Shard& shard, bool fingerprints) {
  const ShardHead& head = shard.state_->head;
  if (head.task != id_of(task_)) throw std::invalid_argument("the shard is of another campaign");
  if (head.of != shards_) {
    throw std::invalid_argument(
        fmt::format("the shard is one of {}, and there are {} of the result", head.of, shards_));
  }
  if (head.results != results_) {
    throw std::invalid_argument(fmt::format(
        "shard {} does not have the graphs of just the {} results that are put together", head.index, results_.size()));
  }
  if (fingerprints && !shard.has_fingerprints()) {
    throw std::invalid_argument(fmt::format("shard {} has numbers alone", head.index));
  }
  if (!taken_.insert(head.index).second) throw std::invalid_argument(fmt::format("shard {} twice", head.index));
  if (fingerprints) {
    found_->harvest.states.add(shard.state_->states);
    found_->counts.merge(shard.state_->counts);
    if (lacks_graphs()) return;
    shards_ = 0;
    results_.clear();
    taken_.clear();
    return;
  }
  found_->harvest.states.add(shard.state_->states.numbers());
  if (!found_->numbers) found_->numbers.emplace();
  found_->numbers->add(shard.numbers());
}

std::optional<std::uint64_t> Gathering::unique() const {
  const Identity identity = task_.options.identity;
  if (identity == Identity::graph && explores_tree(task_.options.fuzz.strategy)) return found_->harvest.graphs;
  if (const auto sketched = found_->curve.sketched()) return sketched->first;
  if (shards_ > 0) return std::nullopt;
  const GraphCounts& counts = found_->counts;
  return identity == Identity::graph ? counts.graphs()
         : identity == Identity::rf  ? counts.graphs_rf()
                                     : counts.outcomes();
}

/// As far as there is something to say of it.
void Gathering::note_point() {
  GatheredCurve& curve = found_->curve;
  if (!curve.is_due(executions())) return;
  const std::optional<std::uint64_t> graphs = unique();
  if (!graphs) return;
  GatheredCurve::Point point{executions(), *graphs};
  const GraphCounts& counts = found_->counts;
  if (shards_ == 0 && !explores_tree(task_.options.fuzz.strategy) && counts.counts_all()) {
    const Discovery d = discovery({found_->harvest.counted, counts.graphs(), counts.seen_once(), counts.seen_twice()});
    point.estimate = GraphEstimate{0, d.total, d.total_low, d.total_high};
  }
  curve.add(point);
}

bool Gathering::add(const Gathering& other) {
  if (id_of(task_) != id_of(other.task_)) throw std::invalid_argument("the results are of different campaigns");
  std::size_t known = 0;
  for (const auto& [unit, parent] : other.parents_) known += parents_.count(unit);
  learn(other.learned_);
  if (known == other.parents_.size()) {
    if (known > 0 || other.left_.empty()) return false;
  } else if (known > 0) {
    throw std::invalid_argument(
        "the results share what came of some units, and have others besides: add what these were put together from");
  }
  check_parents(other);
  check_shards(other);
  if (executions() > 0) note_point();
  shards_ = std::max(shards_, other.shards_);
  if (!seed_) seed_ = other.seed_;
  results_.insert(other.results_.begin(), other.results_.end());
  const auto unknown = [](const Found& found) { return found.harvest.counted > 0 && !found.curve.sketched(); };
  const bool all_known = shards_ == 0 || !(unknown(*found_) || unknown(*other.found_));
  found_->add(*other.found_);
  if (!all_known) found_->curve.end();
  note_point();
  parents_.insert(other.parents_.begin(), other.parents_.end());
  given_.insert(other.given_.begin(), other.given_.end());
  for (const auto& [unit, parent] : other.parents_) {
    orphans_->erase(unit);
    if (parent != UnitId{} && !parents_.contains(parent)) orphans_->emplace(parent, unit);
  }
  left_.insert(other.left_.begin(), other.left_.end());
  std::erase_if(left_, [this](const auto& unit) { return parents_.contains(unit.first); });
  if (task_.building.empty()) task_.building = other.task_.building;
  return true;
}

void Gathering::forget_curve() { found_->curve = {}; }

void Gathering::set_budget(std::uint64_t executions, double seconds) {
  for (auto& [id, bytes] : left_) {
    Unit unit = read_unit(bytes, "unit " + to_text(id));
    unit.executions = executions;
    unit.seconds = seconds;
    bytes = graphfuzz::to_bytes(unit);
  }
}

void Gathering::divide_budget(std::uint64_t executions, double seconds) {
  if (executions == std::numeric_limits<std::uint64_t>::max()) return set_budget(executions, seconds);
  std::uint64_t units = left_.size();
  for (auto& [id, bytes] : left_) {
    Unit unit = read_unit(bytes, "unit " + to_text(id));
    unit.executions = executions / units;
    unit.seconds = seconds;
    executions -= unit.executions;
    --units;
    bytes = graphfuzz::to_bytes(unit);
  }
}

void Gathering::lose(const std::string& reason) {
  if (found_->harvest.lost.empty()) found_->harvest.lost = reason;
}

bool Gathering::complete() const {
  if (!explores_tree(task_.options.fuzz.strategy) || outdated_ || !left_.empty() || !found_->harvest.lost.empty())
    return false;
  const bool begun = std::any_of(parents_.begin(), parents_.end(), [](const auto& p) { return p.second == UnitId{}; });
  const bool followed =
      std::all_of(given_.begin(), given_.end(), [&](const UnitId& id) { return parents_.contains(id); });
  const bool rooted = std::all_of(parents_.begin(), parents_.end(),
                                  [&](const auto& p) { return p.second == UnitId{} || parents_.contains(p.second); });
  return begun && followed && rooted;
}

std::uint64_t Gathering::executions() const { return found_->harvest.executions; }
bool Gathering::found_bugs() const { return !found_->harvest.bugs.empty(); }

Progress Gathering::progress(double seconds) const {
  const Harvest& harvest = found_->harvest;
  const bool repeats = !explores_tree(task_.options.fuzz.strategy);
  return {.executions = harvest.executions,
          .graphs = repeats ? found_->counts.graphs() : harvest.graphs,
          .bug_found = found_bugs(),
          .seconds = seconds,
          .estimate = harvest.size.mean(),
          .covered = harvest.covered};
}

/// What is known for sure where some of the graphs are not.
CampaignResult Gathering::at_least(const Target& target, const CampaignOptions& options, CountSummary numbers) const {
  numbers.counts_all = false;
  Harvest harvest = found_->harvest;
  harvest.states = harvest.states.at_least();
  CampaignResult r = result_of(target, options, harvest, numbers, complete());
  r.graphs_lost = graphs_lost_;
  r.graphs_rf.reset();
  if (!explores_tree(task_.options.fuzz.strategy)) {
    r.graphs = std::max(r.graphs, r.positive + r.negative);
    r.outcomes = std::max<std::uint64_t>(numbers.outcomes.number, r.states.size());
    if (const auto sketched = found_->curve.sketched(); sketched && task_.options.identity == Identity::graph) {
      r.graphs = std::max(r.graphs, std::min(sketched->first, r.executions));
      r.graphs_error = sketched->second;
    }
  }
  return r;
}

void Gathering::add_curve(CampaignResult& r) const {
  const GatheredCurve& known = found_->curve;
  r.curve = known.points();
  r.estimates = known.estimates();
  if (!r.graphs_lost.empty() || (r.identity == Identity::rf && !r.graphs_rf)) return;
  const std::uint64_t unique = r.identity == Identity::graph ? r.graphs
                               : r.identity == Identity::rf  ? *r.graphs_rf
                                                             : r.outcomes;
  r.curve = known.points(executions(), unique);
  if (!r.discovery || (!r.estimates.empty() && r.estimates.back().executions >= executions())) return;
  r.estimates.push_back({executions(), r.discovery->total, r.discovery->total_low, r.discovery->total_high});
}

CampaignResult Gathering::result(const Target& target, const CampaignOptions& options) const {
  if (lacks_graphs() && graphs_lost_.empty()) throw std::logic_error("Gathering: its graphs are in shards");
  const CountSummary numbers = found_->numbers ? *found_->numbers : found_->counts.summary();
  CampaignResult r = lacks_graphs() ? at_least(target, options, numbers)
                                    : result_of(target, options, found_->harvest, numbers, complete());
  add_curve(r);
  r.corpus_size = left_.size();
  if (seed_) r.seed = *seed_;
  r.lost = found_->harvest.lost;
  if (outdated_ && r.lost.empty()) r.lost = "something was learned of the program that changes its executions";
  return r;
}

}  // namespace graphfuzz

#include "campaign/harvest.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "graphfuzz/store/memory_limit.hpp"

namespace graphfuzz {

void Harvest::add(const Harvest& other) {
  executions += other.executions;
  blocked += other.blocked;
  truncated += other.truncated;
  counted += other.counted;
  taken_back.executions += other.taken_back.executions;
  taken_back.blocked += other.taken_back.blocked;
  taken_back.truncated += other.taken_back.truncated;
  graphs += other.graphs;
  states.add(other.states);
  bugs.add(other.bugs);
  add(other.remarks);
  if (other.pairs) {
    if (!pairs) pairs.emplace();
    pairs->add(*other.pairs);
  }
  if (other.guidance) {
    if (!guidance) guidance.emplace();
    guidance->add(*other.guidance);
  }
  size.add(other.size);
  covered += other.covered;
  nanoseconds += other.nanoseconds;
  if (lost.empty()) lost = other.lost;
}

void Harvest::add(std::span<const Finding> of_target) {
  for (const Finding& remark : of_target) {
    const auto same = [&](const Finding& known) { return same_bug(known, remark); };
    if (std::none_of(remarks.begin(), remarks.end(), same)) remarks.push_back(remark);
  }
}

void Harvest::save(store::Writer& out) const {
  out.begin_object().field("executions", executions).field("blocked", blocked).field("truncated", truncated);
  out.field("counted", counted).field("graphs", graphs).field("nanoseconds", nanoseconds).field("covered", covered);
  out.key("taken_back").values(std::array{taken_back.executions, taken_back.blocked, taken_back.truncated});
  states.save(out.key("states"));
  bugs.save(out.key("bugs"));
  if (!remarks.empty()) {
    out.key("remarks").begin_array();
    for (const Finding& remark : remarks) graphfuzz::save(out, remark);
    out.end_array();
  }
  if (pairs) pairs->save(out.key("pairs"));
  size.save(out.key("size"));
  if (guidance) {
    out.key("guidance")
        .values(
            std::array{guidance->runs, guidance->obeyed, guidance->timed_out, guidance->proposed, guidance->filtered});
  }
  out.field("lost", lost).end_object();
}

Harvest Harvest::load(const store::Value& saved) {
  saved.expect_keys({"executions", "blocked", "truncated", "counted", "graphs", "nanoseconds", "covered", "taken_back",
                     "states", "bugs", "remarks", "pairs", "size", "guidance", "lost"});
  const auto number = [](const store::Value& value) { return value.integer<std::uint64_t>(); };
  Harvest harvest;
  harvest.executions = number(saved.field("executions"));
  harvest.blocked = number(saved.field("blocked"));
  harvest.truncated = number(saved.field("truncated"));
  harvest.counted = number(saved.field("counted"));
  harvest.graphs = number(saved.field("graphs"));
  harvest.nanoseconds = number(saved.field("nanoseconds"));
  harvest.covered = saved.field("covered").real(0);
  const auto taken_back = saved.field("taken_back").array(3, 3);
  harvest.taken_back = {number(taken_back[0]), number(taken_back[1]), number(taken_back[2])};
  harvest.states.load(saved.field("states"));
  harvest.bugs.load(saved.field("bugs"));
  if (const auto remarks = saved.find("remarks")) {
    for (const store::Value remark : remarks->array()) harvest.remarks.push_back(load_finding(remark));
  }
  if (const auto pairs = saved.find("pairs")) harvest.pairs.emplace().load(*pairs);
  harvest.size.load(saved.field("size"));
  if (const auto guidance = saved.find("guidance")) {
    const auto parts = guidance->array(5, 5);
    harvest.guidance =
        Guidance{number(parts[0]), number(parts[1]), number(parts[2]), number(parts[3]), number(parts[4])};
  }
  harvest.lost = saved.field("lost").text();
  return harvest;
}

CampaignResult result_of(const Target& target, const CampaignOptions& options, const Harvest& harvest,
                         const CountSummary& counts, bool complete) {
  const StrategyKind strategy = options.fuzz.strategy;
  const bool repeats = !explores_tree(strategy);
  CampaignResult r;
  r.test = target.name();
  r.kind = target.kind();
  r.model = target.model();
  const Target::Building building = target.building();
  r.model_kind = building.kind;
  r.kind_reason = building.reason;
  r.misses_waits = building.misses_waits;
  r.not_looked_for = target.not_looked_for();
  r.strategy = name(strategy);
  if (strategy == StrategyKind::pct) r.depth = options.fuzz.depth;
  r.seed = options.seed;
  r.workers = options.workers;
  r.unfinished = harvest.bugs.unfinished();
  r.executions = harvest.executions + r.unfinished;
  r.blocked = harvest.blocked;
  r.truncated = harvest.truncated;
  r.taken_back = harvest.taken_back;
  const auto error = [](const Tally& tally) {
    return tally.exact ? std::nullopt : std::optional(tally.standard_error);
  };
  r.graphs = harvest.graphs;
  if (repeats) {
    const Tally& graphs = counts.graphs;
    r.graphs = graphs.number;
    r.graphs_error = error(graphs);
  }
  if (repeats || strategy == StrategyKind::optimal || options.identity == Identity::rf) {
    const Tally& graphs_rf = counts.rf;
    r.graphs_rf = graphs_rf.number;
    r.graphs_rf_error = error(graphs_rf);
  }
  if (target.kind() == "native") r.peak_memory = store::peak_memory();
  r.keys_on_disk = counts.keys_on_disk;
  r.disk_trouble = counts.trouble;
  r.states = harvest.states.list();
  // States that differ in nothing but what the filter looks at are one; beyond the bound they cannot be told apart.
  const Tally& outcomes = counts.outcomes;
  r.outcomes = outcomes.exact && outcomes.number <= options.keep_states ? r.states.size() : outcomes.number;
  r.outcomes_error = error(outcomes);
  r.identity = options.identity;
  r.quantifier = target.quantifier();
  r.condition = target.condition();
  r.positive = harvest.states.positive();
  r.negative = harvest.states.negative();
  r.retries = target.retries();
  r.seconds = static_cast<double>(harvest.nanoseconds) * 1e-9;
  r.interrupted = options.stop != nullptr && options.stop->load();
  r.bugs = harvest.bugs.list(false);
  for (const Finding& remark : harvest.remarks) static_cast<Finding&>(r.remarks.emplace_back()) = remark;
  const std::vector<Bug> seen = harvest.bugs.list(true);
  r.remarks.insert(r.remarks.end(), seen.begin(), seen.end());
  if (harvest.pairs) r.rf_pairs = harvest.pairs->size();
  r.guidance = harvest.guidance;
  if (repeats) {
    r.uncounted = !counts.counts_all;
    if (!r.uncounted) {
      r.discovery = discovery({harvest.counted, r.graphs, counts.seen_once(), counts.seen_twice()});
      r.gini = counts.gini();
    }
  } else {
    // Nobody knows what comes after what the engine does not support.
    const auto unsupported = [](const Bug& bug) { return bug.kind == "unsupported"; };
    r.gave_up = std::any_of(r.bugs.begin(), r.bugs.end(), unsupported) ||
                std::any_of(r.remarks.begin(), r.remarks.end(), unsupported);
    r.complete = complete && !r.gave_up;
    r.tree = TreeProgress{complete ? 1 : harvest.covered, harvest.size};  // 1 but for rounding
  }
  const bool undefined = std::any_of(r.bugs.begin(), r.bugs.end(), [](const Bug& b) { return b.undefined; });
  const bool found = target.asks_for_findings() &&
                     std::any_of(r.bugs.begin(), r.bugs.end(), [](const Bug& b) { return !b.predicted; });
  const bool holds = r.quantifier == Quantifier::exists       ? r.positive > 0 || found
                     : r.quantifier == Quantifier::not_exists ? r.positive == 0 && !found
                                                              : r.negative == 0 && !found;
  r.verdict = undefined ? Verdict::undef : holds ? Verdict::ok : Verdict::no;
  return r;
}

}  // namespace graphfuzz

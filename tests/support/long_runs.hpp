// Tasks to be interrupted and taken apart, and what is compared of their results.
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <ostream>
#include <string>
#include <tuple>
#include <vector>

#include "graphfuzz/campaign/unit.hpp"
#include "graphfuzz/store/atomic_file.hpp"
#include "support/folders.hpp"

namespace graphfuzz::testing {

/// `name`: of a file in litmus/, without ".litmus"; or with the suffix.
inline Task small_task(const std::string& name, const std::string& model = "rc11") {
  const bool go = name.ends_with(".go");
  const std::filesystem::path file = std::filesystem::path(source_folder()) / "litmus" / (go ? name : name + ".litmus");
  Task task;
  task.program = {file.string(), store::read_file(file, 1 << 20)};
  if (!go) task.settings["model"] = model;
  const std::unique_ptr<const Target> target = load_target(task);
  return make_task(task.program, *target, task.options);
}

struct NamedTask {
  const char* name;
  const char* model;
  Task task() const { return small_task(name, model); }
  friend void PrintTo(const NamedTask& task, std::ostream* out) { *out << task.name << " under " << task.model; }
};

/// Of every kind: with loops, awaits, races, no graphs at all; graphs built event by event, or put together first.
inline const NamedTask kTasks[] = {
    {"long-assert-3", "rc11"},     {"szymanski+rlx", "rc11"},
    {"barrier-3+assume", "rc11"},  {"MP+na", "rc11"},
    {"RelSeq+interrupted", "tso"}, {"LB", "coherence"},
    {"2+2W", "coherence"},         {"barrier-3+assume", "sc"},
    {"long-assert-3", "sc"},       {"go/spec-kubernetes.go", "go"},
    {"go/rwr-two-locks.go", "go"},
};

inline std::string name_of(const ::testing::TestParamInfo<NamedTask>& info) {
  std::string name = std::string(info.param.name) + '_' + info.param.model;
  for (char& c : name) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  }
  return name;
}

inline std::vector<StrategyKind> strategies_for(const Target& target) {
  std::vector<StrategyKind> strategies;
  for (const StrategyKind strategy : all_strategies()) {
    if (is_schedule(strategy) ? target.model() == "sc" : target.kind() == "go" || !is_directed(strategy))
      strategies.push_back(strategy);
  }
  return strategies;
}

inline std::map<std::string, std::pair<std::uint64_t, bool>> states_of(const CampaignResult& result) {
  std::map<std::string, std::pair<std::uint64_t, bool>> states;
  for (const ObservedState& state : result.states) states[state.text] = {state.graphs, state.satisfies};
  return states;
}

/// Not by their messages, which tell of the execution that came first.
inline std::vector<std::tuple<std::string, FindingKey, std::uint64_t>> bugs_of(const CampaignResult& result) {
  std::vector<std::tuple<std::string, FindingKey, std::uint64_t>> bugs;
  for (const Bug& bug : result.bugs) bugs.emplace_back(bug.kind, bug.key, bug.count);
  std::sort(bugs.begin(), bugs.end());
  return bugs;
}

/// All that the clock and the number of workers do not change.
inline std::string numbers(const CampaignResult& r) {
  std::string text = fmt::format(
      "{} executions, {} blocked, {} truncated, {} {} {} taken back, {} graphs, {} rf, {} outcomes, {} : {}, {}, kept "
      "{}, "
      "pairs {}, gini {}",
      r.executions, r.blocked, r.truncated, r.taken_back.executions, r.taken_back.blocked, r.taken_back.truncated,
      r.graphs, r.graphs_rf.value_or(0), r.outcomes, r.positive, r.negative, r.complete, r.corpus_size,
      r.rf_pairs.value_or(0), r.gini);
  if (r.tree) text += fmt::format(", tree {} {} {}", r.tree->covered, r.tree->size.mean(), r.tree->size.walks());
  if (r.discovery) text += fmt::format(", to come {} {}", r.discovery->new_probability, r.discovery->total);
  if (r.guidance) text += fmt::format(", asked {} {} {}", r.guidance->runs, r.guidance->obeyed, r.guidance->proposed);
  for (const ObservedState& state : r.states)
    text += fmt::format("\n{} {} {}", state.text, state.graphs, state.satisfies);
  for (const Bug& bug : r.bugs) text += fmt::format("\n{}: {} at {}", bug.kind, bug.message, bug.execution);
  return text;
}

}  // namespace graphfuzz::testing

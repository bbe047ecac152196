#include "graphfuzz/fuzz/go/engine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <stdexcept>

#include "graphfuzz/analysis/go/story.hpp"
#include "graphfuzz/analysis/unordered.hpp"
#include "graphfuzz/explore/go/executor.hpp"
#include "graphfuzz/explore/go/named_step.hpp"
#include "graphfuzz/fuzz/go/left_routines.hpp"
#include "graphfuzz/fuzz/go/steps.hpp"
#include "graphfuzz/graph/hash.hpp"

namespace graphfuzz::go {

bool RunPairs::add(const Machine& machine, Pairs& pairs) {
  const Trace& trace = machine.trace();
  bool found_new = false;
  const auto word = [&](std::uint32_t event) {
    if (event == kNoEvent) return std::uint64_t{0};
    const TraceEvent& e = trace.events[event];
    return mixed(machine.hash(e.routine), machine.hash_of_place(e.position));
  };
  const auto add_pair = [&](std::uint32_t first, std::uint32_t second) {
    found_new |= pairs.add(mixed(word(first), word(second)));
  };
  last_.assign(trace.objects.size(), kNoEvent);
  for (std::uint32_t i = 0; i < trace.events.size(); ++i) {
    const TraceEvent& e = trace.events[i];
    if (!e.finished()) continue;
    if (e.partner != kNoEvent) add_pair(e.partner, i);
    if (e.object >= last_.size()) continue;
    add_pair(last_[e.object], i);
    last_[e.object] = i;
  }
  return found_new;
}

Finding finding_of(const GoBug& bug, const Trace& trace) {
  Finding finding;
  finding.kind = name(bug.kind);
  finding.message = bug.message;
  finding.remark = bug.remark();
  finding.key = key_of(bug);
  // A test failure says itself where it is, which no event need be.
  if (bug.kind != GoBugKind::test_failure && bug.event < trace.events.size() &&
      trace.events[bug.event].position != kNoPosition) {
    finding.places.push_back(parse_place(trace.positions[trace.events[bug.event].position]));
  }
  for (const GoBug::Access& access : bug.accesses) {
    if (access.position < trace.positions.size()) {
      finding.places.push_back(parse_place(trace.positions[access.position]));
    }
  }
  return finding;
}

std::vector<Stack> stacks_of(const GoBug& bug, const Machine& machine) {
  std::vector<LeftRoutine> left;
  const Trace& trace = machine.trace();
  if (bug.kind == GoBugKind::panic && bug.event < trace.events.size()) {
    const Routine routine = trace.events[bug.event].routine;
    left.push_back({routine, machine.stack(routine)});
  }
  for (const Routine routine : bug.stuck) left.push_back({routine, machine.stack(routine)});
  return told_once(left);
}

ExecutionGraph graph_if_possible(const Machine& machine) {
  try {
    return machine.graph();
  } catch (const std::length_error&) {
    return {};
  }
}

namespace {

/// What is different when the same steps are taken again; empty: nothing.
std::string difference(const Machine& machine, std::span<const Step> steps) {
  Machine again(machine.program(), machine.options(), machine.names());
  const std::size_t taken = replay(again, steps);
  if (taken < steps.size()) return fmt::format("step {} of {} is not possible the next time", taken + 1, steps.size());
  if (machine.over() && !again.over()) return "it goes on where it had ended";
  if (again.fingerprint() != machine.fingerprint()) return "the same steps lead to other operations";
  if (again.outcome() == machine.outcome()) return {};
  return fmt::format("it ends with {} the next time, and not with {}", again.outcome(), machine.outcome());
}

}  // namespace

namespace {

UnorderedAccess unordered(const GoBug::Access& access, const Trace& trace) {
  UnorderedAccess told;
  told.lane = access.routine;
  if (access.after != kNoEvent) told.before = access.after;
  told.text = access.text;
  if (access.position < trace.positions.size()) told.place = trace.positions[access.position];
  return told;
}

}  // namespace

Story story_of(const Machine& machine, const Finding* finding) {
  const Trace& trace = machine.trace();
  Story story = tell_with_findings(trace);
  for (const GoBug& bug : machine.bugs()) {
    if (bug.remark() || (finding != nullptr && key_of(bug) != finding->key)) continue;
    const bool fails = bug.kind == GoBugKind::test_failure && bug.event < story.rows.size();
    if (finding != nullptr && (fails || bug.kind == GoBugKind::race))
      story = tell(trace);  // without what else is wrong
    if (fails) story.about.push_back(bug.event);
    if (bug.accesses.empty()) continue;
    add_unordered(story, "race", unordered(bug.accesses[0], trace), unordered(bug.accesses[1], trace));
  }
  return story;
}

Witness witness_of(const Machine& machine, std::span<const Step> steps, const Finding* finding) {
  Witness witness{graph_if_possible(machine), story_of(machine, finding), to_texts(named(steps, *machine.names()))};
  if (machine.program().may_differ()) {
    witness.output = machine.output();
    witness.output += machine.stacks();
    // One that got nowhere would take as long again.
    if (machine.stacks().empty()) witness.differs = difference(machine, steps);
  }
  return witness;
}

}  // namespace graphfuzz::go

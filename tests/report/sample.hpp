// Store buffering, and a campaign's result on it made by hand: what the report tests look at.
#pragma once

#include <limits>
#include <memory>
#include <utility>

#include "graphfuzz/analysis/memory/story.hpp"
#include "graphfuzz/campaign/result.hpp"
#include "graphfuzz/frontend/litmus.hpp"

namespace graphfuzz::test {

inline std::shared_ptr<const Program> store_buffering() {
  return parse_litmus(R"(C SB
{}
P0 (atomic_int* x, atomic_int* y) {
  atomic_store_explicit(x,1,memory_order_relaxed);
  int r0 = atomic_load_explicit(y,memory_order_relaxed);
}
P1 (atomic_int* x, atomic_int* y) {
  atomic_store_explicit(y,1,memory_order_relaxed);
  int r0 = atomic_load_explicit(x,memory_order_relaxed);
}
~exists (0:r0=0 /\ 1:r0=0)
)",
                      "SB.litmus");
}

inline Location location_of(const Program& program, const std::string& name) {
  for (Location x = 0; x < program.locations().size(); ++x) {
    if (program.locations()[x].name == name) return x;
  }
  return kNoLocation;
}

/// Both threads read 0. Events: W x=1 (first), W y=1, R x=0, R y=0 (last).
inline ExecutionGraph both_read_zero(const Program& program) {
  const Value zeros[] = {0, 0};
  ExecutionGraph graph(2, zeros);
  const Location x = location_of(program, "x");
  const Location y = location_of(program, "y");
  const MemoryOrder relaxed = MemoryOrder::relaxed;
  graph.add_write(0, {EventKind::write, relaxed, x, 0, 1}, x);
  graph.add_write(1, {EventKind::write, relaxed, y, 0, 1}, y);
  graph.add_read(1, {EventKind::read, relaxed, x, 0, 0}, x);
  graph.add_read(0, {EventKind::read, relaxed, y, 0, 0}, y);
  return graph;
}

/// The same as a witness.
inline std::shared_ptr<const Witness> witness_of(const Program& program) {
  Witness witness;
  witness.graph = both_read_zero(program);
  witness.story = tell(witness.graph, program);
  witness.steps = {R"({"thread": 0, "from": [-1, 0]})", R"({"thread": 1, "from": [-1, 1]})",
                   R"({"thread": 1, "from": [-1, 0]})", R"({"thread": 0, "from": [-1, 1]})"};
  return std::make_shared<const Witness>(std::move(witness));
}

inline CampaignResult sample_result(const Program& program) {
  CampaignResult r;
  r.test = "SB";
  r.file = "litmus/SB.litmus";
  r.kind = "litmus";
  r.model = "rc11";
  r.strategy = "mix";
  r.seed = 18446744073709551615u;
  r.executions = 1000;
  r.blocked = 3;
  r.taken_back = {9, 20, 1};
  r.graphs = 4;
  r.graphs_rf = 4;
  r.outcomes = 2;
  r.states = {{"P0:r0=0; P1:r0=0;", true, 1, witness_of(program)}, {"P0:r0=0; P1:r0=1;", false, 3, nullptr}};
  r.quantifier = Quantifier::not_exists;
  r.condition = "~exists (0:r0=0 /\\ 1:r0=0)";
  r.verdict = Verdict::no;
  r.positive = 1;
  r.negative = 3;
  r.seconds = 0.5;
  Bug bug;
  bug.kind = "condition";
  bug.message = "a \"forbidden\" state";
  bug.of_graphs = true;
  bug.execution = 17;
  bug.seconds = 0.25;
  bug.count = 5;
  bug.witness = witness_of(program);
  r.bugs = {bug};
  r.curve = {{1, 1}, {10, 4}};
  r.estimates = {{1, 1, 1, std::numeric_limits<double>::infinity()}, {10, 6.5, 4, 12.25}};
  return r;
}

}  // namespace graphfuzz::test

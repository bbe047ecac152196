// What most users need of the library in one header, and the shortest way to use it:
//
//   auto program = graphfuzz::load_litmus("SB.litmus");
//   graphfuzz::Report report = graphfuzz::check(*program, "rc11", {.executions = 10000});
//   std::puts(graphfuzz::result_block(report).c_str());
#pragma once

#include "graphfuzz/analysis/go/trace_analysis.hpp"
#include "graphfuzz/campaign/campaign.hpp"
#include "graphfuzz/campaign/result.hpp"
#include "graphfuzz/explore/candidate_sampler.hpp"
#include "graphfuzz/explore/candidates.hpp"
#include "graphfuzz/explore/executor.hpp"
#include "graphfuzz/explore/model_kind.hpp"
#include "graphfuzz/frontend/go.hpp"
#include "graphfuzz/frontend/litmus.hpp"
#include "graphfuzz/frontend/trace.hpp"
#include "graphfuzz/graph/boost_graph.hpp"
#include "graphfuzz/graph/execution_graph.hpp"
#include "graphfuzz/graph/fingerprint.hpp"
#include "graphfuzz/model/cat.hpp"
#include "graphfuzz/model/registry.hpp"
#include "graphfuzz/program/program.hpp"
#include "graphfuzz/report/dot.hpp"
#include "graphfuzz/report/go_trace.hpp"
#include "graphfuzz/report/json.hpp"
#include "graphfuzz/report/text.hpp"
#include "graphfuzz/target/go_target.hpp"
#include "graphfuzz/target/load.hpp"
#include "graphfuzz/target/memory_target.hpp"

namespace graphfuzz {

using Options = CampaignOptions;
using Report = CampaignResult;

/// Fuzzes whatever it is. See run_campaign.
inline Report check(const Target& target, const Options& options = {}) { return run_campaign(target, options); }
/// A program under a memory model. Throws std::invalid_argument for an unknown model.
inline Report check(const Program& program, const std::string& model = "rc11", const Options& options = {}) {
  return run_campaign(MemoryTarget(program, model), options);
}
/// A Go program.
inline Report check(const go::GoProgram& program, const Options& options = {}) {
  return run_campaign(go::GoTarget(program), options);
}

}  // namespace graphfuzz

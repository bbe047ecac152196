// What most users need of the library in one header, and the shortest way to use it:
//
//   try {
//     auto program = graphfuzz::load_litmus("SB.litmus");
//     graphfuzz::Report report = graphfuzz::check(*program, "rc11", {.executions = 10000});
//     std::puts(graphfuzz::result_block(report).c_str());
//   } catch (const std::exception& e) {  // no such file, no litmus test, no such model
//     std::fprintf(stderr, "%s\n", e.what());
//   }
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
#include "graphfuzz/program/pure_program.hpp"
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

// What is thrown, all of it derived from std::exception: load_litmus and parse_litmus throw ParseError
// ("file:line:column: …") for a test that is wrong, and load_litmus std::runtime_error for a file that cannot be read;
// check throws std::invalid_argument for a model that there is not, or options that make no sense for the program
// (Unsupported if the program asks for what the engine or the model does not know), CatError for a wrong .cat file, and
// ModelStuck for a model whose graphs cannot be built.

/// Fuzzes whatever it is. See run_campaign.
inline Report check(const Target& target, const Options& options = {}) { return run_campaign(target, options); }
/// A program under a memory model, which is a name or the path of a .cat file.
inline Report check(const Program& program, const std::string& model = "rc11", const Options& options = {}) {
  return run_campaign(MemoryTarget(program, model), options);
}
/// A Go program.
inline Report check(const go::GoProgram& program, const Options& options = {}) {
  return run_campaign(go::GoTarget(program), options);
}

}  // namespace graphfuzz

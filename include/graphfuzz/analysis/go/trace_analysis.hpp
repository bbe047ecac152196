// All that one trace tells, in one go.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "graphfuzz/analysis/go/features.hpp"
#include "graphfuzz/analysis/go/findings.hpp"
#include "graphfuzz/analysis/go/happens_before.hpp"
#include "graphfuzz/analysis/go/relations.hpp"
#include "graphfuzz/graph/fingerprint.hpp"

namespace graphfuzz::go {

struct AnalysisOptions {
  Clock clock = Clock::strong;  ///< for partners and predictions; cyclic deadlocks have the weak clock in any case
  HappensBeforeOptions happens_before;
  RelationOptions relations = RelationOptions::gopie_plus();
  FindingOptions findings;
};

struct TraceAnalysis {
  Fingerprint graph;  ///< of graph_of, also of a trace that is too large for one
  Findings findings;
  Features features;  ///< with partners
  std::uint64_t rel1 = 0, rel2 = 0;
  double score_gfuzz = 0, score_gfuzz_hb = 0, score_gopie = 0;
  std::vector<std::string> interesting;  ///< what a campaign that begins with this run finds new in it
};

/// O(events · routines) for happens-before, O(events log events) for the rest but searches for partners and matchings,
/// which are that fast in all but contrived cases.
TraceAnalysis analyse(const Trace& trace, const AnalysisOptions& options = {});

}  // namespace graphfuzz::go

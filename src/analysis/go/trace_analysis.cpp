#include "graphfuzz/analysis/go/trace_analysis.hpp"

#include "graphfuzz/analysis/go/graph_of.hpp"
#include "graphfuzz/stop/stop.hpp"

namespace graphfuzz::go {

TraceAnalysis analyse(const Trace& trace, const AnalysisOptions& options) {
  TraceAnalysis result;
  result.graph = fingerprints_of(trace).graph;
  const HappensBefore weak(trace, Clock::weak);
  const HappensBefore chosen(trace, options.clock, options.happens_before);
  stop_point();
  const PartnerSearch partners(trace, chosen);
  const std::vector<bool> cases = cases_with_partners(trace, partners);
  stop_point();
  result.features = features(trace, &cases);
  result.findings = find(trace, chosen, weak, partners, options.findings);
  stop_point();
  const Relations relations(trace, options.relations);
  stop_point();
  result.rel1 = relations.rel1_pairs();
  result.rel2 = relations.rel2_pairs();
  stop_point();
  result.score_gfuzz = gfuzz_score(result.features);
  result.score_gfuzz_hb = gfuzz_hb_score(result.features);
  result.score_gopie = gopie_score(result.rel1, result.rel2, trace.outcome);
  result.interesting = first_run_reasons(result.features, trace);
  return result;
}

}  // namespace graphfuzz::go

// A trace as a picture: the picture of its story.
#include "graphfuzz/analysis/go/story.hpp"
#include "graphfuzz/report/dot.hpp"
#include "graphfuzz/report/go_trace.hpp"
#include "graphfuzz/report/svg.hpp"
#include "report/words.hpp"

namespace graphfuzz::go {

std::string to_dot(const Trace& trace, const TraceAnalysis& analysis, std::size_t most) {
  return graphfuzz::to_dot(tell(trace, analysis),
                           {trace.path, std::string(word(trace.outcome, analysis.findings.bug())), most});
}

std::string to_svg(const Trace& trace, const TraceAnalysis& analysis) {
  return graphfuzz::to_svg(tell(trace, analysis), {trace.path, std::string(word(trace.outcome))});
}

}  // namespace graphfuzz::go

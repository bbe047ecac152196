// A trace as a picture: the picture of its story.
#include "graphfuzz/analysis/go/story.hpp"
#include "graphfuzz/report/dot.hpp"
#include "graphfuzz/report/go_trace.hpp"
#include "report/words.hpp"

namespace graphfuzz::go {

std::string to_dot(const Trace& trace, const TraceAnalysis& analysis, std::size_t most) {
  return graphfuzz::to_dot(tell(trace, analysis),
                           {trace.path, std::string(word(trace.outcome, analysis.findings.bug())), most});
}

}  // namespace graphfuzz::go

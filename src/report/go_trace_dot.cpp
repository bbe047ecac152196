// A trace as a picture: the picture of its story.
#include "graphfuzz/analysis/go/story.hpp"
#include "graphfuzz/report/dot.hpp"
#include "graphfuzz/report/go_trace.hpp"
#include "graphfuzz/report/svg.hpp"
#include "report/words.hpp"

namespace graphfuzz::go {
namespace {

Picture picture_of(const Trace& trace, const TraceAnalysis& analysis) {
  return {trace.path, std::string(word(trace.outcome, analysis.findings.bug()))};
}

}  // namespace

std::string to_dot(const Trace& trace, const TraceAnalysis& analysis, std::size_t most) {
  Picture picture = picture_of(trace, analysis);
  picture.most = most;
  return graphfuzz::to_dot(tell(trace, analysis), picture);
}

std::string to_svg(const Trace& trace, const TraceAnalysis& analysis) {
  return graphfuzz::to_svg(tell(trace, analysis), picture_of(trace, analysis));
}

}  // namespace graphfuzz::go

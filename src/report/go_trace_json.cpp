#include <fmt/format.h>

#include "graphfuzz/report/go_trace.hpp"
#include "report/json_objects.hpp"
#include "report/words.hpp"

namespace graphfuzz::go {
namespace {

std::string digits(const Fingerprint& print) { return fmt::format("{:016x}{:016x}", print.high, print.low); }

Json place(const Trace& trace, Position position) {
  return position == kNoPosition ? Json(nullptr) : Json(trace.positions[position]);
}

Json pairs_of(const Trace& trace, const Features& features) {
  Json array = Json::array();
  for (const PairCount& pair : features.pairs) {
    array.push_back(
        {{"send", place(trace, pair.send)}, {"receive", place(trace, pair.receive)}, {"count", pair.count}});
  }
  return array;
}

Json channels_of(const Trace& trace, const Features& features) {
  Json array = Json::array();
  for (const ChannelUse& use : features.uses) {
    const TraceObject& channel = trace.objects[use.object];
    array.push_back({{"id", channel.id},
                     {"position", place(trace, channel.made_at)},
                     {"capacity", channel.capacity},
                     {"max_fullness", use.fullness},
                     {"closed", use.closed}});
  }
  return array;
}

Json selects_of(const Trace& trace, const Features& features) {
  Json array = Json::array();
  for (const SelectVisit& visit : features.selects) {
    Json partners = Json::array();
    for (std::size_t c = 0; c < visit.with_partner.size(); ++c) {
      if (visit.with_partner[c]) partners.push_back(c);
    }
    array.push_back({{"position", place(trace, visit.position)},
                     {"routine", trace.routines[trace.events[visit.event].routine].id},
                     {"cases", visit.cases},
                     {"default", visit.has_default},
                     {"chosen", visit.finished ? Json(visit.chosen) : Json(nullptr)},
                     {"partners", std::move(partners)}});
  }
  return array;
}

Json findings_of(const Trace& trace, const std::vector<TraceFinding>& findings) {
  Json array = Json::array();
  for (const TraceFinding& finding : findings) {
    Json positions = Json::array();
    for (const std::uint32_t e : finding.events) positions.push_back(position_of(trace, e));
    array.push_back({{"code", finding.code},
                     {"kind", finding.kind},
                     {"bug", finding.bug},
                     {"count", finding.count},
                     {"positions", std::move(positions)}});
  }
  return array;
}

Json leaks_of(const Trace& trace, const std::vector<TraceFinding>& leaks) {
  Json array = Json::array();
  for (const TraceFinding& leak : leaks) {
    const TraceEvent& event = trace.events[leak.events.front()];
    const bool partner = leak.events.size() > 1;
    array.push_back({{"code", leak.code},
                     {"kind", leak.kind},
                     {"op", name(event.kind)},
                     {"position", place(trace, event.position)},
                     {"routine", trace.routines[event.routine].id},
                     {"partner", partner ? place(trace, trace.events[leak.events[1]].position) : Json(nullptr)}});
  }
  return array;
}

}  // namespace

Json json_of(const Trace& trace, const TraceAnalysis& analysis) {
  const Json json = {{"format", "graphfuzz trace analysis"},
                     {"version", kFormatVersion},
                     {"path", trace.path},
                     {"dialect", trace.dialect},
                     {"outcome", word(trace.outcome)},
                     {"graph", digits(analysis.graph)},
                     {"panic", trace.panic_text.empty() ? Json(nullptr) : Json(trace.panic_text)},
                     {"routines", trace.routines.size()},
                     {"events", trace.events.size()},
                     {"pairs", pairs_of(trace, analysis.features)},
                     {"channels", channels_of(trace, analysis.features)},
                     {"selects", selects_of(trace, analysis.features)},
                     {"rel1", analysis.rel1},
                     {"rel2", analysis.rel2},
                     {"score_gfuzz", analysis.score_gfuzz},
                     {"score_gfuzz_hb", analysis.score_gfuzz_hb},
                     {"score_gopie", analysis.score_gopie},
                     {"interesting", analysis.interesting},
                     {"actual", findings_of(trace, analysis.findings.actual)},
                     {"predicted", findings_of(trace, analysis.findings.predicted)},
                     {"leaks", leaks_of(trace, analysis.findings.leaks)},
                     {"codes", kFindingCodes},
                     {"complete", analysis.findings.complete}};
  return json;
}

std::string to_json(const Trace& trace, const TraceAnalysis& analysis) { return json_text(json_of(trace, analysis)); }

}  // namespace graphfuzz::go

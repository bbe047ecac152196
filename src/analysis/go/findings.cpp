#include "graphfuzz/analysis/go/findings.hpp"

#include <algorithm>

#include "analysis/go/finding_list.hpp"

namespace graphfuzz::go {

bool Findings::bug() const {
  const auto is_bug = [](const TraceFinding& finding) { return finding.bug; };
  return std::any_of(actual.begin(), actual.end(), is_bug) || std::any_of(predicted.begin(), predicted.end(), is_bug) ||
         std::any_of(leaks.begin(), leaks.end(), is_bug);
}

Findings find(const Trace& trace, const HappensBefore& strong, const HappensBefore& weak, const PartnerSearch& partners,
              const FindingOptions& options) {
  Findings findings;
  FindingList actual(trace, findings.actual);
  FindingList predicted(trace, findings.predicted);
  find_panics(trace, actual);
  find_concurrent_receives(trace, strong, actual);
  find_leaks(trace, partners, findings.leaks, actual);
  find_use_of_closed(trace, strong, options.select_cases, predicted);
  findings.complete = find_unmatched(trace, strong, predicted);
  findings.complete &= find_cyclic_deadlocks(trace, weak, options.cyclic_steps, predicted);
  return findings;
}

std::string_view position_of(const Trace& trace, std::uint32_t event) {
  const Position position = trace.events[event].position;
  return position == kNoPosition ? std::string_view("?") : std::string_view(trace.positions[position]);
}

}  // namespace graphfuzz::go

// What a trace says of a run.
#include "graphfuzz/fuzz/go/runner.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <stdexcept>

#include "graphfuzz/analysis/go/graph_of.hpp"
#include "graphfuzz/analysis/go/story.hpp"

namespace graphfuzz::go {

Finding finding_of(const TraceFinding& found, const Trace& trace) {
  Finding finding;
  // "leak: lock" is a leak.
  const std::size_t colon = std::min(found.kind.find(": "), found.kind.size());
  finding.kind = found.kind.substr(0, colon);
  finding.message = found.code;
  if (colon < found.kind.size()) finding.message += " " + found.kind.substr(colon + 2);
  for (std::size_t i = 0; i < found.events.size(); ++i) {
    finding.places.push_back(parse_place(position_of(trace, found.events[i])));
    finding.message += (i == 0 ? ": " : ", ") + to_text(finding.places.back());
  }
  finding.predicted = found.predicted;
  std::vector<std::string> places;
  for (const Place& place : finding.places) places.push_back(to_text(place));
  // Of a leak it is a matter of chance whether there was a partner, which its code says, and which.
  if (finding.kind == "leak" && !finding.predicted && !places.empty()) {
    finding.key = finding_key(finding.kind, places.front());
    return finding;
  }
  std::ranges::sort(places);  // in which order they came is chance
  finding.key = finding_key(found.kind, fmt::format("{}: {}", found.code, fmt::join(places, ", ")), finding.predicted);
  return finding;
}

Ending Runner::ending() const {
  switch (trace().outcome) {
    case Outcome::clean:
    case Outcome::panicked:
    case Outcome::exited:
      return Ending::complete;
    case Outcome::deadlocked:
      return Ending::deadlocked;
    case Outcome::timed_out:
    case Outcome::unknown:
      break;
  }
  return Ending::truncated;
}

const ExecutionGraph& Runner::graph() {
  try {
    graph_ = graph_of(trace());
  } catch (const std::length_error&) {
    graph_ = {};
  }
  return graph_;
}

Fingerprints Runner::fingerprints() { return fingerprints_of(trace()); }

bool Runner::add_pairs(Pairs& pairs) { return graphfuzz::add_pairs(graph(), pairs); }

std::string Runner::outcome() const {
  const Trace& run = trace();
  if (run.outcome == Outcome::panicked) {
    return "panic: " + (run.panic_text.empty() ? std::string(message(run.panic)) : run.panic_text);
  }
  return std::string(graphfuzz::name(ending()));
}

std::vector<Finding> Runner::findings() const {
  const Trace& run = trace();
  const HappensBefore strong(run, Clock::strong);
  const Findings found = find(run, strong, HappensBefore(run, Clock::weak), PartnerSearch(run, strong));
  std::vector<Finding> result;
  for (const auto* const list : {&found.actual, &found.leaks}) {
    for (const TraceFinding& one : *list) {
      if (!one.bug) continue;
      result.push_back(finding_of(one, run));
    }
  }
  return result;
}

Witness Runner::witness(const Finding* /*finding*/) {
  return {graph(), tell_with_findings(trace()), {}, "the program chose its own way, which it need not take again"};
}

}  // namespace graphfuzz::go

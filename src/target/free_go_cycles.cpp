#include "target/free_go_cycles.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string>

#include "graphfuzz/analysis/go/findings.hpp"
#include "graphfuzz/analysis/go/lock_waits.hpp"
#include "graphfuzz/program/go/wait_cycles.hpp"

namespace graphfuzz::go {
namespace {

/// "lock at f.go:1 waits for lock at f.go:2", beginning with the least. As it may begin anywhere, and be as long as
/// there are goroutines at its places, these tell it apart.
Finding finding_of(const std::vector<Routine>& cycle, const Trace& trace) {
  Finding finding;
  finding.kind = kCyclicDeadlock;
  std::vector<std::string> words, places;
  for (const Routine r : cycle) {
    const std::uint32_t request = trace.routines[r].events.back();
    finding.places.push_back(parse_place(position_of(trace, request)));
    places.push_back(to_text(finding.places.back()));
    words.push_back(fmt::format("{} at {}", name(trace.events[request].kind), places.back()));
  }
  const auto first = std::ranges::min_element(words) - words.begin();
  std::rotate(words.begin(), words.begin() + first, words.end());
  std::rotate(finding.places.begin(), finding.places.begin() + first, finding.places.end());
  finding.message = fmt::format("{}", fmt::join(words, " waits for "));
  std::ranges::sort(places);
  places.erase(std::unique(places.begin(), places.end()), places.end());
  finding.key = finding_key(finding.kind, fmt::format("{}", fmt::join(places, ", ")));
  return finding;
}

}  // namespace

LockCycles lock_cycles(const Trace& trace) {
  LockCycles result{{}, std::vector<bool>(trace.routines.size())};
  const std::vector<std::vector<Routine>> waits_for = lock_waits(trace);
  for (const std::vector<Routine>& cycle : wait_cycles(waits_for)) {
    result.findings.push_back(finding_of(cycle, trace));
    for (const Routine r : cycle) result.kept[r] = true;
  }
  for (bool more = !result.findings.empty(); more;) {
    more = false;
    for (Routine r = 0; r < waits_for.size(); ++r) {
      if (result.kept[r] || std::ranges::none_of(waits_for[r], [&](Routine o) { return result.kept[o]; })) continue;
      result.kept[r] = more = true;
    }
  }
  return result;
}

}  // namespace graphfuzz::go

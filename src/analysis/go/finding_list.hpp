// Collects findings and merges those with the same code at the same positions.
#pragma once

#include <map>
#include <utility>

#include "graphfuzz/analysis/go/findings.hpp"

namespace graphfuzz::go {

class FindingList {
 public:
  FindingList(const Trace& trace, std::vector<TraceFinding>& list) : trace_(trace), list_(list) {}

  void add(TraceFinding finding) {
    std::vector<Position> key;
    for (const std::uint32_t e : finding.events) key.push_back(trace_.events[e].position);
    const auto [place, added] = seen_.try_emplace({finding.code, std::move(key)}, list_.size());
    if (added) {
      list_.push_back(std::move(finding));
    } else {
      ++list_[place->second].count;
    }
  }

 private:
  const Trace& trace_;
  std::vector<TraceFinding>& list_;
  std::map<std::pair<std::string, std::vector<Position>>, std::size_t> seen_;
};

// The parts of find(), each in a file of its own.
void find_panics(const Trace& trace, FindingList& actual);
void find_concurrent_receives(const Trace& trace, const HappensBefore& strong, FindingList& actual);
void find_use_of_closed(const Trace& trace, const HappensBefore& strong, bool select_cases, FindingList& predicted);
/// These two: false if a bound was reached.
bool find_unmatched(const Trace& trace, const HappensBefore& strong, FindingList& predicted);
bool find_cyclic_deadlocks(const Trace& trace, const HappensBefore& weak, std::uint64_t steps, FindingList& predicted);
void find_leaks(const Trace& trace, const PartnerSearch& partners, std::vector<TraceFinding>& leaks,
                FindingList& actual);

}  // namespace graphfuzz::go

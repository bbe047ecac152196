// OperationNames: the operations of one run, named so that they mean the same in the next.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "graphfuzz/program/go/directive.hpp"
#include "graphfuzz/program/go/trace.hpp"

namespace graphfuzz::go {

/// Of one trace, which must outlive it. O(events) to make. Positions are the same if their texts are.
class OperationNames {
 public:
  explicit OperationNames(const Trace& trace);

  const Trace& trace() const { return trace_; }
  OperationId operator()(std::uint32_t event) const;
  /// The event of that name; kNoEvent if there is none. O(events of the routine).
  std::uint32_t find(const OperationId& id) const;
  /// The how-manieth execution of its position it is, of all routines, in the order in which they began; from 1. Only
  /// operations that can be held count: those are what whoever delays one counts. O(events).
  std::uint32_t visit_by_anyone(std::uint32_t event) const;

 private:
  const Trace& trace_;
  bool sites_;                  // GoPie names sites, not executions, and its goroutines have other numbers in every run
  std::vector<Position> same_;  // by position: the first one with the same text
  std::vector<std::uint32_t> visits_;  // by event
};

/// In a list of preferred cases: a visit that is left alone. No select has such a case.
inline constexpr int kNoPreference = -2;

/// What a run executed, in order: what a later run is to repeat up to some point.
struct Recording {
  std::uint64_t run = 0;               ///< number of the run in the campaign
  std::vector<OperationId> order;      ///< operations that took effect, as far as they can be held
  std::vector<std::uint64_t> moments;  ///< decided_at, of each; ascending

  /// The selects, in the order in which they began: which case each took, and when.
  struct Selected {
    std::string position;
    std::uint64_t begin = 0;
    std::uint64_t moment = 0;
    int chosen = kNoPreference;
  };
  std::vector<Selected> selects;

  /// How many of them were decided before that moment.
  std::size_t before(std::uint64_t moment) const;
};
Recording record(const OperationNames& names);

}  // namespace graphfuzz::go

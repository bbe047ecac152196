// The feedback of GFuzz and of its extension by happens-before: is a run interesting, and how often is it mutated?
// spec/gfuzz.md, "Favoring Propitious Orders"; spec/select-based-fuzzing.md, "Determine whether the run was
// interesting" and "Determine the score".
#pragma once

#include <map>
#include <string>
#include <vector>

#include "graphfuzz/analysis/go/features.hpp"
#include "graphfuzz/fuzz/go/memory.hpp"
#include "graphfuzz/fuzz/go/options.hpp"

namespace graphfuzz::go {

/// What the feedback looks at in one run.
struct SelectFeatures {
  std::map<std::string, std::uint64_t> pairs;  ///< CountChOpPair
  struct Channel {
    bool closed = false, not_closed = false;
    double fullness = 0;
    std::uint64_t capacity = 0;
  };
  std::map<std::string, Channel> channels;  ///< by where they were made
  std::vector<SelectVisit> selects;
  Features base;
};

/// `case_partners`: of cases_with_partners, or null.
SelectFeatures select_features(const Trace& trace, const std::vector<bool>* case_partners,
                               const SelectOptions& options);

/// Takes over what somebody has observed of the channels made at these places; places that the run does not have are
/// left out. All of it counts for the score.
void observe_fullness(SelectFeatures& run, const std::map<std::string, std::uint64_t>& fullness,
                      const SelectOptions& options);

/// N such that count is in (2^(N-1), 2^N]: 0 for 1, 1 for 2, 2 for 3 and 4, …
unsigned bucket(std::uint64_t count);

/// Judges the run by what the memory holds of the earlier ones, the greatest score included, and adds it to the memory.
Worth judge(const Trace& trace, const SelectFeatures& run, const SelectOptions& options, Memory& memory);

/// ceil(most · score / greatest): between 1 and `most`; 0 if both are.
unsigned number_of_mutations(double score, double greatest, unsigned most);

}  // namespace graphfuzz::go

// The mutation of GFuzz: other preferred cases for the selects of a run. spec/gfuzz.md, "Mutating Message Order";
// spec/select-based-fuzzing.md, "Creating mutations" and "Flip Probability".
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "graphfuzz/analysis/go/features.hpp"
#include "graphfuzz/explore/random.hpp"
#include "graphfuzz/fuzz/go/operation_names.hpp"
#include "graphfuzz/fuzz/go/options.hpp"

namespace graphfuzz::go {

/// max(least, 1 - (1 - sure)^(1/selects)): with this probability for each select, one of them at least is flipped with
/// probability `sure`. `selects` must not be 0.
double flip_probability(std::size_t selects, const SelectOptions& options);

/// What a flipped select may prefer, each with its weight; kDefault among them if the options and the select have it.
/// `never_last`: neither the case that was taken in the last run, nor the one that was preferred then and was not to be
/// had (`preferred`; kNoPreference: none was). That may leave nothing.
struct WeightedCase {
  int index = kDefault;
  double weight = 1;
};
std::vector<WeightedCase> choosable(const SelectVisit& select, const SelectOptions& options,
                                    int preferred = kNoPreference);

/// One mutation: per position of a select the preferred cases, visit after visit (Directive::preferred). Selects that
/// are not flipped, or have no other case, prefer the case that they took. One that never finished took none and is
/// always flipped. `last`: what the run was told to prefer.
using Preferences = std::map<std::string, std::vector<int>>;
Preferences flip_selects(const Trace& trace, const std::vector<SelectVisit>& selects, const Preferences& last,
                         const SelectOptions& options, Random& random);

}  // namespace graphfuzz::go

// Steps that mean the same in another process: with goroutines by what they are, not by number.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "graphfuzz/explore/go/machine.hpp"

namespace graphfuzz::go {

/// A `Step`, with names as RoutineNames writes them ("0.2.1": the first goroutine that the second one that main started
/// has started).
struct NamedStep {
  std::string routine;
  std::string partner;  ///< empty if there is none
  std::int16_t choice = 0;
  std::int16_t partner_choice = 0;
  std::int32_t timer = -1;
  friend bool operator==(const NamedStep&, const NamedStep&) = default;
};

std::vector<NamedStep> named(std::span<const Step> steps, const RoutineNames& names);
/// The reverse; `names` learns those that it does not know yet. Throws std::invalid_argument if a name is none.
std::vector<Step> numbered(std::span<const NamedStep> steps, RoutineNames& names);

}  // namespace graphfuzz::go

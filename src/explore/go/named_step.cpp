#include "graphfuzz/explore/go/named_step.hpp"

#include <stdexcept>

#include "graphfuzz/explore/go/routine_names.hpp"

namespace graphfuzz::go {

std::vector<NamedStep> named(std::span<const Step> steps, const RoutineNames& names) {
  std::vector<NamedStep> result;
  result.reserve(steps.size());
  for (const Step& step : steps) {
    result.push_back({names.path(step.routine), step.partner == kNoName ? std::string() : names.path(step.partner),
                      step.choice, step.partner_choice, step.timer});
  }
  return result;
}

std::vector<Step> numbered(std::span<const NamedStep> steps, RoutineNames& names) {
  const auto find = [&](const std::string& path) {
    const std::optional<Name> name = names.find(path);
    if (!name) throw std::invalid_argument("expected a goroutine such as 0.2.1, found '" + path + "'");
    return *name;
  };
  std::vector<Step> result;
  result.reserve(steps.size());
  for (const NamedStep& step : steps) {
    result.push_back({find(step.routine), step.partner.empty() ? kNoName : find(step.partner), step.choice,
                      step.partner_choice, step.timer});
  }
  return result;
}

}  // namespace graphfuzz::go

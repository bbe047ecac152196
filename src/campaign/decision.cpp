// What is proven, and what was merely not seen.
#include <algorithm>

#include "graphfuzz/campaign/result.hpp"

namespace graphfuzz {

bool all_visited(const CampaignResult& result) { return result.complete && result.truncated == 0; }

Decision decision(const CampaignResult& result) {
  // Which verdict one execution suffices for, and which one needs all of them.
  const bool exists = result.quantifier == Quantifier::exists;
  const Decision witnessed = exists ? Decision::shown : Decision::excluded;
  const Decision proven = exists ? Decision::excluded : Decision::shown;
  if (result.verdict == Verdict::undef) {
    const std::uint64_t witnesses = result.quantifier == Quantifier::forall ? result.negative : result.positive;
    return witnesses > 0 ? witnessed : Decision::open;
  }
  if (result.verdict == (exists ? Verdict::ok : Verdict::no)) return witnessed;
  return all_visited(result) ? proven : Decision::open;
}

std::string_view name(Decision decision) {
  switch (decision) {
    case Decision::shown:
      return "shown";
    case Decision::excluded:
      return "excluded";
    case Decision::open:
      return "open";
  }
  return "";
}

bool decided_nothing(const CampaignResult& result) {
  const bool ended = result.executions > result.blocked + result.truncated + result.unfinished;
  return !ended && result.bugs.empty() && decision(result) == Decision::open;
}

}  // namespace graphfuzz

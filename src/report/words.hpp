// herd7's words for what a CampaignResult says; text and JSON share them.
#pragma once

#include <string_view>
#include <utility>

#include "graphfuzz/campaign/result.hpp"

namespace graphfuzz {

inline std::string_view kind_word(Quantifier quantifier) {
  switch (quantifier) {
    case Quantifier::exists:
      return "Allowed";
    case Quantifier::not_exists:
      return "Forbidden";
    case Quantifier::forall:
      return "Required";
  }
  return "";
}

inline std::string_view verdict_word(Verdict verdict) {
  switch (verdict) {
    case Verdict::ok:
      return "Ok";
    case Verdict::no:
      return "No";
    case Verdict::undef:
      return "Undef";
  }
  return "";
}

/// herd7's witnesses, (positive, negative): the graphs that speak for and against the condition as a whole. For
/// ~exists these are the reverse of the counts of the bare proposition, which the Observation line shows.
inline std::pair<std::uint64_t, std::uint64_t> witnesses(const CampaignResult& result) {
  if (result.quantifier == Quantifier::not_exists) return {result.negative, result.positive};
  return {result.positive, result.negative};
}

/// Executions per second; 0 if no time has passed.
inline double rate(const CampaignResult& result) {
  return result.seconds > 0 ? static_cast<double>(result.executions) / result.seconds : 0;
}

/// Distinct graphs per execution; 0 if there was none.
inline double yield(const CampaignResult& result) {
  return result.executions > 0 ? static_cast<double>(result.graphs) / static_cast<double>(result.executions) : 0;
}

}  // namespace graphfuzz

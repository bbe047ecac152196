// How a campaign went, in a few lines.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "graphfuzz/campaign/result.hpp"

namespace graphfuzz {

/// "1 graph", "2 graphs".
std::string plural(std::uint64_t n, std::string_view noun, std::string_view ending = "s");

/// A number of things, or an estimate of it with its standard error: "12±3".
std::string counted(std::uint64_t number, const std::optional<double>& error);

/// "at least ", of numbers of graphs that are that (CampaignResult::graphs_lost); else nothing.
std::string at_least(const CampaignResult& result);

/// What is still to be found, for a column: "nothing" (all was visited), "loops" (nothing within the bound on loops),
/// "25.00 %" of the tree of executions, "new 0.10 %" (so likely is the next graph a new one), "unknown".
std::string left_in_short(const CampaignResult& result);

/// The same in a sentence without full stop.
std::string left_in_words(const CampaignResult& result);

/// The verdict in words: a fuzzer that has not seen a state does not know that there is none.
std::string meaning_in_words(const CampaignResult& result);

/// `meaning`, the verdict in words, and below it a line for each of the campaign's numbers.
std::string campaign_lines(const CampaignResult& result, const std::string& meaning);

}  // namespace graphfuzz

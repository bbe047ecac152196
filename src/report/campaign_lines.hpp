// How a campaign went, in a few lines.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "graphfuzz/campaign/result.hpp"

namespace graphfuzz {

/// "1 graph", "2 graphs".
std::string plural(std::uint64_t n, std::string_view noun, std::string_view ending = "s");

/// `meaning`, the verdict in words, and below it a line for each of the campaign's numbers.
std::string campaign_lines(const CampaignResult& result, const std::string& meaning);

}  // namespace graphfuzz

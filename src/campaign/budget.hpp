// How the memory of a campaign is divided among what it keeps.
#pragma once

#include "graphfuzz/campaign/campaign.hpp"

namespace graphfuzz {

/// The options with bounds that hold within `options.memory`, if that is not 0:
/// - half is for GraphCounts, which see to it themselves;
/// - a quarter for prefixes, taken for 1 KiB each (a hundred steps), or for subtrees, taken for 768 bytes each (512 of
///   them are the steps they leave from, see Frontier), of all workers;
/// - an eighth for the texts and the fingerprints of states, taken for 256 bytes each, and their examples, taken for
///   16 KiB each;
/// - what is left is for programs, graphs under construction, bugs, and what is written.
/// Bounds are only lowered, and not below some that any search needs.
CampaignOptions within_memory(const CampaignOptions& options);

/// The half.
CountOptions counts_within_memory(const CampaignOptions& options);

}  // namespace graphfuzz

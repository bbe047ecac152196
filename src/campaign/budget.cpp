#include "campaign/budget.hpp"

#include <algorithm>

namespace graphfuzz {
namespace {

/// How many of such a size fit, at most `bound`, but not less than `least` unless that is what the bound is.
std::size_t fitting(std::uint64_t memory, std::uint64_t size, std::size_t least, std::size_t bound) {
  return static_cast<std::size_t>(std::min<std::uint64_t>(bound, std::max<std::uint64_t>(least, memory / size)));
}

}  // namespace

CampaignOptions within_memory(const CampaignOptions& options) {
  CampaignOptions bounded = options;
  if (options.memory == 0) return bounded;
  const std::uint64_t each = options.memory / std::max(options.workers, 1U);
  bounded.fuzz.corpus_size = fitting(each / 4, 1024, 100, options.fuzz.corpus_size);
  bounded.fuzz.frontier_size = fitting(each / 4, 768, 1000, options.fuzz.frontier_size);
  bounded.keep_states = fitting(each / 16, 256, 100, options.keep_states);
  bounded.keep_examples = fitting(each / 16, 16384, 8, options.keep_examples);
  return bounded;
}

CountOptions counts_within_memory(const CampaignOptions& options) {
  return {.memory = options.memory / 2, .approximate = options.approximate};
}

}  // namespace graphfuzz

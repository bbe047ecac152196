// Counts as people write them.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace graphfuzz::cli {

/// 10000, 1_000, 10k, 2.5M, 1G, 1e6: powers of ten, and exactly the number that is meant. Nothing if it is none, no
/// whole number (1.5, 1e-1), or beyond 64 bits.
std::optional<std::uint64_t> parse_count(std::string_view text);

}  // namespace graphfuzz::cli

// Durations as users write them.
#pragma once

#include <optional>
#include <string_view>

namespace graphfuzz::cli {

/// "90", "90s", "1.5m", "1h", "250ms" in seconds; nothing if it is no positive, finite duration.
std::optional<double> parse_duration(std::string_view text);

}  // namespace graphfuzz::cli

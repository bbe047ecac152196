// Durations as users write them.
#pragma once

#include <chrono>
#include <optional>
#include <string_view>

namespace graphfuzz::cli {

/// "90", "90s", "1.5m", "1h", "250ms" in seconds; nothing if it is no positive, finite duration.
std::optional<double> parse_duration(std::string_view text);
/// The same of what is known to be one, in whole milliseconds: at least 1, at most 10^9.
std::chrono::milliseconds milliseconds(std::string_view text);

}  // namespace graphfuzz::cli

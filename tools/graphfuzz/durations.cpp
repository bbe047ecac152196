#include "durations.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>

namespace graphfuzz::cli {

std::optional<double> parse_duration(std::string_view text) {
  double value = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, value, std::chars_format::fixed);
  if (error != std::errc{}) return std::nullopt;
  const std::string_view unit(rest, static_cast<std::size_t>(end - rest));
  double factor = 0;
  if (unit.empty() || unit == "s") factor = 1;
  if (unit == "ms") factor = 1e-3;
  if (unit == "m" || unit == "min") factor = 60;
  if (unit == "h") factor = 3600;
  const double seconds = value * factor;
  if (!std::isfinite(seconds) || seconds <= 0) return std::nullopt;
  return seconds;
}

std::chrono::milliseconds milliseconds(std::string_view text) {
  constexpr double kMost = 1e9;
  return std::chrono::milliseconds(
      static_cast<std::int64_t>(std::clamp(parse_duration(text).value() * 1e3, 1.0, kMost)));
}

}  // namespace graphfuzz::cli

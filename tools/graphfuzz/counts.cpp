#include "counts.hpp"

#include <charconv>

namespace graphfuzz::cli {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// The exponent of ten that the text after the figures stands for.
std::optional<int> exponent_of(std::string_view unit) {
  if (unit.empty()) return 0;
  if (unit == "k" || unit == "K") return 3;
  if (unit == "M") return 6;  // m is a minute
  if (unit == "G") return 9;
  if (unit.front() != 'e' && unit.front() != 'E') return std::nullopt;
  unit.remove_prefix(unit.starts_with("e+") || unit.starts_with("E+") ? 2 : 1);
  int exponent = 0;
  const auto [end, error] = std::from_chars(unit.data(), unit.data() + unit.size(), exponent);
  const bool number = error == std::errc{} && end == unit.data() + unit.size() && unit.front() != '+';
  return number && exponent > -100 && exponent < 100 ? std::optional(exponent) : std::nullopt;
}

}  // namespace

std::optional<std::uint64_t> parse_count(std::string_view text) {
  std::uint64_t value = 0;
  int exponent = 0;
  int zeros = 0;  // not yet in the value: 1.500 is no longer than 1.5
  bool point = false;
  std::size_t i = 0;
  const auto digit_at = [&](std::size_t at) { return at < text.size() && is_digit(text[at]); };
  for (; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '_' || c == '.') {  // between two digits
      if (i == 0 || !digit_at(i - 1) || !digit_at(i + 1) || (c == '.' && point)) return std::nullopt;
      point = point || c == '.';
      continue;
    }
    if (!is_digit(c)) break;
    if (point) --exponent;
    ++zeros;
    if (c == '0') continue;
    for (; zeros > 0; --zeros) {
      if (__builtin_mul_overflow(value, std::uint64_t{10}, &value)) return std::nullopt;
    }
    if (__builtin_add_overflow(value, static_cast<std::uint64_t>(c - '0'), &value)) return std::nullopt;
  }
  const std::optional<int> unit = exponent_of(text.substr(i));
  if (i == 0 || !unit) return std::nullopt;
  if (value == 0) return 0;
  exponent += *unit + zeros;
  for (; exponent > 0; --exponent) {
    if (__builtin_mul_overflow(value, std::uint64_t{10}, &value)) return std::nullopt;
  }
  for (; exponent < 0; ++exponent) {
    if (value % 10 != 0) return std::nullopt;
    value /= 10;
  }
  return value;
}

}  // namespace graphfuzz::cli

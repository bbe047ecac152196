#include "runtime/format.hpp"

#include <cctype>

namespace graphfuzz::runtime {
namespace {

bool is_one_of(char c, const char* set) { return c != '\0' && std::strchr(set, c) != nullptr; }
bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

// All integers, and what is passed as one, have eight bytes as arguments.
constexpr const char* kNumbers = "diouxXcCp";
constexpr const char* kReals = "aAeEfFgG";

}  // namespace

std::optional<Printed> parse_conversion(const char* at) {
  Printed c;
  while (is_one_of(*at, "-+ #0'I")) ++at;
  if (*at == '*') {
    ++c.stars;
    ++at;
    if (is_digit(*at)) return std::nullopt;  // by number
  }
  while (is_digit(*at)) ++at;
  if (*at == '.') {
    c.has_precision = true;
    ++at;
    if (*at == '*') {
      ++c.stars;
      c.star_precision = true;
      ++at;
      if (is_digit(*at)) return std::nullopt;
    }
    for (; is_digit(*at); ++at) {
      c.precision = std::min<std::size_t>(c.precision * 10 + static_cast<std::size_t>(*at - '0'), std::size_t{1} << 30);
    }
  }
  c.size = sizeof(int);
  bool wide = false;
  bool is_long = false;
  if (*at == 'h') {
    c.size = at[1] == 'h' ? 1 : sizeof(short);
    at += at[1] == 'h' ? 2 : 1;
  } else if (is_one_of(*at, "lLqjzt")) {
    c.size = sizeof(long);
    is_long = *at == 'L';
    wide = *at == 'l';
    at += *at == 'l' && at[1] == 'l' ? 2 : 1;
  }
  c.end = at + 1;
  using What = Printed::What;
  if (is_one_of(*at, "%m")) {
    c.what = What::nothing;
  } else if (is_one_of(*at, kNumbers)) {
    c.what = What::number;
  } else if (is_one_of(*at, kReals)) {
    c.what = is_long ? What::long_real : What::real;
  } else if (*at == 's' || *at == 'S') {
    c.what = wide || *at == 'S' ? What::wide_text : What::text;
  } else if (*at == 'n') {
    c.what = What::count;
  } else {
    return std::nullopt;
  }
  return c;
}

}  // namespace graphfuzz::runtime

#include "explore/go/bug_identity.hpp"

#include <cctype>

namespace graphfuzz::go {
namespace {

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

}  // namespace

std::string without_numbers(std::string_view text) {
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    if (!is_digit(text[at])) {
      result += text[at++];
      continue;
    }
    const bool address = text.substr(at).starts_with("0x");
    if (address) at += 2;
    while (at < text.size() &&
           (is_digit(text[at]) || (address && std::isxdigit(static_cast<unsigned char>(text[at]))))) {
      ++at;
    }
    result += '#';
  }
  return result;
}

std::string place_of_failure(std::string_view failure) {
  const std::size_t end = failure.find(": ");
  const std::string_view place = failure.substr(0, end);
  const std::size_t colon = place.rfind(':');
  const bool has_place = end != failure.npos && colon != place.npos && colon + 1 < place.size() &&
                         place.find_first_not_of("0123456789", colon + 1) == place.npos;
  return has_place ? std::string(place) : without_numbers(failure);
}

}  // namespace graphfuzz::go

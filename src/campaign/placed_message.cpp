#include "campaign/placed_message.hpp"

#include <algorithm>

namespace graphfuzz {
namespace {

bool is_digit_at(std::string_view text, std::size_t at) {
  return at < text.size() && std::isdigit(static_cast<unsigned char>(text[at])) != 0;
}

std::size_t end_of_digits(std::string_view text, std::size_t at) {
  while (is_digit_at(text, at)) ++at;
  return at;
}

bool is_word_at(std::string_view text, std::size_t at) {
  return at < text.size() && (std::isalnum(static_cast<unsigned char>(text[at])) != 0 || text[at] == '_');
}

/// Replaces the number that follows `sign`, unless that is a part of a word.
template <class NewNumber>
std::string with_numbers(std::string_view message, char sign, NewNumber new_number) {
  std::string result;
  for (std::size_t i = 0; i < message.size();) {
    result += message[i++];
    if (result.back() != sign || !is_digit_at(message, i) || (i >= 2 && is_word_at(message, i - 2))) continue;
    const std::size_t end = end_of_digits(message, i);
    constexpr std::size_t kLongest = 9;
    if (end - i <= kLongest && !is_word_at(message, end)) {
      result += std::to_string(new_number(static_cast<unsigned>(std::stoul(std::string(message.substr(i, end - i))))));
      i = end;
    }
  }
  return result;
}

}  // namespace

std::string placed_by_lines(std::string_view message, std::string_view file) {
  std::string result;
  for (std::size_t i = 0; i < message.size();) {
    const std::size_t line = i + file.size() + 1;
    const bool here = !file.empty() && message.substr(i).starts_with(file) && line < message.size() &&
                      message[line - 1] == ':' && is_digit_at(message, line);
    if (!here) {
      result += message[i++];
      continue;
    }
    std::size_t end = end_of_digits(message, line);
    result += kPlaceMark + std::string(message.substr(line, end - line));
    if (end < message.size() && message[end] == ':' && is_digit_at(message, end + 1))
      end = end_of_digits(message, end + 1);
    i = end;
  }
  return result;
}

std::string turned_round(std::string_view message) {
  constexpr std::string_view kColon = ": ", kAnd = " and ", kEnd = " are not ordered";
  const std::size_t first = message.find(kColon);
  const std::size_t middle = message.find(kAnd, first == std::string_view::npos ? 0 : first);
  const std::size_t end = message.find(kEnd, middle == std::string_view::npos ? 0 : middle);
  if (first == std::string_view::npos || middle == std::string_view::npos || end == std::string_view::npos) {
    return std::string(message);
  }
  const std::size_t begin = first + kColon.size(), second = middle + kAnd.size();
  return std::string(message.substr(0, begin)) + std::string(message.substr(second, end - second)) + std::string(kAnd) +
         std::string(message.substr(begin, middle - begin)) + std::string(message.substr(end));
}

std::string moved_lines(std::string_view message, const std::vector<unsigned>& lines) {
  return with_numbers(message, kPlaceMark,
                      [&](unsigned line) { return line > 0 && line <= lines.size() ? lines[line - 1] : line; });
}

std::string with_threads(std::string_view message, const std::vector<unsigned>& numbers) {
  return with_numbers(message, 'P',
                      [&](unsigned thread) { return thread < numbers.size() ? numbers[thread] : thread; });
}

}  // namespace graphfuzz

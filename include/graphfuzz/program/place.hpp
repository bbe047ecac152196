// Place: a line of a source file. Go's tools and the formats of traces write it in two ways, "f.go:12" and "f.go#12";
// everything that a person reads has the former.
#pragma once

#include <charconv>
#include <string>
#include <string_view>
#include <vector>

namespace graphfuzz {

struct Place {
  std::string file;
  unsigned line = 0;  ///< from 1; 0: unknown
  friend auto operator<=>(const Place&, const Place&) = default;
};

/// How a program came to a place: that, and the calls that led there, innermost first.
struct Stack {
  std::string what;  ///< "P1's write", "freed by P0"
  std::vector<Place> frames;
  std::vector<std::string> functions{};  ///< those of the frames, of programs that have them; else none

  friend bool operator==(const Stack&, const Stack&) = default;
};

/// Of "file:line" or "file#line"; what is neither is a file without a line.
inline Place parse_place(std::string_view text) {
  const std::size_t mark = text.find_last_of("#:");
  if (mark == std::string_view::npos) return {std::string(text), 0};
  unsigned line = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data() + mark + 1, end, line);
  if (error != std::errc{} || stop != end) return {std::string(text), 0};
  return {std::string(text.substr(0, mark)), line};
}

/// "file:line"; the file alone if the line is unknown.
inline std::string to_text(const Place& place) {
  return place.line == 0 ? place.file : place.file + ':' + std::to_string(place.line);
}

}  // namespace graphfuzz

// How places of Go programs are written: "file#line" in traces (as newer ADVOCATE does) and in all that is looked up by
// name; "file:line" by Go, GFuzz and older ADVOCATE, and for people. Nobody else exchanges the one for the other.
#pragma once

#include <string>
#include <string_view>

namespace graphfuzz::go {

/// Where the mark before the line is; npos if there is none.
inline std::size_t line_mark(std::string_view position) { return position.find_last_of("#:"); }

/// The position, written so; unchanged if it has no line.
inline std::string file_hash_line(std::string position) {
  if (const std::size_t mark = line_mark(position); mark != std::string::npos) position[mark] = '#';
  return position;
}
inline std::string file_colon_line(std::string position) {
  if (const std::size_t mark = line_mark(position); mark != std::string::npos) position[mark] = ':';
  return position;
}

}  // namespace graphfuzz::go

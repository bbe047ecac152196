// Messages of findings, as far as they are the same in two texts of one program.
#pragma once

#include <cctype>
#include <string>
#include <string_view>
#include <vector>

namespace graphfuzz {

/// What stands for the file in a place.
inline constexpr char kPlaceMark = '\x01';

/// "f.go:12:3" as a mark, "12": columns do not matter, nor what the file is called.
std::string placed_by_lines(std::string_view message, std::string_view file);
/// Such a message where line i + 1 is lines[i] now; as it is if there are none.
std::string moved_lines(std::string_view message, const std::vector<unsigned>& lines);
/// The two accesses of a race in the other order, "data race on x: B and A are not ordered …": which one is told first
/// depends on the execution. Another message stays as it is.
std::string turned_round(std::string_view message);
/// "P2" is the new number of thread 2.
std::string with_threads(std::string_view message, const std::vector<unsigned>& numbers);

}  // namespace graphfuzz

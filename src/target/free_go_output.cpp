#include "target/free_go_output.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <sstream>
#include <string_view>
#include <utility>

namespace graphfuzz::go {
namespace {

std::vector<std::string> lines_in(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

Finding finding(const char* kind, std::string message) {
  Finding result;
  result.kind = kind;
  result.message = std::move(message);
  result.key = finding_key(result.kind, result.message);
  return result;
}

std::string_view without_blanks(std::string_view line) {
  return line.substr(std::min(line.find_first_not_of(' '), line.size()));
}

/// "Previous write at 0x… by goroutine 7:" is "write"; empty: it tells of no access.
std::string access_in(std::string_view line) {
  for (const std::string_view word : {"Previous ", "atomic ", "Atomic "}) {
    if (line.starts_with(word)) line.remove_prefix(word.size());
  }
  if (line.find(" by ") == line.npos || line.find(" at 0x") == line.npos) return {};
  if (line.starts_with("Read ") || line.starts_with("read ")) return "read";
  if (line.starts_with("Write ") || line.starts_with("write ")) return "write";
  return {};
}

/// "/folder/f.go:12 +0x3e", below a function's name.
Place place_in(std::string_view line, const std::string& folder) {
  std::string text(without_blanks(line));
  text.resize(std::min(text.find(" +0x"), text.size()));
  if (text.starts_with(folder + "/")) text.erase(0, folder.size() + 1);
  return parse_place(text);
}

/// Where the sources of the standard library are, "/go/src/", if a place of package testing or the runtime is told.
std::string library_in(const std::vector<std::string>& lines) {
  for (const std::string_view file : {"/src/testing/testing.go:", "/src/runtime/proc.go:"}) {
    for (const std::string& line : lines) {
      const std::size_t at = line.find(file);
      if (at != line.npos && line.starts_with("      /")) {
        constexpr std::string_view kSources = "/src/";
        return std::string(without_blanks(std::string_view(line).substr(0, at + kSources.size())));
      }
    }
  }
  return {};
}

/// Is it a function of the standard library? `place`: the line below it. Unless it is known where that is, it is one of
/// the packages that everybody is in.
bool is_of_library(std::string_view function, std::string_view place, const std::string& library) {
  if (!library.empty()) return without_blanks(place).starts_with(library);
  function = without_blanks(function);
  return function.starts_with("runtime.") || function.starts_with("sync.") || function.starts_with("sync/atomic.");
}

/// Of the functions and their places from line `i` on: the place of the first one that is not the library's; if there
/// is none, of the first.
Place first_place(const std::vector<std::string>& lines, std::size_t i, const std::string& folder,
                  const std::string& library) {
  if (i + 1 >= lines.size()) return {};
  for (std::size_t at = i; at + 1 < lines.size() && !lines[at].empty() && !lines[at + 1].empty(); at += 2) {
    if (!is_of_library(lines[at], lines[at + 1], library)) return place_in(lines[at + 1], folder);
  }
  return place_in(lines[i + 1], folder);
}

/// "    f_test.go:12: what it said": the first part.
std::string said_at(std::string_view line) {
  if (!line.starts_with("    ")) return {};
  line = without_blanks(line);
  const std::size_t end = line.find(": ");
  const Place place = parse_place(line.substr(0, std::min(end, line.size())));
  return end == line.npos || place.line == 0 || !place.file.ends_with(".go") ? std::string() : to_text(place);
}

}  // namespace

std::vector<Finding> races_in(const std::string& output, const std::string& folder) {
  std::vector<Finding> races;
  const std::vector<std::string> lines = lines_in(output);
  const std::string library = library_in(lines);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (lines[i] != "WARNING: DATA RACE") continue;
    std::vector<std::pair<std::string, Place>> accesses;
    for (++i; i < lines.size() && !lines[i].starts_with("====") && accesses.size() < 2; ++i) {
      const std::string kind = access_in(lines[i]);
      if (!kind.empty()) accesses.emplace_back(kind, first_place(lines, i + 1, folder, library));
    }
    if (accesses.size() < 2) continue;
    const auto tell = [](const auto& access) { return fmt::format("{} at {}", access.first, to_text(access.second)); };
    std::array<std::string, 2> both = {tell(accesses[0]), tell(accesses[1])};
    std::sort(both.begin(), both.end());
    Finding race = finding("race", fmt::format("data race: {} and {}", both[0], both[1]));
    // Whether both write, or one, is a matter of what the others did.
    std::array<std::string, 2> places = {to_text(accesses[0].second), to_text(accesses[1].second)};
    std::sort(places.begin(), places.end());
    race.key = finding_key(race.kind, fmt::format("{} and {}", places[0], places[1]));
    for (const auto& [kind, place] : accesses) race.places.push_back(place);
    if (std::none_of(races.begin(), races.end(), [&](const Finding& other) { return same_bug(race, other); })) {
      races.push_back(std::move(race));
    }
  }
  return races;
}

std::vector<Finding> failures_in(const std::string& output) {
  constexpr std::string_view kFailed = "--- FAIL: ";
  std::vector<Finding> failures;
  const std::vector<std::string> lines = lines_in(output);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::string_view line = without_blanks(lines[i]);
    if (!line.starts_with(kFailed)) continue;
    const std::string_view rest = line.substr(kFailed.size());
    const std::string test(rest.substr(0, rest.find(' ')));
    // What it said may have numbers in it that are others each time: its place tells it from others.
    const std::string next = i + 1 < lines.size() ? lines[i + 1] : std::string();
    if (next.ends_with(": race detected during execution of test")) continue;  // the race is told
    if (const std::string place = said_at(next); !place.empty()) {
      constexpr std::size_t kMostSaid = 1'000;
      const std::string_view said = without_blanks(std::string_view(next).substr(next.find(": ") + 2));
      Finding failure = finding("test failure", fmt::format("{}: the test has failed", place));
      if (!said.empty()) {
        std::size_t end = std::min(said.size(), kMostSaid);
        while (end > 0 && end < said.size() && (said[end] & 0xc0) == 0x80) --end;  // not within a character
        failure.message = fmt::format("{}: {}{}", place, said.substr(0, end), end < said.size() ? " …" : "");
      }
      failure.places.push_back(parse_place(place));
      failures.push_back(std::move(failure));
    } else if (!without_blanks(next).starts_with(kFailed)) {
      failures.push_back(finding("test failure", test + " has failed"));
    }
  }
  return failures;
}

Finding exit_of_test(int code) {
  return finding("test failure", fmt::format("the process of the test has ended with exit code {}", code));
}

}  // namespace graphfuzz::go

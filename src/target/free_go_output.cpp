#include "target/free_go_output.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <regex>
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

/// "read" or "write", if that is where a race's access is told.
std::string access_in(const std::string& line) {
  static const std::regex access("^(?:Previous )?(?:atomic )?([Rr]ead|[Ww]rite) (?:at|of) .*by .*");
  std::smatch found;
  if (!std::regex_match(line, found, access)) return {};
  return found[1].str().front() == 'R' || found[1].str().front() == 'r' ? "read" : "write";
}

/// "/folder/f.go:12 +0x3e", below a function's name.
Place place_in(const std::string& line, const std::string& folder) {
  std::string text = line.substr(std::min(line.find_first_not_of(' '), line.size()));
  text.resize(std::min(text.find(" +0x"), text.size()));
  if (text.starts_with(folder + "/")) text.erase(0, folder.size() + 1);
  return parse_place(text);
}

}  // namespace

std::vector<Finding> races_in(const std::string& output, const std::string& folder) {
  std::vector<Finding> races;
  const std::vector<std::string> lines = lines_in(output);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (lines[i] != "WARNING: DATA RACE") continue;
    std::vector<std::pair<std::string, Place>> accesses;
    for (++i; i < lines.size() && !lines[i].starts_with("====") && accesses.size() < 2; ++i) {
      const std::string kind = access_in(lines[i]);
      // The innermost function, and its place.
      if (!kind.empty() && i + 2 < lines.size()) accesses.emplace_back(kind, place_in(lines[i + 2], folder));
    }
    if (accesses.size() < 2) continue;
    const auto tell = [](const auto& access) { return fmt::format("{} at {}", access.first, to_text(access.second)); };
    std::array<std::string, 2> both = {tell(accesses[0]), tell(accesses[1])};
    std::sort(both.begin(), both.end());
    Finding race = finding("race", fmt::format("data race: {} and {}", both[0], both[1]));
    for (const auto& [kind, place] : accesses) race.places.push_back(place);
    if (std::none_of(races.begin(), races.end(), [&](const Finding& other) { return same_bug(race, other); })) {
      races.push_back(std::move(race));
    }
  }
  return races;
}

std::vector<Finding> failures_in(const std::string& output) {
  static const std::regex failed("^ *--- FAIL: (\\S+) .*");
  static const std::regex said("^ +(\\S+\\.go:[0-9]+): .*");
  std::vector<Finding> failures;
  const std::vector<std::string> lines = lines_in(output);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    std::smatch found;
    if (!std::regex_match(lines[i], found, failed)) continue;
    const std::string test = found[1];
    std::smatch place;
    // What it said may have numbers in it that are others each time: its place tells it from others.
    if (i + 1 < lines.size() && std::regex_match(lines[i + 1], place, said)) {
      Finding failure = finding("test failure", fmt::format("{}: the test has failed", place[1].str()));
      failure.places.push_back(parse_place(place[1].str()));
      failures.push_back(std::move(failure));
    } else if (i + 1 >= lines.size() || lines[i + 1].find("--- FAIL: ") == std::string::npos) {
      failures.push_back(finding("test failure", test + " has failed"));
    }
  }
  return failures;
}

}  // namespace graphfuzz::go

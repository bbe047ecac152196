#include "graph/near_names.hpp"

#include <algorithm>
#include <utility>

namespace graphfuzz {
namespace {

constexpr std::size_t kLongest = 64;  // of the names that are compared

// Levenshtein's distance, with case counting half a letter: in units of halves.
std::size_t distance(std::string_view a, std::string_view b) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = 2 * j;
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = 2 * (i + 1);
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t replace = diagonal + (a[i] == b[j] ? 0 : lower(a[i]) == lower(b[j]) ? 1 : 2);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replace, row[j] + 2, diagonal + 2});
    }
  }
  return row[b.size()];
}

}  // namespace

std::string did_you_mean(std::string_view name, const std::vector<std::string_view>& known) {
  std::vector<std::pair<std::size_t, std::string_view>> near;
  const std::size_t most = name.size() <= 3 ? 2 : 4;
  for (const std::string_view candidate : known) {
    if (candidate.size() > kLongest) continue;
    const std::size_t d = distance(name.substr(0, kLongest), candidate);
    if (d <= most && d < 2 * name.size()) near.emplace_back(d, candidate);
  }
  std::sort(near.begin(), near.end());
  near.erase(std::unique(near.begin(), near.end()), near.end());
  std::string text;
  for (std::size_t i = 0; i < std::min<std::size_t>(near.size(), 3); ++i) {
    text += i == 0 ? "; did you mean '" : "', '";
    text += near[i].second;
  }
  return text.empty() ? text : text + "'?";
}

}  // namespace graphfuzz

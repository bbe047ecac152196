#include "graphfuzz/graph/spelling.hpp"

#include <algorithm>
#include <utility>

namespace graphfuzz {
namespace {

constexpr std::size_t kLongest = 64;  // nobody's spelling of anything

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

/// In halves of mistakes.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before_last(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) last[j] = 2 * j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = 2 * i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const char x = a[i - 1], y = b[j - 1];
      const std::size_t replace = last[j - 1] + (x == y ? 0 : lower(x) == lower(y) ? 1 : 2);
      row[j] = std::min({replace, row[j - 1] + 2, last[j] + 2});
      const bool swapped = i > 1 && j > 1 && lower(x) == lower(b[j - 2]) && lower(a[i - 2]) == lower(y);
      if (swapped) row[j] = std::min(row[j], before_last[j - 2] + 2);
    }
    before_last.swap(last);
    last.swap(row);
  }
  return last[b.size()];
}

}  // namespace

bool same_letters(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](char x, char y) { return lower(x) == lower(y); });
}

std::vector<std::string> near_words(std::string_view word, const std::vector<std::string>& known) {
  std::vector<std::pair<std::size_t, std::string>> near;
  const std::size_t most = word.size() <= 3 ? 2 : 4;
  for (const std::string& candidate : known) {
    if (word.size() > kLongest || candidate.size() > kLongest) continue;
    const std::size_t d = distance(word, candidate);
    if (d <= most && d < 2 * word.size()) near.emplace_back(d, candidate);
  }
  std::sort(near.begin(), near.end());
  near.erase(std::unique(near.begin(), near.end()), near.end());
  std::vector<std::string> words;
  for (std::size_t i = 0; i < std::min<std::size_t>(near.size(), 3); ++i) words.push_back(std::move(near[i].second));
  return words;
}

std::string did_you_mean(std::string_view word, const std::vector<std::string>& known, std::string_view prefix) {
  std::string text;
  for (const std::string& meant : near_words(word, known)) {
    text.append(text.empty() ? "; did you mean '" : "', '").append(prefix).append(meant);
  }
  return text.empty() ? text : text + "'?";
}

}  // namespace graphfuzz

#include "graphfuzz/fuzz/go/predictions.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>
#include <string_view>
#include <utility>

namespace graphfuzz::go {
namespace {

std::string text_of(const Finding& finding) { return finding.kind + ": " + finding.message; }

/// Is what was seen of the kind that was predicted?
bool is_of_kind(const Finding& prediction, const Finding& seen) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 6> kWords = {{
      {"P01", "send on closed channel"},
      {"P03", "negative wait group counter"},
      {"P03", "negative WaitGroup counter"},
      {"P04", "unlock of unlocked"},
      {"P05", "deadlock"},
      {"P05", "leak"},
  }};
  const std::string text = text_of(seen);
  return std::ranges::any_of(kWords, [&](const auto& known) {
    return prediction.message.starts_with(known.first) && text.find(known.second) != text.npos;
  });
}

bool is_at(const Finding& seen, const Place& place) {
  if (std::ranges::find(seen.places, place) != seen.places.end()) return true;
  const std::string text = text_of(seen), name = to_text(place);
  for (std::size_t at = text.find(name); at != text.npos; at = text.find(name, at + 1)) {
    const std::size_t end = at + name.size();
    const bool begins = at == 0 || (std::isalnum(static_cast<unsigned char>(text[at - 1])) == 0 && text[at - 1] != '_');
    if (begins && (end == text.size() || std::isdigit(static_cast<unsigned char>(text[end])) == 0)) return true;
  }
  return false;
}

}  // namespace

const Finding* when_true(const Finding& prediction, std::span<const Finding* const> happened) {
  const Finding* first = nullptr;
  const auto has_seen = [&](const Place& place) {
    const auto seen = std::ranges::find_if(
        happened, [&](const Finding* bug) { return is_of_kind(prediction, *bug) && is_at(*bug, place); });
    if (seen == happened.end()) return false;
    if (first == nullptr) first = *seen;
    return true;
  };
  const bool is_cycle = prediction.message.starts_with("P05");
  const bool is_true =
      is_cycle ? std::ranges::all_of(prediction.places, has_seen) : std::ranges::any_of(prediction.places, has_seen);
  return is_true ? first : nullptr;
}

}  // namespace graphfuzz::go

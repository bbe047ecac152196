#include "graphfuzz/frontend/native/words.hpp"

namespace graphfuzz::native {
namespace {

constexpr std::string_view kSpace = " \t\r\n\v\f";

bool is_space(char c) { return kSpace.find(c) != std::string_view::npos; }

}  // namespace

std::vector<std::string> split_words(std::string_view text) {
  std::vector<std::string> words;
  char quote = '\0';
  bool inside = false;  // a word, which may be empty: ""
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quote == '\0' && is_space(c)) {
      inside = false;
      continue;
    }
    if (!inside) words.emplace_back();
    inside = true;
    if (c == '\\' && i + 1 < text.size()) {
      words.back() += text[++i];
    } else if (c == quote) {
      quote = '\0';
    } else if (quote == '\0' && (c == '\'' || c == '"')) {
      quote = c;
    } else {
      words.back() += c;
    }
  }
  return words;
}

std::string join_words(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) {
    if (word.empty()) text += "\"\"";
    for (const char c : word) {
      if (is_space(c) || c == '\\' || c == '\'' || c == '"') text += '\\';
      text += c;
    }
    text += '\n';
  }
  return text;
}

}  // namespace graphfuzz::native

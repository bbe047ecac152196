#include "frontend/native/build/other_main.hpp"

#include <cctype>
#include <fstream>
#include <iterator>
#include <string_view>

#include "frontend/native/build/source_words.hpp"

namespace graphfuzz::native {
namespace {

/// Does the text have the function's name, and a parenthesis after it? It may be in a comment.
bool has_function(std::string_view text, std::string_view name) {
  for (std::size_t at = text.find(name); at != std::string_view::npos; at = text.find(name, at + 1)) {
    std::size_t end = at + name.size();
    if (at > 0 && in_word(text[at - 1])) continue;
    while (end < text.size() && std::isspace(static_cast<unsigned char>(text[end])) != 0) ++end;
    if (end < text.size() && text[end] == '(') return true;
  }
  return false;
}

}  // namespace

OtherMain other_main(const std::vector<std::string>& sources, const Installation& installation) {
  bool has_main = false;
  bool has_user_main = false;
  for (const std::string& source : sources) {
    std::ifstream file(source, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    has_main |= has_function(text, "main");
    has_user_main |= has_function(text, "user_main");
  }
  if (!has_user_main) return {};
  const std::filesystem::path folder = installation.include / "graphfuzz" / "compat" / "cdschecker";
  return {{"-isystem", folder.string()}, has_main ? std::filesystem::path() : folder / "main.c"};
}

}  // namespace graphfuzz::native

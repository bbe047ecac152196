#include "frontend/native/build/other_main.hpp"

#include <cctype>
#include <string>
#include <string_view>

#include "frontend/native/build/source_words.hpp"
#include "graphfuzz/store/atomic_file.hpp"

namespace graphfuzz::native {
namespace {

constexpr std::size_t kLargestSource = std::size_t{64} << 20;

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

/// Nothing if it cannot be read: whoever compiles it says why.
std::string text_of(const std::string& source) {
  try {
    return store::read_file(source, kLargestSource);
  } catch (const store::FileError&) {
    return {};
  }
}

}  // namespace

OtherMain other_main(const std::vector<std::string>& sources, const Installation& installation) {
  bool has_main = false;
  bool has_user_main = false;
  for (const std::string& source : sources) {
    const std::string text = text_of(source);
    has_main |= has_function(text, "main");
    has_user_main |= has_function(text, "user_main");
  }
  if (!has_user_main) return {};
  const std::filesystem::path folder = installation.include / "graphfuzz" / "compat" / "cdschecker";
  return {{"-isystem", folder.string()}, has_main ? std::filesystem::path() : folder / "main.c"};
}

}  // namespace graphfuzz::native

#include "file_names.hpp"

#include <fmt/format.h>

namespace graphfuzz::cli {
namespace {

std::string cleaned(std::string_view name) {
  constexpr std::size_t longest = 100;
  std::string result;
  for (const char c : name.substr(0, longest)) {
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    result += letter || c == '-' || c == '+' || (c == '.' && !result.empty()) ? c : '_';
  }
  return result.empty() ? "_" : result;
}

}  // namespace

std::string FileNames::unique(std::string_view wanted) {
  const std::string name = cleaned(wanted);
  std::string result = name;
  for (int i = 2; !used_.insert(result).second; ++i) result = fmt::format("{}-{}", name, i);
  return result;
}

}  // namespace graphfuzz::cli

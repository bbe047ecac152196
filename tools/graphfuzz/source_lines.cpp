#include "source_lines.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <sstream>
#include <string_view>

#include "graphfuzz/store/atomic_file.hpp"

namespace fs = std::filesystem;

namespace graphfuzz::cli {
namespace {

constexpr std::size_t kLargestSource = std::size_t{4} << 20;
constexpr std::size_t kLargestProgram = std::size_t{64} << 10;
constexpr std::size_t kLongestLine = 200;
// A place may come from a file of somebody else's: it is shown if it is a program's.
constexpr std::array<std::string_view, 14> kSuffixes = {".litmus", ".go", ".c",  ".i",   ".cc",  ".cpp", ".cxx",
                                                        ".C",      ".h",  ".hh", ".hpp", ".hxx", ".ipp", ".inl"};

bool is_source(const fs::path& file) {
  return std::ranges::find(kSuffixes, file.extension().string()) != kSuffixes.end();
}

std::string text_or_nothing(const fs::path& file, std::size_t most) {
  std::error_code error;
  if (!fs::is_regular_file(file, error)) return {};
  try {
    std::string text = store::read_text(file, most);
    return text.find('\0') == std::string::npos ? text : std::string();
  } catch (const store::FileError&) {
    return {};
  }
}

}  // namespace

const std::vector<std::string>& SourceLines::lines_of(const std::string& file) {
  const auto [found, is_new] = files_.try_emplace(file);
  if (!is_new) return found->second;
  if (!is_source(file)) return found->second;
  std::error_code error;
  const fs::path program(program_);
  const fs::path folder = fs::is_directory(program, error) ? program : program.parent_path();
  const bool is_program = fs::path(file).filename() == program.filename();
  for (const fs::path& place : {fs::path(file), folder / file, is_program ? program : fs::path()}) {
    std::istringstream text(text_or_nothing(place, kLargestSource));
    for (std::string line; std::getline(text, line);) found->second.push_back(line.substr(0, kLongestLine));
    if (!found->second.empty()) break;
  }
  return found->second;
}

std::string SourceLines::line(const Place& place) {
  const std::vector<std::string>& lines = lines_of(place.file);
  return place.line > 0 && place.line <= lines.size() ? lines[place.line - 1] : std::string();
}

std::string program_text(const std::string& file) { return text_or_nothing(file, kLargestProgram); }

}  // namespace graphfuzz::cli

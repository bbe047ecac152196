#include "inputs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "command_line.hpp"
#include "graphfuzz/frontend/litmus.hpp"
#include "output.hpp"

namespace fs = std::filesystem;

namespace graphfuzz::cli {
namespace {

bool is_program(const fs::path& path) {
  const std::vector<std::string_view> suffixes = program_suffixes();
  return std::find(suffixes.begin(), suffixes.end(), path.extension().string()) != suffixes.end();
}

std::vector<std::string> program_files(const std::string& folder) {
  std::vector<std::string> files;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    std::error_code ignored;
    if (is_program(entry->path()) && !entry->is_directory(ignored)) files.push_back(entry->path().string());
  }
  if (error) throw UserError(fmt::format("{}: cannot be read: {}", folder, error.message()));
  if (files.empty()) {
    throw UserError(
        fmt::format("{}: there is no *{} file in this folder", folder, fmt::join(program_suffixes(), " or *")));
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::string read_bytes(const std::string& file) {
  constexpr std::uintmax_t greatest = 16 << 20;
  std::error_code error;
  const fs::file_status status = fs::status(file, error);
  if (!fs::exists(status)) throw UserError(file + ": there is no such file");
  if (fs::is_directory(status)) throw UserError(file + ": is a folder");
  // Pipes are welcome, but devices may never end.
  if (!fs::is_regular_file(status) && !fs::is_fifo(status)) throw UserError(file + ": is not a file");
  std::ifstream in(file, std::ios::binary);
  if (!in) throw UserError(fmt::format("{}: cannot be read: {}", file, std::strerror(errno)));
  std::string text;
  for (char buffer[1 << 16]; in.read(buffer, sizeof buffer), in.gcount() > 0;) {
    text.append(buffer, static_cast<std::size_t>(in.gcount()));
    if (text.size() > greatest) throw UserError(file + ": is too large for a test");
  }
  if (in.bad()) throw UserError(file + ": cannot be read");
  return text;
}

/// Sources of other languages: what is wrong with them is not a missing 'C'.
void refuse_foreign(const std::string& file) {
  static const std::vector<std::pair<std::string_view, std::vector<std::string_view>>> languages = {
      {"C and C++ sources", {".c", ".cc", ".cpp", ".cxx", ".h", ".hh", ".hpp", ".hxx"}},
      {"Rust sources", {".rs"}},
      {"Java sources", {".java"}},
      {"Python sources", {".py"}}};
  const std::string suffix = fs::path(file).extension().string();
  for (const auto& [what, suffixes] : languages) {
    if (std::find(suffixes.begin(), suffixes.end(), suffix) == suffixes.end()) continue;
    throw UserError(
        fmt::format("{}: {} cannot be read: expected a litmus test in herd7's C dialect (*.litmus) or a Go program "
                    "(*.go); write what "
                    "the threads do as a litmus test, as in litmus/MP.litmus: P0, P1, … and a condition, but no "
                    "structs or functions",
                    file, what));
  }
}

}  // namespace

ProgramSource load_source(const std::string& file) {
  refuse_foreign(file);
  return {file, read_bytes(file)};
}

std::vector<ProgramSource> load_sources(const std::vector<std::string>& names, bool& errors) {
  std::vector<ProgramSource> sources;
  const auto guarded = [&](auto action) {
    try {
      action();
    } catch (const UserError& e) {
      complain(e.what());
      errors = true;
    }
  };
  for (const std::string& name : names) {
    guarded([&] {
      std::error_code error;
      if (!fs::is_directory(name, error)) {
        sources.push_back(load_source(name));
        return;
      }
      for (const std::string& file : program_files(name)) {
        guarded([&] { sources.push_back(load_source(file)); });
      }
    });
  }
  return sources;
}

std::shared_ptr<const Program> load_litmus_test(const ProgramSource& source, unsigned unroll,
                                                const std::string& outcome) {
  if (kind_of(source) != "litmus") {
    throw UserError(source.file + ": is not a litmus test, which is what memory models are about");
  }
  return parse_litmus(source.text, source.file, {unroll, outcome});
}

}  // namespace graphfuzz::cli

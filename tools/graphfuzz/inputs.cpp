#include "inputs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "command_line.hpp"
#include "graphfuzz/frontend/litmus.hpp"
#include "graphfuzz/frontend/native/machine.hpp"
#include "graphfuzz/store/atomic_file.hpp"
#include "interrupts.hpp"
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

/// Sources of other languages: what is wrong with them is not a missing 'C'.
void refuse_foreign(const std::string& file) {
  static const std::vector<std::pair<std::string_view, std::vector<std::string_view>>> languages = {
      {"C and C++ sources", {".c", ".cc", ".cpp", ".cxx", ".c++", ".C", ".i", ".ii"}},
      {"C and C++ headers", {".h", ".hh", ".hpp", ".hxx"}},
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

namespace {

/// The program of this process, by the name of its first source.
ProgramSource load_native_program(const std::string& file) {
  const char* const sources = std::getenv("GRAPHFUZZ_SOURCES");
  std::string name = sources == nullptr ? file : sources;
  name.resize(std::min(name.find('\n'), name.size()));
  return {name, store::read_input(file, kLargestExecutable, interrupted())};
}

}  // namespace

ProgramSource load_source(const std::string& file) {
  if (native::machine() != nullptr) return load_native_program(file);
  refuse_foreign(file);
  return {shown_name(file), store::read_input(file, kLargestProgram, interrupted())};
}

go::TraceFiles load_trace(const std::string& path) {
  if (path != "-") return go::trace_files(path);
  return {{go::kOnlyFile, store::read_input(path, go::kLargestTrace, interrupted())}};
}

std::string shown_name(const std::string& input) { return input == "-" ? "standard input" : input; }

std::vector<ProgramSource> load_sources(const std::vector<std::string>& names, std::vector<BadInput>& bad) {
  std::vector<ProgramSource> sources;
  const auto refuse = [&](const std::string& file, const std::string& message) {
    complain(message);
    bad.push_back({shown_name(file), message});
  };
  const auto guarded = [&](const std::string& file, auto action) {
    try {
      action();
    } catch (const UserError& e) {
      refuse(file, e.what());
    } catch (const store::FileError& e) {
      refuse(file, e.what());
    }
  };
  for (const std::string& name : names) {
    guarded(name, [&] {
      std::error_code error;
      if (!fs::is_directory(name, error)) {
        sources.push_back(load_source(name));
        return;
      }
      for (const std::string& file : program_files(name)) {
        guarded(file, [&] {
          sources.push_back({file, store::read_text(file, kLargestProgram)});
        });  // no pipes: not asked for
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
  const StopScope scope = until_interrupted();
  return parse_litmus(source.text, source.file, {unroll, outcome});
}

}  // namespace graphfuzz::cli

#include "inputs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "command_line.hpp"
#include "graphfuzz/frontend/go.hpp"
#include "graphfuzz/report/replay_file.hpp"
#include "output.hpp"

namespace fs = std::filesystem;

namespace graphfuzz::cli {
namespace {

std::vector<std::string> program_files(const std::string& folder) {
  std::vector<std::string> files;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    std::error_code ignored;
    const fs::path extension = entry->path().extension();
    if ((extension == ".litmus" || extension == ".go") && !entry->is_directory(ignored))
      files.push_back(entry->path().string());
  }
  if (error) throw UserError(fmt::format("{}: cannot be read: {}", folder, error.message()));
  if (files.empty()) throw UserError(fmt::format("{}: there is no *.litmus or *.go file in this folder", folder));
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

}  // namespace

Input load_input(const std::string& file, const LitmusOptions& litmus, const std::string& go_test) {
  const std::string text = read_bytes(file);
  if (fs::path(file).extension() == ".go") {
    GoOptions options;
    options.function = go_test;
    return {file, program_hash(text), nullptr, parse_go(text, fs::path(file).filename().string(), options), go_test};
  }
  return {file, program_hash(text), parse_litmus(text, file, litmus), nullptr, {}};
}

std::vector<Input> load_inputs(const std::vector<std::string>& names, const LitmusOptions& litmus,
                               const std::string& go_test, bool& errors) {
  std::vector<Input> inputs;
  // A file of Go tests is one input per test.
  const auto load = [&](const std::string& file) {
    if (go_test.empty() && fs::path(file).extension() == ".go") {
      const std::vector<std::string> functions = go_functions(read_bytes(file), fs::path(file).filename().string());
      if (functions.size() > 1 && functions.front() != "main") {
        for (const std::string& function : functions) inputs.push_back(load_input(file, litmus, function));
        return;
      }
    }
    inputs.push_back(load_input(file, litmus, go_test));
  };
  for (const std::string& name : names) {
    try {
      std::error_code error;
      if (!fs::is_directory(name, error)) {
        load(name);
        continue;
      }
      for (const std::string& file : program_files(name)) {
        try {
          load(file);
        } catch (const std::runtime_error& e) {
          complain(e.what());
          errors = true;
        }
      }
    } catch (const std::runtime_error& e) {
      complain(e.what());
      errors = true;
    }
  }
  return inputs;
}

}  // namespace graphfuzz::cli

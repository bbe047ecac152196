// The programs of litmus/go, and what their headers say of them.
#pragma once

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "graphfuzz/campaign/result.hpp"
#include "support/folders.hpp"

namespace graphfuzz::go::testing {

struct Kernel {
  struct Expected {
    std::string kind;  ///< "panic", "deadlock", "leak", "race", "test-failure"
    std::string text;
  };
  std::string name;  ///< of the file, without .go
  std::string text;
  std::vector<Expected> bugs;   ///< none: there is to be none
  bool says_none = false;       ///< "// bug: none"
  std::set<std::size_t> lines;  ///< marked "// BUG"
};

inline std::vector<std::filesystem::path> kernel_files() {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(source_folder() + "/litmus/go")) {
    if (entry.path().extension() == ".go") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

inline Kernel load_kernel(const std::filesystem::path& file) {
  Kernel kernel;
  kernel.name = file.stem().string();
  std::ifstream in(file);
  std::string line;
  for (std::size_t number = 1; std::getline(in, line); ++number) {
    kernel.text += line + '\n';
    constexpr std::string_view head = "// bug: ";
    if (line.starts_with(head)) {
      std::istringstream words(line.substr(head.size()));
      Kernel::Expected bug;
      words >> bug.kind;
      std::getline(words >> std::ws, bug.text);
      if (bug.kind == "none") {
        kernel.says_none = true;
      } else {
        kernel.bugs.push_back(bug);
      }
    } else if (line.find("// BUG") != std::string::npos) {
      kernel.lines.insert(number);
    }
  }
  return kernel;
}

/// Goroutines that are blocked for ever are a leak or a deadlock, as main is among them or not.
inline bool same_kind(const std::string& expected, const std::string& found) {
  const bool blocked = found == "deadlock" || found == "cyclic deadlock" || found == "leak";
  if (expected == "deadlock" || expected == "leak") return blocked;
  return expected == found || (expected == "test-failure" && found == "test failure");
}

/// Is this the bug, by its kind and the line that it names?
inline bool is(const Kernel& kernel, const Kernel::Expected& expected, const Bug& bug) {
  if (expected.kind == "deadlock" ? bug.kind != "deadlock" : !same_kind(expected.kind, bug.kind)) return false;
  if (kernel.lines.empty()) return bug.message.find(expected.text) != std::string::npos;
  return std::any_of(kernel.lines.begin(), kernel.lines.end(), [&](std::size_t line) {
    const std::string place = ".go:" + std::to_string(line);
    const std::size_t at = bug.message.find(place);
    return at != std::string::npos && (at + place.size() == bug.message.size() ||
                                       bug.message.find_first_of("0123456789", at + place.size()) != at + place.size());
  });
}

}  // namespace graphfuzz::go::testing

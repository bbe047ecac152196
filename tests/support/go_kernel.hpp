// The programs of litmus/go, and what they say of themselves.
#pragma once

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

#include "graphfuzz/campaign/expectation.hpp"
#include "support/folders.hpp"

namespace graphfuzz::go::testing {

struct Kernel {
  std::string text;
  std::optional<Expectation> expectation;
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
  std::ifstream in(file);
  Kernel kernel;
  kernel.text.assign(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
  kernel.expectation = expectation_of(kernel.text, file.string(), "go", "go");
  return kernel;
}

}  // namespace graphfuzz::go::testing

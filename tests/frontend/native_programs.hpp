// Native programs for tests, built with a runtime that stands in for ours (tests/support/stand_in_runtime.c).
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "graphfuzz/frontend/native/build.hpp"
#include "graphfuzz/frontend/native/compiler.hpp"
#include "store/temporary_folder.hpp"
#include "support/folders.hpp"

namespace graphfuzz::native::testing {

/// Runs a shell command. Its exit code.
inline int shell(const std::string& command) {
  const int status = std::system(command.c_str());
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/// A folder with the stand-in, sources and a cache, which is the current folder.
class NativePrograms : public ::testing::Test {
 protected:
  NativePrograms() : before_(std::filesystem::current_path()) {
    std::filesystem::current_path(folder_.path());
    const std::string source = (std::filesystem::path(source_folder()) / "tests/support/stand_in_runtime.c").string();
    EXPECT_EQ(shell("gcc -fPIC -shared " + source + " -Wl,-soname," + kRuntimeFile + " -o " + kRuntimeFile), 0);
    write("program.map", "{ local: signal; };\n");
    write("program.wraps", "--wrap=strcpy\n");
    options_.installation = {folder_.path(), std::filesystem::path(source_folder()) / "include"};
    options_.cache = folder_ / "cache";
    options_.show = [this](std::string_view text) { shown_ += text; };
  }
  ~NativePrograms() override { std::filesystem::current_path(before_); }

  static void write(const std::string& file, const std::string& text) { std::ofstream(file) << text; }
  /// Builds it, and runs it: its exit code.
  int result(const std::vector<std::string>& sources) { return shell(build_program(sources, options_).string()); }
  std::size_t cached() const { return entries(options_.cache); }
  static std::size_t entries(const std::filesystem::path& folder) {
    const auto is_folder = [](const auto& entry) { return entry.is_directory(); };
    return static_cast<std::size_t>(std::count_if(std::filesystem::directory_iterator(folder), {}, is_folder));
  }

  const store::testing::TemporaryFolder folder_;
  BuildOptions options_;
  std::string shown_;

 private:
  std::filesystem::path before_;
};

}  // namespace graphfuzz::native::testing

// The user's Go toolchain: where it is, and what it is asked.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "graphfuzz/frontend/real_go.hpp"

namespace graphfuzz::real_go {

/// Where the program is. Throws BuildError if there is none.
std::string find_tool(const std::string& name);
/// What it writes. Throws BuildError, with what it says, if it fails; Stopped.
std::string run_tool(const std::vector<std::string>& words);
/// Without empty ones.
std::vector<std::string> lines_of(const std::string& text);

/// An installation, with copies of some of its files that are used instead.
class Toolchain {
 public:
  /// Throws BuildError if there is none, or one that is not known.
  explicit Toolchain(const BuildOptions& options);

  const std::string& go() const { return go_; }
  /// Time is virtual only under control.
  std::string tags() const;
  /// Has len of a channel be a point in what these mean: see lengths.hpp.
  void look_for_lengths(const std::vector<std::string>& patterns, bool tests);
  /// Why not all lengths are; empty: all are.
  const std::string& unseen() const { return unseen_; }
  /// The packages that these mean, a line each as the template says.
  std::vector<std::string> list(const std::string& format, const std::vector<std::string>& patterns) const;
  /// An executable, built unless nothing has changed, which Go's own cache sees to. It is named by its bytes: whoever
  /// runs it keeps it, whatever is built later, and whoever builds it again finds it there. `folder`: what the
  /// package's name is meant in.
  std::string build(std::vector<std::string> command, const std::vector<std::string>& patterns,
                    const std::string& folder) const;

 private:
  void make_overlay();
  void write_overlay(const std::string& replacements);
  std::vector<std::string> flags() const;

  const BuildOptions& options_;
  std::string go_;
  std::filesystem::path cache_;
  std::string root_;
  std::string version_;
  std::string replaced_;  // what stands for what, as JSON has it
  std::filesystem::path overlay_;
  std::string unseen_;
};

}  // namespace graphfuzz::real_go

// SourcePaths: the names of source files, as they are shown.
#pragma once

#include <filesystem>
#include <string>
#include <unordered_map>

namespace graphfuzz::native {

class SourcePaths {
 public:
  /// Files below `folder` are shown relative to it.
  explicit SourcePaths(std::filesystem::path folder);

  /// `file` as the debug information has it; if it is relative, to the folder it was compiled in (may be null).
  const std::string& shown(const char* file, const char* compiled_in);

 private:
  std::string relative(const std::string& file) const;

  std::string folder_;          ///< absolute, with a slash at its end
  std::string logical_folder_;  ///< the same by way of symbolic links, as compilers that were started in it call it
  std::unordered_map<std::string, std::string> known_;
};

}  // namespace graphfuzz::native

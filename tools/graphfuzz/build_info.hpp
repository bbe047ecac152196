// How this executable was built.
#pragma once

namespace graphfuzz::cli {

struct BuildInfo {
  const char* version;
  const char* commit;  ///< empty: not known
  const char* compiler;
  const char* type;
  const char* flags;
  const char* libraries;  ///< with their versions, separated by commas
};

/// Written by cmake/build_info.cmake.
extern const BuildInfo kBuildInfo;

}  // namespace graphfuzz::cli

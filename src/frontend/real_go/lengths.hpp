// len of a channel as a call that can be a point: in copies of the user's files, for only types tell what is a channel.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace graphfuzz::real_go {

struct Lengths {
  std::map<std::string, std::string> copies{};  ///< by the file that a copy stands for
  std::vector<std::string> unseen{};            ///< packages in which lengths may have been missed
};

/// `list`: a command that lists packages, as `go list -e -export -deps -json`. What is made is kept in the cache.
/// Throws BuildError if the packages cannot be listed, Stopped.
Lengths lengths_in(const std::string& go, const std::string& version, const std::filesystem::path& cache,
                   const std::vector<std::string>& list);

}  // namespace graphfuzz::real_go

// Names for the files that a run writes, none of them twice.
#pragma once

#include <set>
#include <string>
#include <string_view>

namespace graphfuzz::cli {

class FileNames {
 public:
  /// `wanted` with all that is not fit for a file name made '_', and "-2", "-3", … appended if it was given out before.
  std::string unique(std::string_view wanted);

 private:
  std::set<std::string> used_;
};

}  // namespace graphfuzz::cli

// What becomes of branches that were loaded, and cannot be followed.
#pragma once

#include <stdexcept>

namespace graphfuzz {

class ForeignBranch : public std::runtime_error {
 public:
  ForeignBranch() : std::runtime_error("the saved work does not fit the program and its model") {}
};

}  // namespace graphfuzz

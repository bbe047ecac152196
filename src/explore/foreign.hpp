// What becomes of branches that were loaded, and cannot be followed.
#pragma once

#include "graphfuzz/store/error.hpp"

namespace graphfuzz {

class ForeignBranch : public store::Error {
 public:
  ForeignBranch() : store::Error("the saved work does not fit the program and its model") {}
};

}  // namespace graphfuzz

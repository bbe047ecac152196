// The frame of a litmus file: what comes before the init zone.
#pragma once

#include <cstddef>
#include <string>

#include "source.hpp"

namespace graphfuzz::litmus {

struct Frame {
  std::string name;      ///< of the test
  std::size_t init = 0;  ///< offset of the '{' that opens the init zone
};

/// Reads `C NAME`, skips documentation string, `key = value` lines and other text up to the first '{'.
Frame read_frame(const Source& source);

}  // namespace graphfuzz::litmus

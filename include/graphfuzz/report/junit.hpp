// Results for continuous integration: JUnit's XML.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace graphfuzz {

struct JunitCase {
  enum class Outcome : std::uint8_t { passed, failed, skipped, error };
  std::string file;   ///< becomes a test suite; the cases of a file stand together
  std::string name;   ///< of the program
  std::string model;  ///< becomes the class
  double seconds = 0;
  Outcome outcome = Outcome::passed;
  std::string message;  ///< why, unless it has passed; any bytes
};

/// One <testsuite> per file, one <testcase> per case. What XML cannot hold is replaced by U+FFFD.
std::string to_junit(std::span<const JunitCase> cases);

}  // namespace graphfuzz

// What the tables for exceptions, which are part of every loaded file, say of functions.
#pragma once

#include <array>
#include <boost/unordered/unordered_flat_map.hpp>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "frontend/native/code/instruction.hpp"

namespace graphfuzz::native {

/// Where the function that `at` is in begins and ends; nothing if there are no tables of it.
std::optional<std::pair<CodeAddress, CodeAddress>> function_bounds(CodeAddress at);
/// … where it begins.
std::optional<CodeAddress> function_begin(CodeAddress at);

/// What the caller's registers are where an exception leaves a function.
struct Unwinding {
  /// By register, as in RegisterSet: those that functions must keep, and where in the frame they have been put, in
  /// bytes from its end; nothing: they are still there.
  std::array<std::optional<std::int32_t>, kRegisterCount> saved{};
  /// So many bytes of arguments are on the stack, which are off it in a handler.
  std::uint64_t arguments = 0;
};
/// At the call that returns to there; nothing if that is not told, or in a way that compilers do not use.
std::optional<Unwinding> unwinding(CodeAddress return_address);

/// Where functions go on when what they have called throws (Itanium C++ ABI, "Exception Handling", 2001, level II;
/// Linux Standard Base 5.0, section 10.6, for the encodings). Keeps what it has read.
class LandingPads {
 public:
  /// Of the call that returns to there: 0 if what is thrown leaves the function, or ends the program; nothing if that
  /// cannot be known.
  std::optional<CodeAddress> of(CodeAddress return_address);

 private:
  struct Site {
    CodeAddress begin = 0, end = 0, pad = 0;
  };
  using Sites = std::vector<Site>;
  static std::optional<Sites> read(const unsigned char* entry, CodeAddress function);

  boost::unordered_flat_map<CodeAddress, std::optional<Sites>> sites_;  // by function
};

}  // namespace graphfuzz::native

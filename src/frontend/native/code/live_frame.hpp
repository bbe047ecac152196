// What a function will still read of its registers and of its part of the stack. What is in the rest makes no
// difference to what comes: two states of a thread that differ in nothing else are one.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "frontend/native/code/called_function.hpp"
#include "frontend/native/code/instruction.hpp"

namespace graphfuzz::native {

inline constexpr std::uint32_t kRedZone = 128;

/// Of a function where it goes on after a call.
struct LiveFrame {
  /// Those of rbx, rbp and r12 to r15 that are live.
  RegisterSet registers = 0;
  /// The others that are live: of an instruction that is no call.
  RegisterSet others = 0;
  /// May vectors be?
  bool vectors = true;
  /// How far above the stack pointer the frame ends, behind the return address; 0 if that is not known: then all of the
  /// stack is live.
  std::uint32_t size = 0;
  /// What is live within it, from the stack pointer: begin and end, in order. The return address is.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> bytes{};
  /// … and of the red zone below the stack pointer, from its lower end, of which so much is. All of it if `size` is 0.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> below{{0, kRedZone}};
  /// The same while a function is called that returns to where it goes on: what that may read is live, too.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> called{};
  /// Does it read what its caller has put on the stack for it?
  bool reads_arguments = false;
};

/// Of the function that the code at `at` belongs to, if it goes on there. Exact as far as its jumps can be followed and
/// its stack pointer is known. Of functions that are called with an address in the frame it is looked up what they read
/// there; where that is not known, or the address kept, they and all that are called later may read all of it. An
/// address that goes elsewhere makes all of the stack live, and so does a jump through a table, or a handler that is
/// not known: what code that has not been read does with the frame is not known.
LiveFrame live_frame(CodeAddress at);
/// The same of a program whose functions are to be taken for these.
LiveFrame live_frame(CodeAddress at, const ClassifyFunction& classify);

}  // namespace graphfuzz::native

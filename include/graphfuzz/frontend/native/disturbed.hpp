// What a machine throws if an execution is to be led on in it once more.
#pragma once

#include <exception>

namespace graphfuzz::native {

/// Something from outside has interfered with what the program did since Machine::reset: `begin` or `resume` does not
/// count, and everything since is to be done once more. Machines see to it that this does not go on for ever.
struct Disturbed : std::exception {
  const char* what() const noexcept override { return "the program was disturbed"; }
};

}  // namespace graphfuzz::native

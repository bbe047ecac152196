// Real Go programs that wait for what is not under control.
#pragma once

#include <cstdint>

#include "graphfuzz/explore/go/machine.hpp"
#include "graphfuzz/program/go/go_program.hpp"

namespace graphfuzz::go {

/// Does the program, real_go::program_of, wait for the network, a pipe or a process? One run at random tells, in which
/// timers fire when nothing else can happen. Throws Stopped, and what the program throws if it cannot be run.
bool waits_outside(const GoProgram& program, MachineOptions options, std::uint64_t seed);

}  // namespace graphfuzz::go

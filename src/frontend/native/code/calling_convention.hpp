// Which registers functions of x86-64 Linux get their arguments in, return in, and must keep (System V ABI, AMD64
// Architecture Processor Supplement, version 1.0, section 3.2).
#pragma once

#include "frontend/native/code/instruction.hpp"

namespace graphfuzz::native {

/// In their order.
inline constexpr std::int8_t kArgumentRegisters[] = {kRdi, kRsi, kRdx, kRcx, kR8, kR9};
inline constexpr std::size_t kArguments = 6;
inline constexpr std::int8_t kReturnRegisters[] = {kRax, kRdx};
inline constexpr std::int8_t kKeptRegisters[] = {kRbx, kRbp, kR12, kR13, kR14, kR15};

inline constexpr RegisterSet kKeptSet =
    set_of(kRbx) | set_of(kRbp) | set_of(kR12) | set_of(kR13) | set_of(kR14) | set_of(kR15);
inline constexpr RegisterSet kArgumentSet =
    set_of(kRdi) | set_of(kRsi) | set_of(kRdx) | set_of(kRcx) | set_of(kR8) | set_of(kR9);
inline constexpr RegisterSet kReturnSet = set_of(kRax) | set_of(kRdx);
inline constexpr RegisterSet kLostInCalls = kArgumentSet | set_of(kRax) | set_of(kR10) | set_of(kR11);
inline constexpr RegisterSet kAllRegisters = ~RegisterSet{0};
inline constexpr RegisterSet kKeptInCalls = kAllRegisters & ~kLostInCalls;

}  // namespace graphfuzz::native

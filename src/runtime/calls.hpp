// How threads come to where they are: the calls that they are in, as numbers.
#pragma once

#include <vector>

#include "runtime/fiber.hpp"

namespace graphfuzz::runtime {

/// The number of the calls that the fiber is in: the same for the same calls, 0 for none.
std::uint32_t call_number(Fiber& fiber);
/// Of calls in another process: their places, innermost first.
std::uint32_t call_number(const std::vector<Address>& places);
/// Their places, innermost first.
std::vector<Address> calls_of(std::uint32_t number);

}  // namespace graphfuzz::runtime

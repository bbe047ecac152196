// The final state that a user asks for, in the words that results have for it, or as a proposition.
#pragma once

#include <string>

namespace graphfuzz::cli {

/// "P0:r0=1; P1:r1=0;" as "0:r0=1 /\ 1:r1=0"; what is a proposition already stays so. Throws UserError for nothing.
std::string proposition_of(const std::string& state);

}  // namespace graphfuzz::cli

// Carries out the steps of a plan on the registers of a graph.
#pragma once

#include "model/cat/registers.hpp"

namespace graphfuzz::cat {

/// True if all tests among the steps pass; stops at the first that fails. Allocates nothing. Rows of one word, for
/// graphs of up to 64 events, have a code of their own.
bool run(const Plan& plan, const Schedule& schedule, Registers& registers);

/// Does the check pass, given the value of the node that it tests?
bool passes(const Test& test, const Plan& plan, Registers& registers);

}  // namespace graphfuzz::cat

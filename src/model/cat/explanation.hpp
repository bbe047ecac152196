// Why a test fails or passes: a cycle or path that a person can follow, of the relations that the graph is made of.
#pragma once

#include <vector>

#include "model/cat/registers.hpp"

namespace graphfuzz::cat {

/// A witness that `test` says more than nothing about the graph: a shortest cycle for acyclic and irreflexive, a path
/// from one event to another for empty; no edges if there is none. Unions, compositions and closures are taken apart;
/// what else the model has a name for is called by it. `registers` holds the values after Plan::everything.
std::vector<Violation::Edge> witness(const Plan& plan, const Registers& registers, const Test& test);

}  // namespace graphfuzz::cat

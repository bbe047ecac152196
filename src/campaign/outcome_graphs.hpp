// A program whose final states are its graphs: a campaign on it then lists every graph that ends in an outcome.
#pragma once

#include <memory>
#include <string>

#include "graphfuzz/program/program.hpp"

namespace graphfuzz {

/// The same program, but an execution counts only if it ends in the outcome (the proposition holds, or does not if
/// `negated`), and its state has the fingerprint of the graph at its end. `program` must outlive it.
std::unique_ptr<Program> make_outcome_graphs(const Program& program, bool negated);

/// The state without the fingerprint.
std::string without_fingerprint(const std::string& state);

}  // namespace graphfuzz

// What became of making a program smaller, for people and for machines.
#pragma once

#include <cstdint>
#include <string>

#include "graphfuzz/campaign/reduce.hpp"
#include "graphfuzz/target/replay.hpp"

namespace graphfuzz {

/// From what size to what size, and how far it is known that it goes no further. `executions`: that each smaller
/// program was given.
std::string reduction_lines(const Reduction& reduction, std::uint64_t executions);

/// The JSON of `minimize`: that of a replay, with "program" (null without a reduction). `file`: where the smaller
/// program is; empty: it is the same. doc/json.md has the fields.
std::string reduction_json(const Reduction* reduction, const std::string& file, const Replay& replay,
                           const std::string& replay_file);

}  // namespace graphfuzz

// What a campaign remembers, and inputs, as documents: those of campaigns with other tools (campaign_json.cpp), and of
// searches that are saved. Inputs are without the recordings of the runs that they were made from.
#pragma once

#include <cstdint>

#include "graphfuzz/fuzz/go/memory.hpp"
#include "graphfuzz/store/reader.hpp"
#include "graphfuzz/store/writer.hpp"

namespace graphfuzz::go {

/// Counts and ids are below this, so that they can be counted on for ever.
inline constexpr std::uint64_t kGreatestCount = std::uint64_t{1} << 62;

void write(store::Writer& out, const Input& input);
void write(store::Writer& out, const Memory& memory);

/// Throw store::DocumentError.
Input read_input(const store::Value& value);
Memory read_memory(const store::Value& value);

}  // namespace graphfuzz::go

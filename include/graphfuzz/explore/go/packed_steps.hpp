// Steps in byte strings of documents (store/packed.hpp): two or three bytes each.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "graphfuzz/explore/go/machine.hpp"
#include "graphfuzz/store/packed.hpp"

namespace graphfuzz::go {

void pack(store::Packer& out, const Step& step);
/// With their number.
void pack(store::Packer& out, std::span<const Step> steps);
void pack(store::Packer& out, const Touch& touch);

/// Of goroutines whose names are less than `names`, and perhaps of nobody. Throws store::DocumentError.
Step unpack_step(store::Unpacker& in, std::size_t names);
std::vector<Step> unpack_steps(store::Unpacker& in, std::size_t names);
Touch unpack_touch(store::Unpacker& in);

}  // namespace graphfuzz::go

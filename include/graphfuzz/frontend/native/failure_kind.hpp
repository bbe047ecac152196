// What kinds of failures native programs have.
#pragma once

#include <string>
#include <string_view>

namespace graphfuzz::native {

/// Of a message, "q.cpp:12:1: out-of-bounds: read of 4 bytes …": what is between the place and the text, if it is one
/// of the known kinds; "assertion" if it is none.
std::string failure_kind(std::string_view message);

}  // namespace graphfuzz::native

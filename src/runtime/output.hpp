// What the program writes to standard output and standard error: kept, not written.
#pragma once

#include <cstddef>
#include <cstdio>
#include <string>

namespace graphfuzz::runtime {

/// Of one execution. What is more is counted, not kept.
inline constexpr std::size_t kMostOutput = std::size_t{1} << 16;

/// Standard output of the process is the tool's from now on: its buffer may be memory that is taken back.
void take_standard_output();
void keep_output(const char* text, std::size_t size);
void reset_output();
std::string kept_output();

/// Does what is written there go to the output that is kept?
inline bool is_kept(const std::FILE* file) { return file == stdout || file == stderr; }

}  // namespace graphfuzz::runtime

// Opening and reading regular files, and nothing else: what a name stands for is not trusted.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

#include "store/descriptor.hpp"

namespace graphfuzz::store {

/// Opens a regular file of at most so many bytes for reading.
Descriptor open_regular(const std::filesystem::path& path, std::size_t most_bytes, std::size_t& size);

/// Throws FileError unless it is a regular file of at most so many bytes; returns how many it says that it has.
std::size_t check_regular(const Descriptor& in, std::size_t most_bytes);

/// All of a regular file.
std::string read_all(const Descriptor& in, std::size_t most_bytes);

/// For open(2): a pipe without a writer is not waited for, a terminal does not become ours.
extern const int kReadOnly;

}  // namespace graphfuzz::store

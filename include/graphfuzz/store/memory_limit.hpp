// How much memory this process may take, and how much it takes.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string_view>

namespace graphfuzz::store {

/// In bytes: what the machine has, or less if the control group (version 1 or 2) that the process is in, or one around
/// it, may have less. Of what cannot be read, no limit is assumed; 0 if nothing at all is known. `root`: for tests, a
/// folder that holds the files of /proc and /sys.
std::uint64_t memory_limit(const std::filesystem::path& root = "/");

/// The bytes of this process that are in the machine's memory (its resident set); 0 if the system does not say.
std::uint64_t resident_memory();
/// The most that this was.
std::uint64_t peak_memory();

/// "4096", "2G", "512MiB", "1.5GB" in bytes. K, M, G, T, and KiB, MiB, … are powers of 1024, KB, MB, … of 1000, as GNU
/// programs have it; case does not matter; B alone is bytes. Throws std::invalid_argument, quoting the text, if it is
/// nothing of the kind, less than a byte but not 0, or 2^63 bytes or more.
std::uint64_t parse_memory_size(std::string_view text);

}  // namespace graphfuzz::store

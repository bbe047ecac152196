// The memory that the program has mapped: what is left of it after an execution is unmapped. It may not unmap, move or
// protect other memory, which may be the engine's.
#pragma once

#include <sys/types.h>

#include <cstddef>

#include "graphfuzz/frontend/native/machine.hpp"

namespace graphfuzz::runtime {

/// Was it, in any execution, memory that the program has mapped without a file? It may not be there now.
bool begins_as_zero(native::Address address);
/// Unmaps what the program has left.
void reset_mappings();
/// Has the program any?
bool has_mappings();

/// What mmap, munmap, mremap and mprotect do for whoever calls them at `place`.
void* map_memory(void* address, std::size_t size, int protection, int flags, int fd, off_t offset,
                 native::Address place);
int unmap_memory(void* address, std::size_t size, native::Address place);
void* move_memory(void* address, std::size_t size, std::size_t wanted, int flags, void* to, native::Address place);
int protect_memory(void* address, std::size_t size, int protection, native::Address place);

}  // namespace graphfuzz::runtime

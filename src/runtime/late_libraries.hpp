// Libraries that the program loads while it runs (dlopen). The loader is not taken back between executions, nor is what
// it has loaded: a library stays where it is, each execution finds its data as they were right after it was loaded, and
// it is there for the program once that has opened it in this execution.
#pragma once

#include <link.h>

#include <string>
#include <vector>

#include "runtime/fiber.hpp"

namespace graphfuzz::runtime {

/// What the loader calls a handle, and its entry in the list of what is loaded. Null if it is no such thing.
link_map* library_of(void* handle);
/// That the address is in; null if it is in none.
link_map* library_at(Address address);
/// It, then those that it needs, then those that these need.
std::vector<link_map*> with_what_it_needs(link_map* library);

/// Was it loaded while the program ran?
bool is_late(const link_map* library);
/// Is it there, in this execution? Those that are not late are.
bool is_open(const link_map* library);
/// … for everybody (RTLD_GLOBAL)?
bool is_open_for_all(const link_map* library);
/// In this execution, is any late one?
bool has_late_libraries();
/// Names of those that any execution has loaded.
std::vector<std::string> late_libraries();

/// Loads what is not there yet, and opens the library and what it needs. Null if there is none, with the reason in
/// dlerror(). `problem`: why the program cannot be run with it, otherwise left as it was.
link_map* open_library(const char* name, int mode, std::string& problem);
/// To be called outside of threads by what may not happen only once, when a library is loaded: does not return if it is
/// one's constructor that does so. `what` is not copied.
void refuse_in_constructor(const char* what);
/// Is a library being loaded, which runs its constructors?
bool is_loading_library();
/// False if it was not open.
bool close_library(const link_map* library);

}  // namespace graphfuzz::runtime

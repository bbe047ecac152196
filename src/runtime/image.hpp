// The memory of the program as it was before main, and its restoring.
#pragma once

#include <link.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "graphfuzz/frontend/native/machine.hpp"

namespace graphfuzz::runtime {

/// Remembers the writable segments of the program and of its libraries, the thread-locals of this thread, and the early
/// heap.
void take_image();
/// Remembers the writable segments of a library that was loaded later. Is it instrumented?
bool take_library(const dl_phdr_info& library);
/// A hash of what is restored, as it is now, but for what the loader writes when a function is called first.
std::uint64_t hash_of_parts();
/// Is the code the dynamic loader's? What it allocates outlives an execution.
bool is_loader_code(native::Address address);
/// Remembers other memory as it is.
void remember(void* begin, std::size_t size);
/// Of memory that was remembered and begins there: does so no more.
void forget(const void* begin);
/// Remembers the thread-locals of a thread as they are.
void remember_thread_locals(std::uint64_t thread_pointer);
/// Everything is as remembered.
void restore_image();
/// Calls `add(begin, size)` with the parts of memory that it restores. False if some are too large to be copied.
bool for_each_part(const std::function<void(const void*, std::size_t)>& add);
/// Calls it with where static data begins and ends, of the program and of all libraries but the runtime itself.
void for_each_root(const std::function<void(native::Address, native::Address)>& each);
/// The same with the thread-locals of a thread.
void for_each_thread_local(std::uint64_t thread_pointer,
                           const std::function<void(native::Address, native::Address)>& each);
/// … and with those of them that are the C++ library's.
void for_each_library_local(std::uint64_t thread_pointer,
                            const std::function<void(native::Address, native::Address)>& each);
/// Where the thread-locals of this thread begin, the C library's and ours included: they end at the thread pointer.
native::Address first_thread_local();
/// Has the program, or a library of its own, thread-locals?
bool program_has_thread_locals();
/// Does the file, by its path, belong to a library that the engine lives by, and that is not the program's own?
bool is_ours(std::string_view path);
/// Is it code of the program or of a library of its own, as it was before main?
bool is_program_code(native::Address address);
/// Calls it with where such code begins and ends.
void for_each_code(const std::function<void(native::Address, native::Address)>& each);
/// May the program call __VERIFIER_error()?
bool calls_verifier_error();
/// Names of the program's libraries that are not instrumented, of those that were there before main.
const std::vector<std::string>& foreign_libraries();
/// Is the address in the program or in a library of its own?
bool is_program_module(native::Address address);
/// What the program calls, by name, that gives one of some values of many.
std::vector<std::string> functions_of_some_values();
/// What the program calls, by name, that has a signal come after a time.
std::vector<std::string> functions_of_timers();
/// Is the memory taken back, or new in every execution?
bool is_restored(native::Address address);
/// The eight bytes at a multiple of eight, as remembered; as they are if they are not part of the program.
Value remembered(native::Address granule);

/// A hash of what is loaded, and where: of names, addresses and build identifiers.
std::uint64_t image_layout();
/// Can the eight bytes be read, or will they be where the program gets there?
bool is_readable(native::Address granule);

}  // namespace graphfuzz::runtime

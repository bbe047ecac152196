#include "runtime/mappings.hpp"

#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdarg>
#include <utility>
#include <vector>

#include "runtime/changed_files.hpp"
#include "runtime/files.hpp"
#include "runtime/hook.hpp"
#include "runtime/image.hpp"
#include "runtime/outside.hpp"

namespace graphfuzz::runtime {
namespace {

struct Mapping {
  Address begin;
  Address end;
};
std::vector<Mapping> mappings;
std::vector<Mapping> zeroed;  // … that was mapped without a file in any execution

Address whole_pages(std::size_t size) {
  const auto page = static_cast<Address>(::sysconf(_SC_PAGESIZE));
  return (size + page - 1) & ~(page - 1);
}

Mapping range_of(const void* address, std::size_t size) {
  return {address_of(address), address_of(address) + whole_pages(size)};
}

void add(const Mapping& range) {
  change_outside();
  mappings.push_back(range);
}

void remove(const Mapping& range) {
  change_outside();
  for (const Mapping& mapping : std::exchange(mappings, {})) {
    if (mapping.begin < std::min(mapping.end, range.begin)) add({mapping.begin, std::min(mapping.end, range.begin)});
    if (std::max(mapping.begin, range.end) < mapping.end) add({std::max(mapping.begin, range.end), mapping.end});
  }
}

bool is_mapped(const Mapping& range) {
  Address missing = range.end - range.begin;
  for (const Mapping& mapping : mappings) {
    const Address begin = std::max(mapping.begin, range.begin);
    const Address end = std::min(mapping.end, range.end);
    if (begin < end) missing -= end - begin;
  }
  return missing == 0;
}

void check(Fiber& fiber, const Mapping& range, const char* function, Address place) {
  if (range.begin < range.end && !is_mapped(range)) {
    fail(fiber, fmt::format("unsupported: {}() of memory that the program has not got from mmap()", function), place);
  }
}

void note_zeroed(const Mapping& range) {
  const bool known = std::any_of(zeroed.begin(), zeroed.end(),
                                 [&](const Mapping& m) { return m.begin <= range.begin && range.end <= m.end; });
  if (!known) zeroed.push_back(range);
}

// Of libraries that stay as they are, so do their mappings.
bool is_real(Address place) { return current == nullptr || !is_program_module(place); }

}  // namespace

bool begins_as_zero(native::Address address) {
  return std::any_of(zeroed.begin(), zeroed.end(),
                     [&](const Mapping& m) { return m.begin <= address && address < m.end; });
}

bool has_mappings() { return !mappings.empty(); }

void reset_mappings() {
  for (const Mapping& mapping : std::exchange(mappings, {})) {
    ::munmap(reinterpret_cast<void*>(mapping.begin), mapping.end - mapping.begin);
  }
}

}  // namespace graphfuzz::runtime

using namespace graphfuzz::runtime;

void* graphfuzz::runtime::map_memory(void* address, std::size_t size, int protection, int flags, int fd, off_t offset,
                                     Address place) {
  GRAPHFUZZ_REAL(mmap);
  if (is_real(place)) return real_one(address, size, protection, flags, fd, offset);
  Hook hook;
  if ((flags & MAP_FIXED) != 0) check(hook.fiber(), range_of(address, size), "mmap", place);
  const bool shares_file = (flags & MAP_ANONYMOUS) == 0 && (flags & MAP_TYPE) != MAP_PRIVATE;
  if (shares_file && !is_of_program(fd)) keep_open_content(fd);
  void* const got = real_one(address, size, protection, flags, fd, offset);
  if (got == MAP_FAILED) return got;
  remove(range_of(got, size));
  add(range_of(got, size));
  if ((flags & MAP_ANONYMOUS) != 0) note_zeroed(range_of(got, size));
  return got;
}
int graphfuzz::runtime::unmap_memory(void* address, std::size_t size, Address place) {
  GRAPHFUZZ_REAL(munmap);
  if (is_real(place)) return real_one(address, size);
  Hook hook;
  check(hook.fiber(), range_of(address, size), "munmap", place);
  const int result = real_one(address, size);
  if (result == 0) remove(range_of(address, size));
  return result;
}
void* graphfuzz::runtime::move_memory(void* address, std::size_t size, std::size_t wanted, int flags, void* to,
                                      Address place) {
  GRAPHFUZZ_REAL(mremap);
  if ((flags & MREMAP_FIXED) == 0) to = nullptr;
  if (is_real(place)) return real_one(address, size, wanted, flags, to);
  Hook hook;
  check(hook.fiber(), range_of(address, size), "mremap", place);
  if (to != nullptr) check(hook.fiber(), range_of(to, wanted), "mremap", place);
  void* const got = real_one(address, size, wanted, flags, to);
  if (got == MAP_FAILED) return got;
  if (begins_as_zero(address_of(address))) note_zeroed(range_of(got, wanted));
  remove(range_of(address, size));
  remove(range_of(got, wanted));
  add(range_of(got, wanted));
  return got;
}
int graphfuzz::runtime::protect_memory(void* address, std::size_t size, int protection, Address place) {
  GRAPHFUZZ_REAL(mprotect);
  if (is_real(place)) return real_one(address, size, protection);
  Hook hook;
  check(hook.fiber(), range_of(address, size), "mprotect", place);
  return real_one(address, size, protection);
}

GRAPHFUZZ_HOOK void* mmap(void* address, std::size_t size, int protection, int flags, int fd, off_t offset) {
  return map_memory(address, size, protection, flags, fd, offset, GRAPHFUZZ_CALLER);
}
GRAPHFUZZ_HOOK int munmap(void* address, std::size_t size) { return unmap_memory(address, size, GRAPHFUZZ_CALLER); }
GRAPHFUZZ_HOOK void* mremap(void* address, std::size_t size, std::size_t wanted, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  void* const to = (flags & MREMAP_FIXED) != 0 ? va_arg(arguments, void*) : nullptr;
  va_end(arguments);
  return move_memory(address, size, wanted, flags, to, GRAPHFUZZ_CALLER);
}
GRAPHFUZZ_HOOK int mprotect(void* address, std::size_t size, int protection) {
  return protect_memory(address, size, protection, GRAPHFUZZ_CALLER);
}

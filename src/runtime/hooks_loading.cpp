// Libraries that the program loads while it runs, and what it looks up in them (late_libraries.hpp). Where each
// execution has a process of its own these are the C library's functions.
#include <dlfcn.h>
#include <link.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstring>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "runtime/faults.hpp"
#include "runtime/hook.hpp"
#include "runtime/late_libraries.hpp"
#include "runtime/run_process.hpp"

namespace graphfuzz::runtime {
namespace {

// The loader goes by who has called dlopen(), which is the runtime now: what is in folders of the caller's own (its
// RUNPATH) is given to it by its whole name.
std::string found_for(Address caller, const char* name) {
  if (std::strchr(name, '/') != nullptr) return name;
  link_map* const library = library_at(caller);
  Dl_serinfo size{};
  if (library == nullptr || ::dlinfo(library, RTLD_DI_SERINFOSIZE, &size) != 0) return name;
  std::vector<std::max_align_t> memory(size.dls_size / sizeof(std::max_align_t) + 1);
  auto& folders = *reinterpret_cast<Dl_serinfo*>(memory.data());
  folders = size;
  if (::dlinfo(library, RTLD_DI_SERINFO, &folders) != 0) return name;
  constexpr unsigned kDefault = 0x40;  // LA_SER_DEFAULT: behind the cache, in which the loader looks itself
  for (unsigned i = 0; i < folders.dls_cnt; ++i) {
    const Dl_serpath& folder = folders.dls_serpath[i];
    if ((folder.dls_flags & kDefault) != 0) continue;
    std::string path = std::string(folder.dls_name) + '/' + name;
    if (::access(path.c_str(), R_OK) == 0) return path;
  }
  return name;
}

// To look it up makes it forget: that is done before anything can fail.
using Error = char* (*)();
Error real_error() {
  static const auto real_one = reinterpret_cast<Error>(next_definition("dlerror"));
  return real_one;
}

// The program may have the text for as long as it likes, in each execution at the same place.
const char* kept(const std::string& text) {
  static std::set<std::string> texts;
  return texts.emplace(text).first->c_str();
}
// What the C library has for dlerror() does not last: hooks look functions up.
const char* last_error() {
  const char* const text = real_error()();
  const char* const result = text == nullptr ? nullptr : kept(text);
  real_error()();  // it is given up
  return result;
}

// By its whole name, unless the loader has it by the one that is given.
std::string name_for_loader(Address caller, const char* name) {
  void* const loaded = ::dlopen(name, RTLD_LAZY | RTLD_NOLOAD);
  if (loaded == nullptr) return found_for(caller, name);
  ::dlclose(loaded);
  return name;
}

// As the program would see it, where the loader goes by who has called: of what comes behind the caller, which is the
// next in the list of what was there from the start, or of what was loaded with it.
void* look_up_next(link_map* caller, const char* name) {
  std::vector<link_map*> others;
  if (is_late(caller)) {
    others = with_what_it_needs(caller);
    others.erase(others.begin());
  } else {
    for (link_map* one = caller->l_next; one != nullptr; one = one->l_next) {
      if (!is_late(one)) others.push_back(one);
    }
  }
  for (link_map* const one : others) {
    // It finds nothing in what nobody has opened, and what it finds may be in what that needs.
    void* const opened = ::dlopen(one->l_name, RTLD_LAZY | RTLD_NOLOAD);
    if (opened == nullptr) continue;
    void* const found = ::dlsym(opened, name);
    ::dlclose(opened);
    if (found != nullptr && library_at(address_of(found)) == one) return found;
  }
  return nullptr;
}

void* look_up(void* handle, const char* name, Address caller) {
  link_map* const from = library_at(caller);
  if (handle == RTLD_NEXT && from != nullptr) return look_up_next(from, name);
  const link_map* const in = library_of(handle);
  if (handle != RTLD_DEFAULT && in == nullptr) return nullptr;  // the loader would crash
  void* found = ::dlsym(handle, name);
  // Another execution may have opened that for all. The program's own handle, of dlopen(NULL), means the same scope.
  const bool is_of_all = handle == RTLD_DEFAULT || in->l_prev == nullptr;
  if (is_of_all && found != nullptr) {
    const link_map* const library = library_at(address_of(found));
    if (library != nullptr && !is_open_for_all(library)) found = nullptr;
  }
  if (handle == RTLD_DEFAULT && found == nullptr && from != nullptr && is_late(from)) found = ::dlsym(from, name);
  return found;
}

}  // namespace
}  // namespace graphfuzz::runtime

using namespace graphfuzz::runtime;

GRAPHFUZZ_HOOK void* dlopen(const char* name, int mode) {
  GRAPHFUZZ_REAL(dlopen);
  if (current == nullptr) return real_one(name, mode);
  const Address place = GRAPHFUZZ_CALLER;
  std::string problem;
  void* handle = nullptr;
  {
    const Hook hook;
    const int error = errno;
    last_error();  // of before
    if (name == nullptr) {
      handle = real_one(nullptr, mode);
    } else if (runs_once) {
      std::string path = name_for_loader(place, name);
      current = &hook.fiber();  // what the library's constructors do is its doing
      handle = real_one(path.c_str(), mode);
      current = nullptr;
    } else {
      handle = open_library(name_for_loader(place, name).c_str(), mode, problem);
    }
    hook.fiber().loading_error = handle == nullptr ? last_error() : nullptr;
    if (handle != nullptr) errno = error;
  }
  if (!problem.empty()) {
    const Hook hook;
    const std::string text = "unsupported: dlopen() of " + std::exchange(problem, {}) + "; --fork takes it";
    fail(hook.fiber(), text, place_in_program(place));
  }
  return handle;
}
GRAPHFUZZ_HOOK void* dlmopen(Lmid_t space, const char* name, int mode) {
  GRAPHFUZZ_REAL(dlmopen);
  if (current == nullptr || runs_once) return real_one(space, name, mode);
  if (space == LM_ID_BASE) return dlopen(name, mode);
  const Hook hook;
  fail(hook.fiber(), "unsupported: dlmopen()", place_in_program(GRAPHFUZZ_CALLER));
}
GRAPHFUZZ_HOOK char* dlerror() noexcept {
  if (current == nullptr) return real_error()();
  const InRuntime in;
  const char* const other = last_error();  // of a function that is no hook
  const char* const own = std::exchange(in.fiber().loading_error, nullptr);
  return const_cast<char*>(own != nullptr ? own : other);
}
// Frees what the loader has allocated, and is no access of the program's.
GRAPHFUZZ_HOOK int dlclose(void* handle) noexcept {
  GRAPHFUZZ_REAL(dlclose);
  if (current == nullptr) return real_one(handle);
  if (runs_once) {
    const int result = real_one(handle);  // the library's destructors are the thread's doing
    const InRuntime in;
    in.fiber().loading_error = result == 0 ? nullptr : last_error();
    return result;
  }
  const InRuntime in;
  const link_map* const library = library_of(handle);
  in.fiber().loading_error = nullptr;
  if (library != nullptr && close_library(library)) return 0;
  in.fiber().loading_error = kept("invalid handle, or shared object not open");
  return -1;
}

// The real one goes by who has called it: outside of threads it is jumped to.
extern "C" {
void* (*graphfuzz_real_dlsym)(void*, const char*)__attribute__((visibility("hidden"), used)) = nullptr;
GRAPHFUZZ_NOTED void graphfuzz_find_dlsym() {
  void* found = nullptr;
  for (const char* const version : {"GLIBC_2.34", "GLIBC_2.2.5"}) {
    if (found == nullptr) found = ::dlvsym(RTLD_NEXT, "dlsym", version);
  }
  std::memcpy(&graphfuzz_real_dlsym, &found, sizeof found);
  real_error();
}
GRAPHFUZZ_NOTED void* graphfuzz_dlsym(void* handle, const char* name) {
  const InRuntime in;
  last_error();  // of before
  void* const found = look_up(handle, name, GRAPHFUZZ_CALLER);
  in.fiber().loading_error = found == nullptr ? last_error() : nullptr;
  if (found == nullptr && in.fiber().loading_error == nullptr) {
    in.fiber().loading_error = kept(std::string("undefined symbol: ") + name);
  }
  return found;
}
}
asm(R"(
.text
.globl dlsym
.type dlsym, @function
dlsym:
  endbr64
  cmpq $0, _ZN9graphfuzz7runtime7currentE(%rip)
  jne graphfuzz_dlsym
  cmpq $0, graphfuzz_real_dlsym(%rip)
  jne 1f
  push %rdi
  push %rsi
  sub $8, %rsp
  call graphfuzz_find_dlsym
  add $8, %rsp
  pop %rsi
  pop %rdi
1:
  jmp *graphfuzz_real_dlsym(%rip)
.size dlsym, .-dlsym
)");

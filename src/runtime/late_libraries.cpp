#include "runtime/late_libraries.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "runtime/checkpoint.hpp"
#include "runtime/early_heap.hpp"
#include "runtime/image.hpp"
#include "runtime/real.hpp"

namespace graphfuzz::runtime {
namespace {

struct Late {
  const link_map* library;
  std::string problem;
};
std::vector<Late> all;  // no more than kMost

// Of each of them, how often this execution has opened it, or one that needs it; remembered as all of it was before the
// first was loaded.
constexpr std::size_t kMost = 256;
struct Opened {
  unsigned times;
  bool for_all;
} opened[kMost];
bool is_loading = false;

std::size_t number_of(const link_map* library) {
  const auto is_it = [&](const Late& late) { return late.library == library; };
  return static_cast<std::size_t>(std::find_if(all.begin(), all.end(), is_it) - all.begin());
}

std::vector<link_map*> loaded() {
  std::vector<link_map*> list;
  for (link_map* library = _r_debug.r_map; library != nullptr; library = library->l_next) list.push_back(library);
  return list;
}

std::string_view last_part(std::string_view path) { return path.substr(path.rfind('/') + 1); }

const char* texts_of(const link_map& library) {
  for (const ElfW(Dyn)* entry = library.l_ld; entry->d_tag != DT_NULL; ++entry) {
    if (entry->d_tag != DT_STRTAB) continue;
    const Address address = entry->d_un.d_ptr;  // the kernel's own object is not relocated
    return reinterpret_cast<const char*>(address < library.l_addr ? library.l_addr + address : address);
  }
  return nullptr;
}

template <class Each>
void for_each_name(const link_map& library, ElfW(Sxword) tag, Each each) {
  const char* const texts = texts_of(library);
  for (const ElfW(Dyn)* entry = library.l_ld; texts != nullptr && entry->d_tag != DT_NULL; ++entry) {
    if (entry->d_tag == tag) each(std::string_view(texts + entry->d_un.d_val));
  }
}

bool has_name(const link_map& library, std::string_view name) {
  bool result = library.l_name == name || last_part(library.l_name) == last_part(name);
  for_each_name(library, DT_SONAME, [&](std::string_view own) { result |= own == name; });
  return result;
}

// What its constructors do is no thread's doing, and is done once: what they allocate is remembered as it is then.
void* load(const char* name, int mode, std::string& problem) {
  const std::uint64_t before = hash_of_parts();
  Address begin = 0, end = 0;
  void* handle = nullptr;
  {
    const EarlyHeapReopened heap;
    begin = heap.begin();
    is_loading = true;
    handle = ::dlopen(name, mode | RTLD_NODELETE);  // as no thread: the real one
    is_loading = false;
    if (handle != nullptr) {
      for (int i = 0; i < 2; ++i) ::dlerror();  // nothing of it is to be among what is remembered; the second frees it
    }
    end = early_heap_end();
  }
  if (handle == nullptr) return nullptr;
  // It is not done again in the executions to come.
  if (hash_of_parts() != before) problem = "changes the program's data when it is loaded";
  if (begin != end) remember(reinterpret_cast<void*>(begin), end - begin);
  return handle;
}

// Of what was not there before.
void take(const std::vector<link_map*>& before, const std::string& problem) {
  struct Search {
    const std::vector<link_map*>& before;
    const std::string& problem;
  };
  const auto look = [](dl_phdr_info* info, std::size_t, void* data) {
    const Search& search = *static_cast<const Search*>(data);
    link_map* library = nullptr;
    for (link_map* const one : loaded()) {
      if (one->l_addr == info->dlpi_addr && std::string_view(one->l_name) == info->dlpi_name) library = one;
    }
    if (library == nullptr) return 0;
    if (std::find(search.before.begin(), search.before.end(), library) != search.before.end()) return 0;
    std::string why = search.problem;
    for (int i = 0; i < info->dlpi_phnum; ++i) {
      if (info->dlpi_phdr[i].p_type == PT_TLS) why = "has thread-local variables";
    }
    if (take_library(*info)) why = "is instrumented";
    if (!why.empty()) why.insert(0, std::string(last_part(library->l_name)) + ", which ");
    if (all.size() == kMost) refuse("dlopen: too many libraries");
    all.push_back({library, std::move(why)});
    return 0;
  };
  Search search{before, problem};
  ::dl_iterate_phdr(look, &search);
}

}  // namespace

link_map* library_of(void* handle) {
  const std::vector<link_map*> list = loaded();
  const auto found = std::find(list.begin(), list.end(), handle);
  return found == list.end() ? nullptr : *found;
}

link_map* library_at(Address address) {
  Dl_info about{};
  void* library = nullptr;
  const bool found = ::dladdr1(reinterpret_cast<const void*>(address), &about, &library, RTLD_DL_LINKMAP) != 0;
  return found ? static_cast<link_map*>(library) : nullptr;
}

std::vector<link_map*> with_what_it_needs(link_map* library) {
  const std::vector<link_map*> list = loaded();
  std::vector<link_map*> found{library};
  for (std::size_t i = 0; i < found.size(); ++i) {
    for_each_name(*found[i], DT_NEEDED, [&](std::string_view name) {
      const auto is_it = [&](const link_map* one) { return has_name(*one, name); };
      const auto needed = std::find_if(list.begin(), list.end(), is_it);
      if (needed == list.end() || std::find(found.begin(), found.end(), *needed) != found.end()) return;
      found.push_back(*needed);
    });
  }
  return found;
}

bool is_late(const link_map* library) { return number_of(library) < all.size(); }

bool is_open(const link_map* library) {
  const std::size_t number = number_of(library);
  return number == all.size() || opened[number].times > 0;
}

bool is_open_for_all(const link_map* library) {
  const std::size_t number = number_of(library);
  return number == all.size() || (opened[number].times > 0 && opened[number].for_all);
}

bool has_late_libraries() {
  return std::any_of(opened, opened + all.size(), [](const Opened& o) { return o.times > 0; });
}

std::vector<std::string> late_libraries() {
  std::vector<std::string> names;
  for (const Late& late : all) names.emplace_back(last_part(late.library->l_name));
  return names;
}

link_map* open_library(const char* name, int mode, std::string& problem) {
  const std::vector<link_map*> before = loaded();
  void* handle = ::dlopen(name, (mode & ~RTLD_GLOBAL) | RTLD_NOLOAD);
  if (handle != nullptr && !is_open(library_of(handle)) && (mode & RTLD_NOLOAD) != 0) {
    ::dlclose(handle);
    return nullptr;
  }
  if (handle != nullptr) {
    ::dlclose(handle);  // how often it was opened is counted here
    if ((mode & RTLD_GLOBAL) != 0) handle = ::dlopen(name, mode), ::dlclose(handle);
  } else {
    if ((mode & RTLD_NOLOAD) != 0) return nullptr;
    if (all.empty()) remember(opened, sizeof opened);
    std::string why;
    handle = load(name, mode, why);
    if (handle == nullptr) return nullptr;
    disturb_checkpoints();  // they lack its data
    take(before, why);
  }
  link_map* const library = library_of(handle);
  for (const link_map* const one : with_what_it_needs(library)) {
    const std::size_t number = number_of(one);
    if (number == all.size()) continue;
    ++opened[number].times;
    opened[number].for_all |= (mode & RTLD_GLOBAL) != 0;
    if (!all[number].problem.empty()) problem = all[number].problem;
  }
  return library;
}

bool is_loading_library() { return is_loading; }

void refuse_in_constructor(const char* what) {
  if (!is_loading) return;
  is_loading = early_heap_is_open = false;
  refuse(what);  // for good: the loader is not left in order
}

bool close_library(const link_map* library) {
  if (!is_open(library)) return false;
  for (const link_map* const one : with_what_it_needs(const_cast<link_map*>(library))) {
    const std::size_t number = number_of(one);
    if (number < all.size() && opened[number].times > 0) --opened[number].times;
  }
  return true;
}

}  // namespace graphfuzz::runtime

#include "runtime/image.hpp"

#include <link.h>
#include <sys/mman.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "graphfuzz/graph/fingerprint.hpp"
#include "runtime/early_heap.hpp"
#include "runtime/exit.hpp"
#include "runtime/fiber.hpp"
#include "runtime/heap.hpp"
#include "runtime/mappings.hpp"
#include "runtime/thread_locals.hpp"

namespace graphfuzz::runtime {
namespace {

// Large parts become private mappings of a file in memory: to take them back is to drop the pages that were written,
// which the kernel knows. Below that, copying costs less than the page faults.
constexpr std::size_t kLarge = std::size_t{1} << 18;

struct Part {
  char* begin;
  std::size_t size;
  const char* before;  // lives as long as the process
  bool mapped;
};
std::vector<Part> parts;

Address page_size() { return static_cast<Address>(::sysconf(_SC_PAGESIZE)); }

struct Range {
  Address begin;
  Address end;
};
std::vector<Range> codes;
std::vector<Range> whole_modules;  // from the lowest to the highest address
std::vector<std::string> foreign;  // names of libraries
bool verifier_error = false;

struct ThreadLocals {
  std::ptrdiff_t offset;  // from the thread pointer
  std::size_t size;
  bool of_library;  // the C++ library's, not the program's
};
std::vector<ThreadLocals> modules;

std::uint64_t layout = 0;
Range loader{0, 0};
std::vector<Range> bound_lazily;    // addresses of functions, by their own
std::set<std::string> some_values;  // functions that give one of some values of many
std::set<std::string> timers;       // functions that have a signal come later

}  // namespace

bool is_ours(std::string_view path) {
  for (const std::string_view name : {"libgraphfuzz-runtime", "libc.so", "ld-linux", "libm.so", "libtbb", "libfmt",
                                      "libstdc++", "libgcc_s", "libdw", "libcapstone", "libelf", "linux-vdso",
                                      "libdl.so", "libpthread.so", "liblzma", "libz.so", "libbz2", "libboost"}) {
    if (path.find(name) != std::string_view::npos) return true;
  }
  return false;
}

namespace {

// Whole pages around the part, with what is in them.
const char* map_privately(char* begin, std::size_t size) {
  const Address first = reinterpret_cast<Address>(begin) & ~(page_size() - 1);
  const Address last = (reinterpret_cast<Address>(begin) + size + page_size() - 1) & ~(page_size() - 1);
  const std::size_t length = last - first;
  const int file = ::memfd_create("graphfuzz image", MFD_CLOEXEC);
  if (file < 0) return nullptr;
  const char* before = nullptr;
  void* const view = ::ftruncate(file, static_cast<off_t>(length)) == 0
                         ? ::mmap(nullptr, length, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)
                         : MAP_FAILED;
  if (view != MAP_FAILED) {
    std::memcpy(view, reinterpret_cast<const void*>(first), length);
    void* const place = reinterpret_cast<void*>(first);
    if (::mmap(place, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_FIXED, file, 0) != place) {
      throw Unsupported("the program's data cannot be mapped");  // … and is not there any more
    }
    before = static_cast<const char*>(view) + (reinterpret_cast<Address>(begin) - first);
  }
  ::close(file);
  return before;
}

void remember_part(char* begin, std::size_t size, bool is_segment) {
  if (is_segment && size >= kLarge) {
    if (const char* const before = map_privately(begin, size)) {
      parts.push_back({begin, size, before, true});
      return;
    }
  }
  char* const copy = new char[size];
  std::memcpy(copy, begin, size);
  parts.push_back({begin, size, copy, false});
}

void restore(const Part& part) {
  if (!part.mapped) {
    std::memcpy(part.begin, part.before, part.size);
    return;
  }
  const Address first = reinterpret_cast<Address>(part.begin) & ~(page_size() - 1);
  ::madvise(reinterpret_cast<void*>(first), reinterpret_cast<Address>(part.begin) + part.size - first, MADV_DONTNEED);
}

// Of a function that gives any value, of which not all are tried (hooks_choice.cpp).
bool gives_some_values(std::string_view name) {
  return name.starts_with("__VERIFIER_nondet_") && name != "__VERIFIER_nondet_bool";
}

// Of a timer whose signal never comes (hooks_signals.cpp).
bool sets_timer(std::string_view name) { return name == "alarm" || name == "ualarm" || name == "setitimer"; }

// What is to be called when the program ends, and what it can ask to be called: of its dynamic section. So is whether
// it is instrumented, which is the result. Of one that was loaded later only that is looked for.
bool look_at_dynamic_section(const dl_phdr_info& info, bool later = false) {
  const ElfW(Dyn)* dynamic = nullptr;
  for (int i = 0; i < info.dlpi_phnum; ++i) {
    if (info.dlpi_phdr[i].p_type == PT_DYNAMIC) {
      dynamic = reinterpret_cast<const ElfW(Dyn)*>(info.dlpi_addr + info.dlpi_phdr[i].p_vaddr);
    }
  }
  if (dynamic == nullptr) return false;
  std::array<Address, 64> entries{};
  for (; dynamic->d_tag != DT_NULL; ++dynamic) {
    if (dynamic->d_tag > 0 && static_cast<std::size_t>(dynamic->d_tag) < entries.size()) {
      entries[static_cast<std::size_t>(dynamic->d_tag)] = dynamic->d_un.d_ptr;  // absolute, once loaded
    }
  }
  constexpr Address kOfLoader = 3;
  const Address functions_called = entries[DT_PLTRELSZ] / sizeof(ElfW(Rela));
  if (entries[DT_PLTGOT] != 0) {
    bound_lazily.push_back({entries[DT_PLTGOT], entries[DT_PLTGOT] + (kOfLoader + functions_called) * sizeof(Address)});
  }
  Ending ending;
  const auto* const functions = reinterpret_cast<void (*const*)()>(info.dlpi_addr + entries[DT_FINI_ARRAY]);
  for (std::size_t i = entries[DT_FINI_ARRAYSZ] / sizeof *functions; i-- > 0;) ending.functions.push_back(functions[i]);
  // The one that there always is has nothing to do.
  if (ending.functions.size() == 1) ending.functions.clear();
  const auto* const symbols = reinterpret_cast<const ElfW(Sym)*>(entries[DT_SYMTAB]);
  const auto* const names = reinterpret_cast<const char*>(entries[DT_STRTAB]);
  bool instrumented = false;
  const auto look = [&](Address table, std::size_t size) {
    const auto* const relocations = reinterpret_cast<const ElfW(Rela)*>(table);
    for (std::size_t i = 0; i < size / sizeof *relocations; ++i) {
      const std::string_view name = names + symbols[ELF64_R_SYM(relocations[i].r_info)].st_name;
      ending.registers |= name == "__cxa_atexit" || name == "__cxa_at_quick_exit" || name == "on_exit";
      instrumented |= name.starts_with("__tsan_");
      if (gives_some_values(name)) some_values.emplace(name);
      if (sets_timer(name)) timers.emplace(name);
      verifier_error |= name == "__VERIFIER_error";
    }
  };
  look(entries[DT_RELA], entries[DT_RELASZ]);
  look(entries[DT_JMPREL], entries[DT_PLTRELSZ]);
  if (later) return instrumented;
  add_ending(ending);
  const std::string_view path = info.dlpi_name;
  const std::string_view name = path.substr(path.rfind('/') + 1);
  // Compilers add that one, which is refused where it is called.
  if (!instrumented && !name.empty() && !name.starts_with("libatomic.")) foreign.emplace_back(name);
  return instrumented;
}

void remember_segments(const dl_phdr_info& info) {
  Address constant_end = 0;
  for (int i = 0; i < info.dlpi_phnum; ++i) {
    const ElfW(Phdr)& header = info.dlpi_phdr[i];
    if (header.p_type == PT_GNU_RELRO) {
      constant_end = (info.dlpi_addr + header.p_vaddr + header.p_memsz) & ~(page_size() - 1);
    }
  }
  for (int i = 0; i < info.dlpi_phnum; ++i) {
    const ElfW(Phdr)& header = info.dlpi_phdr[i];
    if (header.p_type != PT_LOAD || (header.p_flags & PF_W) == 0) continue;
    Address begin = info.dlpi_addr + header.p_vaddr;
    const Address end = begin + header.p_memsz;
    if (begin < constant_end && constant_end <= end) begin = constant_end;
    if (begin < end) remember_part(reinterpret_cast<char*>(begin), end - begin, (header.p_flags & PF_X) == 0);
  }
}

int look_at(dl_phdr_info* info, std::size_t, void* data) {
  const std::string_view path = info->dlpi_name;
  if (!is_ours(path)) {
    look_at_dynamic_section(*info);
    Range& whole = whole_modules.emplace_back(Range{~Address{0}, 0});
    for (int i = 0; i < info->dlpi_phnum; ++i) {
      const ElfW(Phdr)& header = info->dlpi_phdr[i];
      if (header.p_type != PT_LOAD) continue;
      const Address begin = info->dlpi_addr + header.p_vaddr;
      whole = {std::min(whole.begin, begin), std::max(whole.end, begin + header.p_memsz)};
      if ((header.p_flags & PF_X) != 0) codes.push_back({begin, begin + header.p_memsz});
    }
  }
  if (path.find("ld-linux") != std::string_view::npos) {
    for (int i = 0; i < info->dlpi_phnum; ++i) {
      const ElfW(Phdr)& header = info->dlpi_phdr[i];
      if (header.p_type != PT_LOAD || (header.p_flags & PF_X) == 0) continue;
      loader = {info->dlpi_addr + header.p_vaddr, info->dlpi_addr + header.p_vaddr + header.p_memsz};
    }
  }
  const bool standard_library = path.find("libstdc++") != std::string_view::npos;
  if (is_ours(path) && !standard_library) return 0;
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const ElfW(Phdr)& header = info->dlpi_phdr[i];
    if (header.p_type == PT_TLS && info->dlpi_tls_data != nullptr) {
      const auto pointer = *static_cast<const std::uint64_t*>(data);
      modules.push_back({static_cast<std::ptrdiff_t>(reinterpret_cast<Address>(info->dlpi_tls_data) - pointer),
                         header.p_memsz, standard_library});
    }
  }
  if (!standard_library) remember_segments(*info);
  return 0;
}

// The kernel's own object may be another one on the next machine, and nothing of the program's is there.
std::uint64_t layout_now() {
  std::uint64_t hash = 0;
  const auto look = [](dl_phdr_info* info, std::size_t, void* data) {
    const std::string_view path = info->dlpi_name;
    if (path.find("vdso") != std::string_view::npos) return 0;
    auto& sum = *static_cast<std::uint64_t*>(data);
    sum = mixed(sum, info->dlpi_addr, hash_bytes(path.substr(path.rfind('/') + 1), 0));
    for (int i = 0; i < info->dlpi_phnum; ++i) {
      const ElfW(Phdr)& header = info->dlpi_phdr[i];
      if (header.p_type == PT_LOAD) sum = mixed(sum, header.p_vaddr, header.p_memsz);
      if (header.p_type != PT_NOTE) continue;
      const auto* const notes = reinterpret_cast<const char*>(info->dlpi_addr + header.p_vaddr);
      sum = mixed(sum, hash_bytes({notes, header.p_memsz}, 0), 0);
    }
    return 0;
  };
  ::dl_iterate_phdr(look, &hash);
  return hash;
}

}  // namespace

void remember(void* begin, std::size_t size) { remember_part(static_cast<char*>(begin), size, false); }

void forget(const void* begin) {
  std::erase_if(parts, [&](const Part& part) {
    if (part.begin != begin || part.mapped) return false;
    delete[] part.before;
    return true;
  });
}

void take_image() {
  layout = layout_now();  // what is loaded later is none of the program's
  std::uint64_t pointer = thread_pointer();
  ::dl_iterate_phdr(look_at, &pointer);
  remember_thread_locals(pointer);
  remember_part(reinterpret_cast<char*>(kEarlyHeap), early_heap_end() - kEarlyHeap, true);
}

bool is_loader_code(native::Address address) { return address >= loader.begin && address < loader.end; }

bool take_library(const dl_phdr_info& library) {
  remember_segments(library);
  return look_at_dynamic_section(library, true);
}

std::uint64_t hash_of_parts() {
  std::uint64_t hash = 0;
  const auto add = [&](Address begin, Address end) {
    if (begin < end) hash = mixed(hash, begin, hash_bytes({reinterpret_cast<const char*>(begin), end - begin}, 0));
  };
  for (const Part& part : parts) {
    auto begin = reinterpret_cast<Address>(part.begin);
    const Address end = begin + part.size;
    for (const Range& table : bound_lazily) {
      if (table.begin < begin || table.end > end) continue;
      add(begin, table.begin);
      begin = table.end;
    }
    add(begin, end);
  }
  return hash;
}

void remember_thread_locals(std::uint64_t thread_pointer) {
  for (const ThreadLocals& module : modules) {
    if (module.size == 0) continue;
    remember(reinterpret_cast<char*>(thread_pointer + static_cast<std::uint64_t>(module.offset)), module.size);
  }
}

void for_each_root(const std::function<void(native::Address, native::Address)>& each) {
  const auto look = [](dl_phdr_info* info, std::size_t, void* data) {
    if (std::string_view(info->dlpi_name).find("libgraphfuzz-runtime") != std::string_view::npos) return 0;
    for (int i = 0; i < info->dlpi_phnum; ++i) {
      const ElfW(Phdr)& header = info->dlpi_phdr[i];
      if (header.p_type != PT_LOAD || (header.p_flags & PF_W) == 0) continue;
      const Address begin = info->dlpi_addr + header.p_vaddr;
      (*static_cast<const std::function<void(Address, Address)>*>(data))(begin, begin + header.p_memsz);
    }
    return 0;
  };
  ::dl_iterate_phdr(look, const_cast<void*>(static_cast<const void*>(&each)));
}

void for_each_thread_local(std::uint64_t thread_pointer,
                           const std::function<void(native::Address, native::Address)>& each) {
  for (const ThreadLocals& module : modules) {
    const Address begin = thread_pointer + static_cast<std::uint64_t>(module.offset);
    each(begin, begin + module.size);
  }
}

void for_each_library_local(std::uint64_t thread_pointer,
                            const std::function<void(native::Address, native::Address)>& each) {
  for (const ThreadLocals& module : modules) {
    if (!module.of_library) continue;
    const Address begin = thread_pointer + static_cast<std::uint64_t>(module.offset);
    each(begin, begin + module.size);
  }
}

Address first_thread_local() {
  Address first = thread_pointer();
  const auto look = [](dl_phdr_info* info, std::size_t, void* data) {
    const auto begin = reinterpret_cast<Address>(info->dlpi_tls_data);
    auto& so_far = *static_cast<Address*>(data);
    // Of a library that was loaded later they may be elsewhere.
    constexpr Address kMost = Address{1} << 16;
    if (begin != 0 && begin < so_far && thread_pointer() - begin < kMost) so_far = begin;
    return 0;
  };
  ::dl_iterate_phdr(look, &first);
  return first;
}

bool program_has_thread_locals() {
  return std::any_of(modules.begin(), modules.end(), [](const ThreadLocals& m) { return !m.of_library && m.size > 0; });
}

bool is_program_code(native::Address address) {
  for (const Range& code : codes) {
    if (address >= code.begin && address < code.end) return true;
  }
  return false;
}

void for_each_code(const std::function<void(native::Address, native::Address)>& each) {
  for (const Range& code : codes) each(code.begin, code.end);
}

const std::vector<std::string>& foreign_libraries() { return foreign; }
bool calls_verifier_error() { return verifier_error; }

std::vector<std::string> functions_of_some_values() { return {some_values.begin(), some_values.end()}; }
std::vector<std::string> functions_of_timers() { return {timers.begin(), timers.end()}; }

bool is_program_module(native::Address address) {
  return std::any_of(whole_modules.begin(), whole_modules.end(),
                     [&](const Range& m) { return address >= m.begin && address < m.end; });
}

void restore_image() {
  for (const Part& part : parts) restore(part);
}

bool for_each_part(const std::function<void(const void*, std::size_t)>& add) {
  if (std::any_of(parts.begin(), parts.end(), [](const Part& part) { return part.mapped; })) return false;
  for (const Part& part : parts) add(part.begin, part.size);
  return true;
}

bool is_restored(native::Address address) {
  if (address >= kStacks && address < kHeapsEnd) return true;
  for (const Part& part : parts) {
    const auto begin = reinterpret_cast<Address>(part.begin);
    if (address >= begin && address < begin + part.size) return true;
  }
  return false;
}

namespace {

/// Memory that is not taken back may be unmapped by now.
bool read_if_there(native::Address granule, Value& value) {
  const iovec to{&value, sizeof value};
  const iovec from{reinterpret_cast<void*>(granule), sizeof value};
  return ::process_vm_readv(::getpid(), &to, 1, &from, 1, 0) == sizeof value;
}

}  // namespace

Value remembered(native::Address granule) {
  Value value = 0;
  if (checks.uninitialised && in_heap(granule)) {
    std::memset(&value, kUnwritten, sizeof value);
    return value;
  }
  if (granule >= kStacks && granule < kHeapsEnd) return 0;
  for (const Part& part : parts) {
    const auto begin = reinterpret_cast<Address>(part.begin);
    if (granule + 8 <= begin || granule >= begin + part.size) continue;
    for (unsigned i = 0; i < 8; ++i) {
      const Address at = granule + i;
      const char byte =
          at >= begin && at < begin + part.size ? part.before[at - begin] : *reinterpret_cast<const char*>(at);
      std::memcpy(reinterpret_cast<char*>(&value) + i, &byte, 1);
    }
    return value;
  }
  if (!begins_as_zero(granule)) read_if_there(granule, value);
  return value;
}

std::uint64_t image_layout() { return layout; }

bool is_readable(native::Address granule) {
  if (granule >= kStacks && granule < kHeapsEnd) return true;
  Value value = 0;
  return read_if_there(granule, value);
}

}  // namespace graphfuzz::runtime

#include "runtime/image.hpp"

#include <link.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstring>
#include <memory>
#include <string_view>
#include <vector>

#include "runtime/early_heap.hpp"
#include "runtime/fiber.hpp"

namespace graphfuzz::runtime {
namespace {

struct Part {
  char* begin;
  std::size_t size;
  const char* before;
  std::unique_ptr<char[]> copy{};  // what that points to, unless it is a file
};
std::vector<Part> parts;

struct Code {
  Address begin;
  Address end;
};
std::vector<Code> codes;

struct ThreadLocals {
  std::ptrdiff_t offset;  // from the thread pointer
  std::size_t size;
};
std::vector<ThreadLocals> modules;

// What the engine lives by stays as it is.
bool is_ours(std::string_view path) {
  for (const std::string_view name :
       {"libgraphfuzz-runtime", "libc.so", "ld-linux", "libm.so", "libtbb", "libfmt", "libstdc++", "libgcc_s", "libdw",
        "libelf", "linux-vdso", "libdl.so", "libpthread.so", "liblzma", "libz.so", "libbz2", "libboost"}) {
    if (path.find(name) != std::string_view::npos) return true;
  }
  return false;
}

int look_at(dl_phdr_info* info, std::size_t, void* data) {
  const std::string_view path = info->dlpi_name;
  const std::size_t page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  if (!is_ours(path)) {
    for (int i = 0; i < info->dlpi_phnum; ++i) {
      const ElfW(Phdr)& header = info->dlpi_phdr[i];
      if (header.p_type != PT_LOAD || (header.p_flags & PF_X) == 0) continue;
      const Address begin = info->dlpi_addr + header.p_vaddr;
      codes.push_back({begin, begin + header.p_memsz});
    }
  }
  const bool standard_library = path.find("libstdc++") != std::string_view::npos;
  if (is_ours(path) && !standard_library) return 0;
  Address constant_end = 0;
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const ElfW(Phdr)& header = info->dlpi_phdr[i];
    if (header.p_type == PT_GNU_RELRO) {
      constant_end = (info->dlpi_addr + header.p_vaddr + header.p_memsz) & ~Address{page - 1};
    }
  }
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const ElfW(Phdr)& header = info->dlpi_phdr[i];
    if (header.p_type == PT_TLS && info->dlpi_tls_data != nullptr) {
      const auto pointer = *static_cast<const std::uint64_t*>(data);
      modules.push_back(
          {static_cast<std::ptrdiff_t>(reinterpret_cast<Address>(info->dlpi_tls_data) - pointer), header.p_memsz});
    }
    if (standard_library || header.p_type != PT_LOAD || (header.p_flags & PF_W) == 0) continue;
    Address begin = info->dlpi_addr + header.p_vaddr;
    const Address end = begin + header.p_memsz;
    if (begin < constant_end && constant_end <= end) begin = constant_end;
    if (begin < end) remember(reinterpret_cast<void*>(begin), end - begin);
  }
  return 0;
}

// Whole pages, which become a private view of a file that has what they have: what was not changed costs nothing.
bool remember_pages(Address begin, std::size_t size) {
  auto* const pages = reinterpret_cast<char*>(begin);
  const int file = ::memfd_create("graphfuzz", MFD_CLOEXEC);
  if (file < 0) return false;
  std::size_t written = 0;
  while (written < size) {
    const ssize_t more = ::pwrite(file, pages + written, size - written, static_cast<off_t>(written));
    if (more <= 0) break;
    written += static_cast<std::size_t>(more);
  }
  void* const before = written < size ? MAP_FAILED : ::mmap(nullptr, size, PROT_READ, MAP_SHARED, file, 0);
  const bool done =
      before != MAP_FAILED && ::mmap(pages, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_FIXED, file, 0) == pages;
  ::close(file);
  if (done) parts.push_back({pages, size, static_cast<const char*>(before)});
  return done;
}

void remember_early_heap() {
  constexpr std::size_t kLarge = std::size_t{1} << 20;
  constexpr std::size_t kPage = 4096;
  const std::size_t size = early_heap_end() - kEarlyHeap;
  if (size < kLarge || !remember_pages(kEarlyHeap, (size + kPage - 1) / kPage * kPage)) {
    remember(reinterpret_cast<void*>(kEarlyHeap), size);
  }
}

}  // namespace

void remember(void* begin, std::size_t size) {
  auto copy = std::make_unique<char[]>(size);
  std::memcpy(copy.get(), begin, size);
  parts.push_back({static_cast<char*>(begin), size, copy.get(), std::move(copy)});
}

void take_image() {
  std::uint64_t pointer;
  asm volatile("rdfsbase %0" : "=r"(pointer));
  ::dl_iterate_phdr(look_at, &pointer);
  remember_thread_locals(pointer);
  remember_early_heap();
}

void remember_thread_locals(std::uint64_t thread_pointer) {
  for (const ThreadLocals& module : modules) {
    if (module.size == 0) continue;
    remember(reinterpret_cast<void*>(thread_pointer + static_cast<std::uint64_t>(module.offset)), module.size);
  }
}

bool is_program_code(native::Address address) {
  for (const Code& code : codes) {
    if (address >= code.begin && address < code.end) return true;
  }
  return false;
}

void restore_image() {
  for (const Part& part : parts) {
    if (part.copy) {
      std::memcpy(part.begin, part.before, part.size);
    } else {
      ::madvise(part.begin, part.size, MADV_DONTNEED);
    }
  }
}

bool is_restored(native::Address address) {
  if (address >= kStacks && address < kHeapsEnd) return true;
  for (const Part& part : parts) {
    const auto begin = reinterpret_cast<Address>(part.begin);
    if (address >= begin && address < begin + part.size) return true;
  }
  return false;
}

Value remembered(native::Address granule) {
  Value value = 0;
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
  std::memcpy(&value, reinterpret_cast<const void*>(granule), sizeof value);
  return value;
}

}  // namespace graphfuzz::runtime

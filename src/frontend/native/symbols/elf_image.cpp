#include "frontend/native/symbols/elf_image.hpp"

#include <elfutils/libdwelf.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <gelf.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <tuple>

namespace graphfuzz::native {

ElfImage::ElfImage(const std::string& path) {
  if (elf_version(EV_CURRENT) == EV_NONE) return;
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (file < 0) return;
  struct stat about {};
  if (::fstat(file, &about) == 0 && S_ISREG(about.st_mode) && about.st_size > 0) {
    size_ = static_cast<std::size_t>(about.st_size);
    // Private and writable, as libelf may change what it reads in place.
    void* const bytes = ::mmap(nullptr, size_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_NORESERVE, file, 0);
    if (bytes != MAP_FAILED) bytes_ = static_cast<char*>(bytes);
  }
  ::close(file);
  if (bytes_ == nullptr) return;
  elf_ = elf_memory(bytes_, size_);
  if (elf_ != nullptr && elf_kind(elf_) != ELF_K_ELF) {
    elf_end(elf_);
    elf_ = nullptr;
  }
}

ElfImage::~ElfImage() {
  if (elf_ != nullptr) elf_end(elf_);
  if (bytes_ != nullptr) ::munmap(bytes_, size_);
}

bool ElfImage::has_section(const char* name) const {
  std::size_t names = 0;
  if (elf_ == nullptr || elf_getshdrstrndx(elf_, &names) != 0) return false;
  for (Elf_Scn* section = nullptr; (section = elf_nextscn(elf_, section)) != nullptr;) {
    GElf_Shdr header;
    if (gelf_getshdr(section, &header) == nullptr || header.sh_type == SHT_NOBITS) continue;
    const char* const found = elf_strptr(elf_, names, header.sh_name);
    if (found != nullptr && std::strcmp(found, name) == 0) return true;
  }
  return false;
}

std::string ElfImage::debug_link() const {
  GElf_Word checksum = 0;
  const char* const link = elf_ == nullptr ? nullptr : dwelf_elf_gnu_debuglink(elf_, &checksum);
  return link == nullptr ? "" : link;
}

std::string ElfImage::build_id() const {
  const void* bytes = nullptr;
  const ssize_t size = elf_ == nullptr ? 0 : dwelf_elf_gnu_build_id(elf_, &bytes);
  std::string text;
  for (ssize_t i = 0; i < size; ++i) text += fmt::format("{:02x}", static_cast<const unsigned char*>(bytes)[i]);
  return text;
}

ElfImage::Extent ElfImage::extent() const {
  Extent extent{std::numeric_limits<std::uint64_t>::max(), 0};
  std::size_t count = 0;
  if (elf_ == nullptr || elf_getphdrnum(elf_, &count) != 0) return {};
  for (std::size_t i = 0; i < count; ++i) {
    GElf_Phdr header;
    if (gelf_getphdr(elf_, static_cast<int>(i), &header) == nullptr || header.p_type != PT_LOAD) continue;
    extent.begin = std::min(extent.begin, header.p_vaddr);
    extent.end = std::max(extent.end, header.p_vaddr + header.p_memsz);
  }
  return extent.begin < extent.end ? extent : Extent{};
}

namespace {

// Which of the symbols at one address is shown: the one that the program's author is most likely to have written.
bool comes_before(const ElfSymbol& a, bool a_is_weak, const ElfSymbol& b, bool b_is_weak) {
  if (a.address != b.address) return a.address < b.address;  // nearly always: names cost more
  const auto rank = [](const ElfSymbol& symbol, bool weak) {
    return std::tuple(std::strspn(symbol.name, "_"), weak, std::strlen(symbol.name));
  };
  return rank(a, a_is_weak) < rank(b, b_is_weak);
}

}  // namespace

SymbolTable::SymbolTable(const ElfImage& image, const ElfImage& debug) {
  if (!read(image, SHT_SYMTAB) && !read(debug, SHT_SYMTAB)) read(image, SHT_DYNSYM);
}

bool SymbolTable::read(const ElfImage& image, unsigned type) {
  if (!image) return false;
  struct Found {
    ElfSymbol symbol;
    bool weak = false;
  };
  std::vector<Found> functions, objects, thread_locals;
  for (Elf_Scn* section = nullptr; (section = elf_nextscn(image.elf(), section)) != nullptr;) {
    GElf_Shdr header;
    if (gelf_getshdr(section, &header) == nullptr || header.sh_type != type || header.sh_entsize == 0) continue;
    Elf_Data* const data = elf_getdata(section, nullptr);
    if (data == nullptr) continue;
    const std::size_t count = data->d_size / header.sh_entsize;
    for (std::size_t i = 0; i < count; ++i) {
      GElf_Sym symbol;
      if (gelf_getsym(data, static_cast<int>(i), &symbol) == nullptr || symbol.st_shndx == SHN_UNDEF) continue;
      const char* const name = elf_strptr(image.elf(), header.sh_link, symbol.st_name);
      if (name == nullptr || *name == '\0') continue;
      const Found found{{symbol.st_value, symbol.st_size, name}, GELF_ST_BIND(symbol.st_info) == STB_WEAK};
      switch (GELF_ST_TYPE(symbol.st_info)) {
        case STT_FUNC:
        case STT_GNU_IFUNC:
          functions.push_back(found);
          break;
        case STT_OBJECT:
        case STT_COMMON:
          if (symbol.st_size > 0) objects.push_back(found);
          break;
        case STT_TLS:
          if (symbol.st_size > 0) thread_locals.push_back(found);
          break;
        case STT_NOTYPE:  // of assembler, such as _start; labels of data are none
          if (Elf_Scn* const home = elf_getscn(image.elf(), symbol.st_shndx); symbol.st_shndx < SHN_LORESERVE) {
            GElf_Shdr about;
            if (gelf_getshdr(home, &about) != nullptr && (about.sh_flags & SHF_EXECINSTR) != 0) {
              functions.push_back(found);
            }
          }
          break;
        default:
          break;
      }
    }
  }
  const auto sorted = [](std::vector<Found>& all, bool open_ended) {
    std::ranges::stable_sort(
        all, [](const Found& a, const Found& b) { return comes_before(a.symbol, a.weak, b.symbol, b.weak); });
    std::vector<ElfSymbol> symbols;
    for (const Found& found : all) {
      if (symbols.empty() || symbols.back().address != found.symbol.address) {
        symbols.push_back(found.symbol);
      } else if (symbols.back().size == 0) {
        symbols.back().size = found.symbol.size;
      }
    }
    // What has no size goes on to the next.
    for (std::size_t i = 0; open_ended && i + 1 < symbols.size(); ++i) {
      if (symbols[i].size == 0) symbols[i].size = symbols[i + 1].address - symbols[i].address;
    }
    return symbols;
  };
  functions_ = sorted(functions, true);
  objects_ = sorted(objects, false);
  thread_locals_ = sorted(thread_locals, false);
  return !functions_.empty() || !objects_.empty();
}

const ElfSymbol* SymbolTable::find(const std::vector<ElfSymbol>& symbols, std::uint64_t address) {
  const auto after = std::ranges::upper_bound(symbols, address, {}, &ElfSymbol::address);
  if (after == symbols.begin()) return nullptr;
  const ElfSymbol& symbol = *(after - 1);
  return address - symbol.address < symbol.size ? &symbol : nullptr;
}

}  // namespace graphfuzz::native

#include "frontend/native/code/linker_slots.hpp"

#include <link.h>

#include <algorithm>
#include <span>

namespace graphfuzz::native {
namespace {

// Of the module's relocations for functions that are bound when they are called first (DT_JMPREL).
std::span<const ElfW(Rela)> late_relocations(const dl_phdr_info& info, const ElfW(Dyn) * dynamic) {
  CodeAddress table = 0;
  std::size_t size = 0;
  for (; dynamic->d_tag != DT_NULL; ++dynamic) {
    if (dynamic->d_tag == DT_JMPREL) table = dynamic->d_un.d_ptr;
    if (dynamic->d_tag == DT_PLTRELSZ) size = dynamic->d_un.d_val;
  }
  if (table == 0) return {};
  if (table < info.dlpi_addr) table += info.dlpi_addr;  // as it is where nobody has put it right
  return {reinterpret_cast<const ElfW(Rela)*>(table), size / sizeof(ElfW(Rela))};
}

bool has_slot(const dl_phdr_info& info, CodeAddress at) {
  const ElfW(Dyn)* dynamic = nullptr;
  bool is_here = false;
  for (const ElfW(Phdr) & segment : std::span(info.dlpi_phdr, info.dlpi_phnum)) {
    const CodeAddress begin = info.dlpi_addr + segment.p_vaddr;
    const bool is_within = at >= begin && at + sizeof at <= begin + segment.p_memsz;
    if (segment.p_type == PT_GNU_RELRO && is_within) return true;
    is_here |= segment.p_type == PT_LOAD && is_within;
    if (segment.p_type == PT_DYNAMIC) dynamic = reinterpret_cast<const ElfW(Dyn)*>(begin);
  }
  if (!is_here || dynamic == nullptr) return false;
  return std::ranges::any_of(late_relocations(info, dynamic),
                             [&](const ElfW(Rela) & slot) { return info.dlpi_addr + slot.r_offset == at; });
}

}  // namespace

bool is_of_linker(CodeAddress pointer) {
  const auto look = [](dl_phdr_info* info, std::size_t, void* at) {
    return has_slot(*info, *static_cast<const CodeAddress*>(at)) ? 1 : 0;
  };
  return dl_iterate_phdr(look, &pointer) != 0;
}

}  // namespace graphfuzz::native

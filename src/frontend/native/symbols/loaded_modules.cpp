#include <link.h>

#include <algorithm>
#include <filesystem>
#include <limits>
#include <system_error>

#include "graphfuzz/frontend/native/symbols.hpp"

namespace graphfuzz::native {
namespace {

int take_module(dl_phdr_info* info, std::size_t, void* modules) {
  auto& found = *static_cast<std::vector<Module>*>(modules);
  Module module{info->dlpi_name, info->dlpi_addr, std::numeric_limits<Address>::max(), 0};
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const auto& segment = info->dlpi_phdr[i];
    if (segment.p_type != PT_LOAD) continue;
    const Address begin = info->dlpi_addr + segment.p_vaddr;
    module.begin = std::min(module.begin, begin);
    module.end = std::max<Address>(module.end, begin + segment.p_memsz);
  }
  // The program itself comes first and without a name.
  if (found.empty() && module.path.empty()) {
    std::error_code error;
    module.path = std::filesystem::read_symlink("/proc/self/exe", error).string();
  }
  if (module.begin < module.end) found.push_back(std::move(module));
  return 0;
}

}  // namespace

std::vector<Module> loaded_modules() {
  std::vector<Module> modules;
  dl_iterate_phdr(&take_module, &modules);
  return modules;
}

}  // namespace graphfuzz::native

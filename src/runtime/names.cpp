// Names of what is in memory.
#include <cxxabi.h>
#include <dlfcn.h>
#include <fmt/format.h>

#include <cstdlib>

#include "runtime/heap.hpp"
#include "runtime/request.hpp"
#include "runtime/thread_memory.hpp"

namespace graphfuzz::runtime {
namespace {

std::string demangled(const char* name) {
  int status = 0;
  char* const text = abi::__cxa_demangle(name, nullptr, nullptr, &status);
  std::string result = status == 0 ? text : name;
  std::free(text);
  return result;
}

std::string symbol(Address address) {
  Dl_info info{};
  if (::dladdr(reinterpret_cast<const void*>(address), &info) == 0) return fmt::format("{:#x}", address);
  if (info.dli_sname != nullptr) {
    const Address offset = address - reinterpret_cast<Address>(info.dli_saddr);
    return offset == 0 ? demangled(info.dli_sname) : fmt::format("{}+{}", demangled(info.dli_sname), offset);
  }
  const std::string path = info.dli_fname;
  return fmt::format("{}+{:#x}", path.substr(path.rfind('/') + 1), address - reinterpret_cast<Address>(info.dli_fbase));
}

}  // namespace

Place place_of(Address code) { return {symbol(code), 0}; }
std::string place_text(Address code) { return to_text(place_of(code)); }

std::string data_name(Address data) {
  if (in_heap(data)) {
    const Block* const block = block_of(data);
    if (block == nullptr) return fmt::format("heap+{:#x}", data - kHeaps);
    const std::string name = fmt::format("block{}.{}", block->thread, block->number);
    return data == block->address ? name : fmt::format("{}+{}", name, data - block->address);
  }
  if (std::string name = thread_memory_name(data); !name.empty()) return name;
  if (data >= kStacks && data < kHeaps) {
    const Address thread = (data - kStacks) / kStackSize;
    return fmt::format("stack{}-{}", thread, kStacks + (thread + 1) * kStackSize - data);
  }
  return symbol(data);
}

}  // namespace graphfuzz::runtime

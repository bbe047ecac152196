// Package sync/atomic, whose functions are written in assembly: each becomes one that says what it is about to do, and
// calls it under another name.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <sstream>
#include <utility>

#include "frontend/real_go/overlay_files.hpp"
#include "frontend/real_go/patches.hpp"

namespace graphfuzz::real_go {
namespace {

constexpr std::string_view kDeclarations = "sync/atomic/doc.go";

constexpr Patch kAtomicPatches[] = {
    {"sync/atomic/value.go", "func (v *Value) Load() (val any) {", "\tgfValue(v, gfLoads)\n"},
    {"sync/atomic/value.go", "func (v *Value) Store(val any) {", "\tgfValue(v, gfStores)\n"},
    {"sync/atomic/value.go", "func (v *Value) Swap(new any) (old any) {", "\tgfValue(v, gfSwaps)\n"},
    {"sync/atomic/value.go", "func (v *Value) CompareAndSwap(old, new any) (swapped bool) {",
     "\tgfValue(v, gfCompares)\n"},
};

constexpr Replacement kAtomicReplacements[] = {
    {"sync/atomic/asm.s", "TEXT ·", "TEXT ·real"},
    {"runtime/atomic_pointer.go", " sync/atomic.", " sync/atomic.real"},
    {"sync/atomic/doc.go", "\nimport (\n", "\nimport (\n\t\"runtime\"\n"},
    // The parts of an operation on a Value are no points.
    {"sync/atomic/value.go", "LoadPointer(", "realLoadPointer("},
    {"sync/atomic/value.go", "StorePointer(", "realStorePointer("},
    {"sync/atomic/value.go", " SwapPointer(", " realSwapPointer("},
    {"sync/atomic/value.go", "CompareAndSwapPointer(", "realCompareAndSwapPointer("},
};

/// Which operation a function of sync/atomic is; empty: none.
std::string_view atomic_operation(std::string_view function) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 5> kOperations = {
      {{"Swap", "Swap"}, {"CompareAndSwap", "Cas"}, {"Add", "AtomicAdd"}, {"Load", "Load"}, {"Store", "Store"}}};
  for (const auto& [name, operation] : kOperations) {
    if (function.starts_with(name)) return operation;
  }
  return {};
}

/// Each declaration "func AddInt32(addr *int32, delta int32) (new int32)" is one of realAddInt32, and a function that
/// stops and calls it.
std::string with_points(const std::string& text, const std::string& name) {
  std::istringstream in(text);
  std::string result;
  std::size_t made = 0;
  for (std::string line; std::getline(in, line);) {
    result += line + '\n';
    if (!line.starts_with("func ") || line.ends_with("{")) continue;
    const std::size_t open = line.find('('), close = line.find(')');
    const std::string function = line.substr(5, open == line.npos ? open : open - 5);
    const std::string_view operation = atomic_operation(function);
    if (operation.empty() || close == line.npos) continue;
    // The names of the parameters: words before blanks or commas that follow "(" or ", ".
    std::string arguments;
    for (std::size_t at = open + 1; at < close;) {
      const std::size_t end = std::min(line.find(',', at), close);
      const std::string parameter = line.substr(at, end - at);
      arguments += (arguments.empty() ? "" : ", ") + parameter.substr(0, parameter.find(' '));
      at = end + 2;
    }
    result += fmt::format(
        "{{\n\truntime.GraphfuzzAtomicPoint(runtime.Graphfuzz{}, unsafe.Pointer(addr))\n\t{}real{}({})\n}}\n\n"
        "func real{}\n",
        operation, line.find('(', close) == line.npos ? "" : "return ", function, arguments, line.substr(5));
    // The body begins on the line of the declaration.
    const std::size_t declared = result.rfind(line + "\n{");
    result.replace(declared + line.size(), 1, " ");
    ++made;
  }
  if (made < 10) throw PatchError(fmt::format("{}: expected declarations of atomic operations, found {}", name, made));
  return result;
}

}  // namespace

void add_atomics(Edition& edition) {
  edition.patches.insert(edition.patches.end(), std::begin(kAtomicPatches), std::end(kAtomicPatches));
  edition.replacements.insert(edition.replacements.end(), std::begin(kAtomicReplacements),
                              std::end(kAtomicReplacements));
  edition.rewritings.push_back({kDeclarations, with_points});
  edition.own_files.push_back({"sync/atomic/graphfuzz.go", kAtomicFile});
}

}  // namespace graphfuzz::real_go

#include "frontend/native/symbols/code.hpp"

#include <cstring>
#include <utility>

#include "frontend/native/symbols/demangle.hpp"
#include "frontend/native/symbols/dies.hpp"

namespace graphfuzz::native {
namespace {

constexpr int kMostBlocks = 1'000;

// The functions that were inlined where the instruction is, outermost first.
std::vector<Dwarf_Die> inlined_at(Dwarf_Die function, std::uint64_t instruction) {
  std::vector<Dwarf_Die> inlined;
  Dwarf_Die around = function;
  for (int i = 0; i < kMostBlocks; ++i) {
    bool deeper = false;
    Dwarf_Die next;
    each_child(around, [&](Dwarf_Die& child) {
      const int tag = dwarf_tag(&child);
      if (tag != DW_TAG_inlined_subroutine && tag != DW_TAG_lexical_block && tag != DW_TAG_try_block &&
          tag != DW_TAG_catch_block) {
        return true;
      }
      if (dwarf_haspc(&child, instruction) <= 0) return true;
      if (tag == DW_TAG_inlined_subroutine) inlined.push_back(child);
      deeper = true;
      next = child;
      return false;
    });
    if (!deeper) break;
    around = next;
  }
  return inlined;
}

std::string function_name(Dwarf_Die& function, const char* symbol) {
  if (const char* const linkage = linkage_name_of(function)) return demangled_function(linkage);
  // Debug information for lines only has no such names.
  if (symbol != nullptr && std::strncmp(symbol, "_Z", 2) == 0) return demangled_function(symbol);
  const char* const name = name_of(function);
  if (name != nullptr) return name;
  return symbol == nullptr ? "" : demangled_function(symbol);
}

}  // namespace

std::vector<Frame> code_frames(Units& units, std::uint64_t instruction, const char* symbol, SourcePaths& paths) {
  Unit* const unit = units.unit_of(instruction);
  if (unit == nullptr) return {};
  Place place = units.line_of(*unit, instruction, paths);
  std::vector<Frame> frames;
  Dwarf_Die* const function = units.function_of(*unit, instruction);
  if (function != nullptr) {
    std::vector<Dwarf_Die> inlined = inlined_at(*function, instruction);
    for (; !inlined.empty(); inlined.pop_back()) {
      Dwarf_Die& call = inlined.back();
      const std::string file = units.file_of(*unit, number_of(call, DW_AT_call_file).value_or(-1), paths);
      const auto line = static_cast<unsigned>(number_of(call, DW_AT_call_line).value_or(0));
      frames.push_back({function_name(call, nullptr), std::exchange(place, Place{file, line})});
    }
    frames.push_back({function_name(*function, symbol), place});
  } else if (!place.file.empty()) {
    frames.push_back({symbol == nullptr ? "" : demangled_function(symbol), place});
  }
  return frames;
}

}  // namespace graphfuzz::native

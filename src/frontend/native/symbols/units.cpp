#include "frontend/native/symbols/units.hpp"

#include <algorithm>

#include "frontend/native/symbols/dies.hpp"

namespace graphfuzz::native {
namespace {

void add_ranges(Dwarf_Die& die, std::size_t index, std::vector<AddressRange>& ranges) {
  Dwarf_Addr base = 0, begin = 0, end = 0;
  for (std::ptrdiff_t next = 0; (next = dwarf_ranges(&die, next, &base, &begin, &end)) > 0;) {
    // What the linker has thrown away begins at 0 or just behind.
    if (begin < end && begin > 1) ranges.push_back({begin, end, index});
  }
}

const AddressRange* range_of(const std::vector<AddressRange>& ranges, std::uint64_t address) {
  const auto after = std::ranges::upper_bound(ranges, address, {}, &AddressRange::begin);
  if (after == ranges.begin()) return nullptr;
  const AddressRange& range = *(after - 1);
  return address < range.end ? &range : nullptr;
}

void sort_ranges(std::vector<AddressRange>& ranges) { std::ranges::stable_sort(ranges, {}, &AddressRange::begin); }

}  // namespace

Units::Units(Dwarf* debug) {
  if (debug == nullptr) return;
  Dwarf_CU* next = nullptr;
  std::uint8_t kind = 0;
  Dwarf_Die head, inner;
  for (Dwarf_CU* unit = nullptr; dwarf_get_units(debug, unit, &next, nullptr, &kind, &head, &inner) == 0; unit = next) {
    if (kind == DW_UT_type || kind == DW_UT_split_type) types_.push_back(head);
    if (kind != DW_UT_compile && kind != DW_UT_skeleton) continue;
    Unit found;
    found.head = head;
    found.full = kind == DW_UT_skeleton && dwarf_tag(&inner) == DW_TAG_compile_unit ? inner : head;
    Dwarf_Attribute folder;
    found.compiled_in = dwarf_formstring(dwarf_attr(&head, DW_AT_comp_dir, &folder));
    add_ranges(head, units_.size(), ranges_);
    units_.push_back(std::move(found));
  }
  sort_ranges(ranges_);
}

Unit* Units::unit_of(std::uint64_t instruction) {
  const AddressRange* const range = range_of(ranges_, instruction);
  return range == nullptr ? nullptr : &units_[range->index];
}

Dwarf_Die* Units::function_of(Unit& unit, std::uint64_t instruction) {
  if (!unit.has_functions) read_functions(unit);
  const AddressRange* const range = range_of(unit.function_ranges, instruction);
  return range == nullptr ? nullptr : &unit.functions[range->index];
}

void Units::read_functions(Unit& unit) {
  unit.has_functions = true;
  DieWalk walk([&](Dwarf_Die& die, int scope) {
    if (dwarf_tag(&die) == DW_TAG_subprogram) {
      const std::size_t before = unit.function_ranges.size();
      add_ranges(die, unit.functions.size(), unit.function_ranges);
      if (unit.function_ranges.size() > before) unit.functions.push_back(die);
    }
    return scope;
  });
  walk.all_in(unit.full, 0);
  sort_ranges(unit.function_ranges);
}

Place Units::line_of(Unit& unit, std::uint64_t instruction, SourcePaths& paths) {
  Dwarf_Lines* lines = nullptr;
  std::size_t count = 0;
  if (dwarf_getsrclines(&unit.head, &lines, &count) != 0) return {};
  const auto address = [&](std::size_t i) {
    Dwarf_Addr found = 0;
    dwarf_lineaddr(dwarf_onesrcline(lines, i), &found);
    return found;
  };
  // The last row that is not behind the instruction.
  std::size_t low = 0, high = count;
  while (low < high) {
    const std::size_t middle = low + (high - low) / 2;
    if (address(middle) <= instruction) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  // Of instructions that belong to no line, the compiler's own, the line before.
  for (std::size_t i = low; i > 0; --i) {
    Dwarf_Line* const row = dwarf_onesrcline(lines, i - 1);
    bool end = false;
    int line = 0;
    if (dwarf_lineendsequence(row, &end) != 0 || end || dwarf_lineno(row, &line) != 0) return {};
    if (line <= 0) continue;
    const char* const file = dwarf_linesrc(row, nullptr, nullptr);
    if (file == nullptr) return {};
    return {paths.shown(file, unit.compiled_in), static_cast<unsigned>(line)};
  }
  return {};
}

std::string Units::file_of(Unit& unit, std::uint64_t number, SourcePaths& paths) {
  Dwarf_Files* files = nullptr;
  std::size_t count = 0;
  if (dwarf_getsrcfiles(&unit.full, &files, &count) != 0 || number >= count) return "";
  const char* const file = dwarf_filesrc(files, number, nullptr, nullptr);
  return file == nullptr ? "" : paths.shown(file, unit.compiled_in);
}

}  // namespace graphfuzz::native

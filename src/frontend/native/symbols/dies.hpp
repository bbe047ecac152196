// Debugging information entries (DIEs, DWARF 5, section 2.1): what is read of single ones, and walks over many. Files
// may be malformed: no loop trusts that references and siblings come to an end.
#pragma once

#include <dwarf.h>
#include <elfutils/libdw.h>

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

namespace graphfuzz::native {

/// How many steps a walk along references (typedef of typedef of ...) may take.
inline constexpr int kMostReferences = 64;

/// DW_AT_name, of the declaration or abstract instance if need be; null if it has none.
const char* name_of(Dwarf_Die& die);

/// The name that the linker knows it by; null if it has none.
const char* linkage_name_of(Dwarf_Die& die);

/// A constant attribute; none if it is missing or an expression.
std::optional<std::uint64_t> number_of(Dwarf_Die& die, unsigned attribute);

bool flag_of(Dwarf_Die& die, unsigned attribute);

/// DW_AT_type; false if it has none.
bool type_of(Dwarf_Die& die, Dwarf_Die& type);

/// Bytes; 0 if unknown.
std::uint64_t size_of(Dwarf_Die type);

/// Does a base type or enumeration have negative values? None for what has no number as its value.
std::optional<bool> is_signed(Dwarf_Die type);

/// The extents of an array's dimensions, the last one's elements being beside each other.
struct Dimension {
  std::uint64_t count = 0;
  bool open = false;  ///< without a bound, as of a flexible array member
};

/// Calls visit(child) of each child until it returns false.
template <typename Visit>
void each_child(Dwarf_Die& parent, Visit&& visit) {
  Dwarf_Die child;
  if (dwarf_child(&parent, &child) != 0) return;
  for (;;) {
    const Dwarf_Off before = dwarf_dieoffset(&child);
    Dwarf_Die visited = child;
    if (!visit(visited)) return;
    if (dwarf_siblingof(&child, &child) != 0 || dwarf_dieoffset(&child) <= before) return;
  }
}

template <typename Visit>
void each_dimension(Dwarf_Die& array, Visit&& visit) {
  each_child(array, [&](Dwarf_Die& child) {
    if (const int tag = dwarf_tag(&child); tag != DW_TAG_subrange_type && tag != DW_TAG_enumeration_type) return true;
    Dimension dimension;
    if (const auto count = number_of(child, DW_AT_count)) {
      dimension.count = *count;
    } else if (const auto last = number_of(child, DW_AT_upper_bound)) {
      dimension.count = *last + 1;  // the last of none is -1
    } else {
      dimension.open = true;
    }
    visit(dimension);
    return true;
  });
}

/// Walks over all that can hold functions, variables and types: namespaces, classes, functions and their blocks.
/// visit(die, scope) is called of each entry there; what it returns is `scope` for what is in it.
template <typename Visit>
class DieWalk {
 public:
  explicit DieWalk(Visit visit) : visit_(std::move(visit)) {}

  void all_in(Dwarf_Die& parent, int scope) { walk(parent, scope, 0); }

 private:
  static constexpr int kDeepest = 200;

  static bool has_inside(int tag) {
    switch (tag) {
      case DW_TAG_namespace:
      case DW_TAG_module:
      case DW_TAG_structure_type:
      case DW_TAG_class_type:
      case DW_TAG_union_type:
      case DW_TAG_subprogram:
      case DW_TAG_lexical_block:
      case DW_TAG_try_block:
      case DW_TAG_catch_block:
      case DW_TAG_inlined_subroutine:
      case DW_TAG_common_block:
        return true;
      default:
        return false;
    }
  }

  void walk(Dwarf_Die& parent, int scope, int depth) {
    if (depth == kDeepest) return;
    each_child(parent, [&](Dwarf_Die& child) {
      // Entries are visited in the order in which they are in the file; another one leads in circles.
      const Dwarf_Off offset = dwarf_dieoffset(&child);
      if (offset <= furthest_) return false;
      furthest_ = offset;
      const int inside = visit_(child, scope);
      if (has_inside(dwarf_tag(&child))) walk(child, inside, depth + 1);
      return true;
    });
  }

  Visit visit_;
  Dwarf_Off furthest_ = 0;
};

}  // namespace graphfuzz::native

// Units: the compilation units of one file's debug information. Of each only its first entry is read to find the one
// that an instruction is in; its functions and lines when they are asked for.
#pragma once

#include <elfutils/libdw.h>

#include <cstdint>
#include <vector>

#include "frontend/native/symbols/source_path.hpp"
#include "graphfuzz/program/place.hpp"

namespace graphfuzz::native {

/// Code addresses are those in the file.
struct AddressRange {
  std::uint64_t begin = 0, end = 0;
  std::size_t index = 0;  ///< of what lies there
};

struct Unit {
  Dwarf_Die head;  ///< in the file itself, with the lines; a skeleton if the rest is in a file of its own
  Dwarf_Die full;  ///< with all that the unit declares
  const char* compiled_in = nullptr;
  bool has_functions = false;
  std::vector<Dwarf_Die> functions;
  std::vector<AddressRange> function_ranges;  ///< sorted
};

class Units {
 public:
  explicit Units(Dwarf* debug);

  /// Null if there is none.
  Unit* unit_of(std::uint64_t instruction);
  /// The function, not inlined, that the instruction is in; null if there is none.
  Dwarf_Die* function_of(Unit& unit, std::uint64_t instruction);
  /// The line that the instruction is of.
  Place line_of(Unit& unit, std::uint64_t instruction, SourcePaths& paths);
  /// The file that one of a unit's attributes names by number (DW_AT_call_file, DW_AT_decl_file); empty if unknown.
  std::string file_of(Unit& unit, std::uint64_t number, SourcePaths& paths);

  std::vector<Unit>& all() { return units_; }
  /// Units that hold one type each.
  std::vector<Dwarf_Die>& types() { return types_; }

 private:
  void read_functions(Unit& unit);

  std::vector<Unit> units_;
  std::vector<Dwarf_Die> types_;
  std::vector<AddressRange> ranges_;  ///< sorted
};

}  // namespace graphfuzz::native

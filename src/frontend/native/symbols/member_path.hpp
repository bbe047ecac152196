// MemberPaths: the part of a type at an offset, as C spells it: ".slots[3].seq".
#pragma once

#include <elfutils/libdw.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "frontend/native/symbols/units.hpp"

namespace graphfuzz::native {

class MemberPaths {
 public:
  explicit MemberPaths(Units& units) : units_(units) {}

  /// What is to be put behind the name of an object of the type for `size` bytes at `offset` in it, or, if size is 0,
  /// for the innermost part that begins there. What has no name is "+offset".
  std::string path(Dwarf_Die type, std::uint64_t offset, std::size_t size);

  /// Does what lies there have negative values? None if that is not known.
  std::optional<bool> is_signed(Dwarf_Die type, std::uint64_t offset, std::size_t size);

  /// A type by its name, with the namespaces and classes that it is in or without; false if there is none.
  bool find(std::string_view name, Dwarf_Die& type);

  /// The definition of a class that is only declared there; false if the file has none.
  bool define(Dwarf_Die& type);

 private:
  struct Part {
    std::string text;
    std::uint64_t rest = 0;  ///< from where that part begins
    std::uint64_t size = 0;  ///< of that part
    bool has_value = false;  ///< it is a value, no padding
    std::optional<Dwarf_Die> type{};
  };

  Part descend(Dwarf_Die type, std::uint64_t offset, std::size_t size, int depth);
  Part descend_array(Dwarf_Die& type, std::uint64_t offset, std::size_t size, int depth);
  Part descend_class(Dwarf_Die& type, std::uint64_t offset, std::size_t size, int depth);
  bool bit_fields(Dwarf_Die& type, std::uint64_t offset, std::size_t size, Part& part);
  void read_types();

  Units& units_;
  bool has_types_ = false;
  std::unordered_map<std::string, Dwarf_Die> types_;  ///< definitions, by qualified and by plain name
  int steps_ = 0;  ///< left for what was asked; malformed types may have any number of parts
};

/// "+4"; empty for 0.
std::string offset_text(std::uint64_t offset);

}  // namespace graphfuzz::native

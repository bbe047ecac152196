#include "frontend/native/symbols/member_path.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <optional>
#include <tuple>

#include "frontend/native/symbols/dies.hpp"

namespace graphfuzz::native {
namespace {

constexpr int kDeepest = 32;
constexpr int kMostSteps = 10'000;

bool is_class(int tag) { return tag == DW_TAG_structure_type || tag == DW_TAG_class_type || tag == DW_TAG_union_type; }

// What POSIX and C11 have for synchronisation is one thing, whatever it is made of.
bool is_opaque_typedef(std::string_view name) {
  constexpr std::array names{"sem_t", "mtx_t", "cnd_t", "once_flag", "tss_t", "thrd_t", "FILE"};
  return name.starts_with("pthread_") || std::ranges::find(names, name) != names.end();
}

bool of_standard_library(Dwarf_Die& type) {
  const char* const file = dwarf_decl_file(&type);
  return file != nullptr && std::strstr(file, "/include/c++/") != nullptr;
}

// As is what C++ has for it. "atomic<int>" is named by what is before the first '<'.
bool is_opaque_class(Dwarf_Die& type) {
  const char* const name = name_of(type);
  if (name == nullptr) return false;
  constexpr std::array names{"atomic",
                             "__atomic_base",
                             "atomic_flag",
                             "__atomic_flag_base",
                             "mutex",
                             "__mutex_base",
                             "recursive_mutex",
                             "timed_mutex",
                             "recursive_timed_mutex",
                             "shared_mutex",
                             "shared_timed_mutex",
                             "condition_variable",
                             "condition_variable_any",
                             "once_flag",
                             "latch",
                             "barrier",
                             "counting_semaphore",
                             "thread",
                             "unique_ptr"};
  const std::string_view plain = std::string_view(name).substr(0, std::strcspn(name, "<"));
  return std::ranges::find(names, plain) != names.end() && of_standard_library(type);
}

// The elements of a std::array.
bool is_transparent_member(std::string_view name) { return name == "_M_elems" || name == "__elems_"; }

// Through typedefs and qualifiers; true if the type is one that is named as a whole.
bool peel(Dwarf_Die& type) {
  bool atomic = false;
  for (int i = 0; i < kMostReferences; ++i) {
    switch (dwarf_tag(&type)) {
      case DW_TAG_typedef:
        if (const char* const name = name_of(type); name != nullptr && is_opaque_typedef(name)) return true;
        break;
      case DW_TAG_atomic_type:
        atomic = true;
        break;
      case DW_TAG_const_type:
      case DW_TAG_volatile_type:
      case DW_TAG_restrict_type:
      case DW_TAG_immutable_type:
      case DW_TAG_packed_type:
      case DW_TAG_shared_type:
      case DW_TAG_template_alias:
        break;
      default:
        return atomic || (is_class(dwarf_tag(&type)) && is_opaque_class(type));
    }
    Dwarf_Die inner;
    if (!type_of(type, inner)) return true;
    type = inner;
  }
  return true;
}

bool is_static(Dwarf_Die& member) {
  return dwarf_hasattr(&member, DW_AT_external) != 0 || dwarf_hasattr(&member, DW_AT_declaration) != 0;
}

// Where a member or base class is; none if that depends on the object, as of virtual base classes.
std::optional<std::uint64_t> place_of(Dwarf_Die& member) {
  Dwarf_Attribute attribute;
  if (dwarf_attr(&member, DW_AT_data_member_location, &attribute) == nullptr) return 0;
  if (const auto constant = number_of(member, DW_AT_data_member_location)) return constant;
  Dwarf_Op* ops = nullptr;
  std::size_t count = 0;
  if (dwarf_getlocation(&attribute, &ops, &count) != 0 || count != 1 || ops[0].atom != DW_OP_plus_uconst) {
    return std::nullopt;
  }
  return ops[0].number;
}

struct Bits {
  std::uint64_t begin = 0, count = 0;
};

// A bit-field, in bits from the beginning of the class; none if the member is no bit-field.
std::optional<Bits> bits_of(Dwarf_Die& member) {
  const auto count = number_of(member, DW_AT_bit_size);
  if (!count) return std::nullopt;
  if (const auto begin = number_of(member, DW_AT_data_bit_offset)) return Bits{*begin, *count};
  // DWARF 3 counts from the most significant bit of the storage unit.
  Dwarf_Die type;
  if (!type_of(member, type)) return std::nullopt;
  const std::uint64_t unit = number_of(member, DW_AT_byte_size).value_or(size_of(type));
  const auto from_top = number_of(member, DW_AT_bit_offset);
  const auto place = place_of(member);
  if (!from_top || !place) return std::nullopt;
  return Bits{*place * 8 + unit * 8 - *from_top - *count, *count};
}

}  // namespace

std::string offset_text(std::uint64_t offset) { return offset == 0 ? "" : '+' + std::to_string(offset); }

std::string MemberPaths::path(Dwarf_Die type, std::uint64_t offset, std::size_t size) {
  steps_ = kMostSteps;
  const Part part = descend(type, offset, size, 0);
  return part.text + offset_text(part.rest);
}

MemberPaths::Part MemberPaths::descend(Dwarf_Die type, std::uint64_t offset, std::size_t size, int depth) {
  if (depth == kDeepest || --steps_ < 0) return {"", offset, 0, true};
  const Dwarf_Die whole = type;
  if (peel(type)) return {"", offset, size_of(whole), true, type};
  if (is_class(dwarf_tag(&type))) {
    if (dwarf_hasattr(&type, DW_AT_declaration) != 0 && !define(type)) return {"", offset, 0, true};
    return descend_class(type, offset, size, depth);
  }
  if (dwarf_tag(&type) == DW_TAG_array_type) return descend_array(type, offset, size, depth);
  return {"", offset, size_of(whole), true, type};
}

// An atomic class has the type as a parameter.
std::optional<bool> MemberPaths::is_signed(Dwarf_Die type, std::uint64_t offset, std::size_t size) {
  steps_ = kMostSteps;
  const Part part = descend(type, offset, size, 0);
  if (!part.type || part.rest != 0 || part.size != size) return std::nullopt;
  Dwarf_Die value = *part.type;
  if (is_class(dwarf_tag(&value))) {
    bool found = false;
    each_child(value, [&](Dwarf_Die& child) {
      found = dwarf_tag(&child) == DW_TAG_template_type_parameter && type_of(child, value);
      return !found;
    });
    if (!found) return std::nullopt;
  }
  return native::is_signed(value);
}

MemberPaths::Part MemberPaths::descend_array(Dwarf_Die& type, std::uint64_t offset, std::size_t size, int depth) {
  const Part whole{"", offset, size_of(type), true};
  Dwarf_Die element;
  if (!type_of(type, element)) return whole;
  const std::uint64_t stride = size_of(element);
  if (stride == 0 || (offset == 0 && size > stride)) return whole;
  std::vector<Dimension> dimensions;
  each_dimension(type, [&](const Dimension& dimension) { dimensions.push_back(dimension); });
  std::string text;
  std::uint64_t index = offset / stride;
  for (std::size_t i = dimensions.size(); i-- > 0;) {
    // The first one may be exceeded: arrays at the end of a structure, declared with 0 or 1 elements.
    const std::uint64_t here = i > 0 && dimensions[i].count > 0 ? index % dimensions[i].count : index;
    text.insert(0, '[' + std::to_string(here) + ']');
    if (i > 0 && dimensions[i].count > 0) index /= dimensions[i].count;
  }
  Part part = descend(element, offset % stride, size, depth + 1);
  part.text.insert(0, text);
  return part;
}

MemberPaths::Part MemberPaths::descend_class(Dwarf_Die& type, std::uint64_t offset, std::size_t size, int depth) {
  const std::uint64_t whole = number_of(type, DW_AT_byte_size).value_or(0);
  Part best{"", offset, whole, false};
  if (bit_fields(type, offset, size, best)) return best;
  const bool is_union = dwarf_tag(&type) == DW_TAG_union_type;
  // A value of the right size, then a value, then what was declared first.
  const auto merit = [&](const Part& part) {
    return std::tuple(part.has_value, part.rest == 0, size != 0 && part.size == size);
  };
  bool found = false;
  each_child(type, [&](Dwarf_Die& child) {
    const int tag = dwarf_tag(&child);
    if (tag != DW_TAG_member && tag != DW_TAG_inheritance) return true;
    if (is_static(child) || dwarf_hasattr(&child, DW_AT_bit_size) != 0) return true;
    const auto place = place_of(child);
    Dwarf_Die member;
    if (!place || *place > offset || !type_of(child, member)) return true;
    std::uint64_t extent = size_of(member);
    // An array without elements at the end goes on as long as there is memory.
    if (extent == 0 && *place >= whole && !is_union) extent = std::numeric_limits<std::uint64_t>::max();
    if (extent == 0 && is_class(dwarf_tag(&member)) && define(member)) extent = size_of(member);
    if (offset - *place >= extent) return true;
    // What is accessed goes beyond this member: it is the whole that is meant.
    if (offset == 0 && size > extent) return true;
    Part part = descend(member, offset - *place, size, depth + 1);
    if (const char* name = tag == DW_TAG_member ? name_of(child) : nullptr; name != nullptr && *name != '\0') {
      std::string_view plain = name;
      if (plain.starts_with("_vptr")) plain = "_vptr";  // "_vptr.Base" or "_vptr$Base"
      if (!is_transparent_member(plain)) part.text.insert(0, '.' + std::string(plain));
    }
    if (!found || merit(part) > merit(best)) best = part;
    found = true;
    return true;
  });
  if (!found) best.has_value = offset == 0 && size != 0 && size == whole;
  return best;
}

// Bit-fields share bytes: those that are accessed are named together, "a|b".
bool MemberPaths::bit_fields(Dwarf_Die& type, std::uint64_t offset, std::size_t size, Part& part) {
  const std::uint64_t bytes = std::max<std::uint64_t>(size, 1);
  bool others = false;
  std::string text;
  each_child(type, [&](Dwarf_Die& child) {
    if (dwarf_tag(&child) != DW_TAG_member || is_static(child)) return true;
    if (const auto bits = bits_of(child)) {
      const char* const name = name_of(child);
      if (name == nullptr || bits->begin >= (offset + bytes) * 8 || bits->begin + bits->count <= offset * 8)
        return true;
      text += (text.empty() ? '.' : '|') + std::string(name);
      return true;
    }
    const auto place = place_of(child);
    Dwarf_Die member;
    if (place && type_of(child, member) && *place < offset + bytes && offset < *place + size_of(member)) others = true;
    return true;
  });
  if (text.empty() || others) return false;
  part = {text, 0, bytes, true};
  return true;
}

void MemberPaths::read_types() {
  has_types_ = true;
  std::vector<std::string> scopes{""};
  std::unordered_map<const void*, std::string> declared;  // by Dwarf_Die::addr
  const auto take = [&](Dwarf_Die& die, int scope) {
    const int tag = dwarf_tag(&die);
    const bool type =
        is_class(tag) || tag == DW_TAG_typedef || tag == DW_TAG_base_type || tag == DW_TAG_enumeration_type;
    const char* const name = type || tag == DW_TAG_namespace ? name_of(die) : nullptr;
    if (name == nullptr) return scope;
    std::string qualified = scopes[scope] + name;
    if (is_class(tag)) {
      // Classes may be defined outside of what they are declared in.
      Dwarf_Attribute attribute;
      Dwarf_Die declaration;
      if (dwarf_hasattr(&die, DW_AT_declaration) != 0) {
        declared.emplace(die.addr, qualified);
      } else if (dwarf_formref_die(dwarf_attr(&die, DW_AT_specification, &attribute), &declaration) != nullptr) {
        if (const auto found = declared.find(declaration.addr); found != declared.end()) qualified = found->second;
      }
    }
    if (type && dwarf_hasattr(&die, DW_AT_declaration) == 0 && dwarf_hasattr(&die, DW_AT_signature) == 0) {
      for (const std::string& known : {qualified, std::string(name)}) {
        const auto [entry, is_new] = types_.try_emplace(known, die);
        // `typedef struct node node`, of a structure that is defined later.
        if (!is_new && is_class(tag) && !is_class(dwarf_tag(&entry->second))) entry->second = die;
      }
    }
    if (dwarf_haschildren(&die) <= 0) return scope;
    scopes.push_back(qualified + "::");
    return static_cast<int>(scopes.size()) - 1;
  };
  for (Unit& unit : units_.all()) DieWalk(take).all_in(unit.full, 0);
  for (Dwarf_Die& unit : units_.types()) DieWalk(take).all_in(unit, 0);
}

bool MemberPaths::find(std::string_view name, Dwarf_Die& type) {
  if (!has_types_) read_types();
  const auto found = types_.find(std::string(name));
  if (found == types_.end()) return false;
  type = found->second;
  return true;
}

bool MemberPaths::define(Dwarf_Die& type) {
  if (dwarf_hasattr(&type, DW_AT_declaration) == 0) return false;
  const char* const name = name_of(type);
  Dwarf_Die found;
  // The name alone: the namespaces of a declaration are not known here.
  if (name == nullptr || !find(name, found) || dwarf_tag(&found) == DW_TAG_typedef) return false;
  type = found;
  return true;
}

}  // namespace graphfuzz::native

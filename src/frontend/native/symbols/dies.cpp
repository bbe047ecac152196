#include "frontend/native/symbols/dies.hpp"

namespace graphfuzz::native {
namespace {

std::uint64_t size_within(Dwarf_Die type, int references);

std::uint64_t array_size(Dwarf_Die& array, int references) {
  if (const auto size = number_of(array, DW_AT_byte_size)) return *size;
  Dwarf_Die element;
  if (!type_of(array, element)) return 0;
  std::uint64_t count = 1;
  each_dimension(array, [&](const Dimension& dimension) { count *= dimension.count; });
  return count * size_within(element, references - 1);
}

std::uint64_t size_within(Dwarf_Die type, int references) {
  for (; references > 0; --references) {
    switch (dwarf_tag(&type)) {
      case DW_TAG_typedef:
      case DW_TAG_const_type:
      case DW_TAG_volatile_type:
      case DW_TAG_restrict_type:
      case DW_TAG_atomic_type:
      case DW_TAG_immutable_type:
      case DW_TAG_packed_type:
      case DW_TAG_shared_type:
      case DW_TAG_template_alias:
      case DW_TAG_subrange_type: {
        if (const auto size = number_of(type, DW_AT_byte_size)) return *size;
        Dwarf_Die inner;
        if (!type_of(type, inner)) return 0;
        type = inner;
        continue;
      }
      case DW_TAG_array_type:
        return array_size(type, references);
      case DW_TAG_pointer_type:
      case DW_TAG_reference_type:
      case DW_TAG_rvalue_reference_type:
      case DW_TAG_ptr_to_member_type: {
        if (const auto size = number_of(type, DW_AT_byte_size)) return *size;
        Dwarf_Die unit;
        std::uint8_t pointer = 8;
        dwarf_diecu(&type, &unit, &pointer, nullptr);
        return pointer;
      }
      default:
        return number_of(type, DW_AT_byte_size).value_or(0);
    }
  }
  return 0;
}

}  // namespace

const char* name_of(Dwarf_Die& die) {
  Dwarf_Attribute attribute;
  return dwarf_formstring(dwarf_attr_integrate(&die, DW_AT_name, &attribute));
}

const char* linkage_name_of(Dwarf_Die& die) {
  Dwarf_Attribute attribute;
  for (const unsigned name : {DW_AT_linkage_name, DW_AT_MIPS_linkage_name}) {
    if (dwarf_attr_integrate(&die, name, &attribute) != nullptr) return dwarf_formstring(&attribute);
  }
  return nullptr;
}

std::optional<std::uint64_t> number_of(Dwarf_Die& die, unsigned attribute) {
  Dwarf_Attribute found;
  if (dwarf_attr_integrate(&die, attribute, &found) == nullptr) return std::nullopt;
  switch (dwarf_whatform(&found)) {
    case DW_FORM_data1:
    case DW_FORM_data2:
    case DW_FORM_data4:
    case DW_FORM_data8:
    case DW_FORM_udata:
    case DW_FORM_sdata:
    case DW_FORM_implicit_const:
      break;
    default:
      return std::nullopt;  // expressions and references, of lengths that vary
  }
  Dwarf_Word number = 0;
  if (dwarf_formudata(&found, &number) == 0) return number;
  Dwarf_Sword negative = 0;
  if (dwarf_formsdata(&found, &negative) == 0) return static_cast<std::uint64_t>(negative);
  return std::nullopt;
}

bool flag_of(Dwarf_Die& die, unsigned attribute) {
  Dwarf_Attribute found;
  bool flag = false;
  return dwarf_attr_integrate(&die, attribute, &found) != nullptr && dwarf_formflag(&found, &flag) == 0 && flag;
}

bool type_of(Dwarf_Die& die, Dwarf_Die& type) {
  Dwarf_Attribute attribute;
  if (dwarf_attr_integrate(&die, DW_AT_type, &attribute) == nullptr ||
      dwarf_formref_die(&attribute, &type) == nullptr) {
    return false;
  }
  // What is declared here may be defined in a unit of its own.
  Dwarf_Die definition;
  if (dwarf_attr(&type, DW_AT_signature, &attribute) != nullptr &&
      dwarf_formref_die(&attribute, &definition) != nullptr) {
    type = definition;
  }
  return true;
}

std::uint64_t size_of(Dwarf_Die type) { return size_within(type, kMostReferences); }

std::optional<bool> is_signed(Dwarf_Die type) {
  for (int i = 0; i < kMostReferences && dwarf_tag(&type) != DW_TAG_base_type; ++i) {
    const bool numbers = dwarf_tag(&type) == DW_TAG_enumeration_type;
    // DWARF 3 does not tell what an enumeration is made of: negative values are not told from large ones.
    Dwarf_Die inner;
    if (!type_of(type, inner)) return numbers ? std::optional(false) : std::nullopt;
    type = inner;
  }
  switch (number_of(type, DW_AT_encoding).value_or(0)) {
    case DW_ATE_signed:
    case DW_ATE_signed_char:
      return true;
    case DW_ATE_unsigned:
    case DW_ATE_unsigned_char:
    case DW_ATE_boolean:
    case DW_ATE_UTF:
      return false;
    default:
      return std::nullopt;
  }
}

}  // namespace graphfuzz::native

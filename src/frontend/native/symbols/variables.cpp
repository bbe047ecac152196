#include "frontend/native/symbols/variables.hpp"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "frontend/native/symbols/demangle.hpp"
#include "frontend/native/symbols/dies.hpp"

namespace graphfuzz::native {
namespace {

// A constant address, as the location of a variable may begin with: at ops[at], which is moved behind it.
bool read_address(Dwarf_Attribute& location, Dwarf_Op* ops, std::size_t count, std::size_t& at,
                  std::uint64_t& address) {
  const Dwarf_Op& op = ops[at];
  switch (op.atom) {
    case DW_OP_addr:
    case DW_OP_const4u:  // offsets in thread-local storage
    case DW_OP_const8u:
      address = op.number;
      break;
    case DW_OP_addrx:
    case DW_OP_constx:
    case DW_OP_GNU_addr_index:
    case DW_OP_GNU_const_index: {
      Dwarf_Attribute entry;
      Dwarf_Addr found = 0;
      if (dwarf_getlocation_attr(&location, &op, &entry) != 0) return false;
      if (dwarf_formaddr(&entry, &found) != 0) {
        Dwarf_Word number = 0;
        if (dwarf_formudata(&entry, &number) != 0) return false;
        found = number;
      }
      address = found;
      break;
    }
    default:
      return false;
  }
  ++at;
  if (at < count && ops[at].atom == DW_OP_plus_uconst) address += ops[at++].number;
  return true;
}

bool is_function(Dwarf_Die& die) {
  const int tag = dwarf_tag(&die);
  return tag == DW_TAG_subprogram || tag == DW_TAG_inlined_subroutine;
}

}  // namespace

Variables::Variables(Units& units) {
  for (Unit& unit : units.all()) {
    scopes_.push_back({0, unit.full});
    DieWalk walk([this](Dwarf_Die& die, int scope) {
      switch (dwarf_tag(&die)) {
        case DW_TAG_variable:
        case DW_TAG_member:
          if (dwarf_hasattr(&die, DW_AT_declaration) != 0) declared_.emplace(die.addr, scope);
          take(die, scope);
          return scope;
        case DW_TAG_namespace:
        case DW_TAG_structure_type:
        case DW_TAG_class_type:
        case DW_TAG_union_type:
        case DW_TAG_subprogram:
        case DW_TAG_inlined_subroutine:
          if (dwarf_haschildren(&die) <= 0) return scope;
          scopes_.push_back({scope, die});
          return static_cast<int>(scopes_.size()) - 1;
        default:
          return scope;
      }
    });
    walk.all_in(unit.full, static_cast<int>(scopes_.size()) - 1);
  }
  // The same variable may be declared in several units, and several times in one.
  for (std::vector<Variable>* const variables : {&globals_, &thread_locals_}) {
    std::ranges::stable_sort(*variables, {}, &Variable::address);
    const auto end = std::unique(variables->begin(), variables->end(),
                                 [](const Variable& a, const Variable& b) { return a.address == b.address; });
    variables->erase(end, variables->end());
  }
}

void Variables::take(Dwarf_Die& die, int scope) {
  Dwarf_Attribute location;
  Dwarf_Op* ops = nullptr;
  std::size_t count = 0;
  if (dwarf_attr(&die, DW_AT_location, &location) == nullptr || dwarf_getlocation(&location, &ops, &count) != 0) return;
  std::uint64_t part = 0;
  for (std::size_t at = 0; at < count;) {
    Variable found{0, die, scope, part, 0};
    bool in_memory = read_address(location, ops, count, at, found.address);
    if (!in_memory && ops[at].atom != DW_OP_piece) return;
    bool thread_local_one = false;
    if (in_memory && at < count &&
        (ops[at].atom == DW_OP_form_tls_address || ops[at].atom == DW_OP_GNU_push_tls_address)) {
      thread_local_one = true;
      ++at;
    }
    if (at < count && ops[at].atom == DW_OP_stack_value) {  // a value, no place: of what was optimized away
      in_memory = false;
      ++at;
    }
    if (at < count) {
      if (ops[at].atom != DW_OP_piece) return;
      found.part_size = ops[at++].number;
      part += found.part_size;
    }
    if (!in_memory) continue;
    if (thread_local_one) {
      add(thread_locals_, found);
    } else if (found.address > 1) {  // what the linker has thrown away is at 0
      add(globals_, found);
    }
  }
}

void Variables::add(std::vector<Variable>& variables, const Variable& variable) {
  Dwarf_Die die = variable.die;
  const char* const name = name_of(die);
  if (name == nullptr) return;
  variables.push_back(variable);
  if (variable.part != 0) return;
  const auto [entry, is_new] = names_.try_emplace(name, Uses{variable.address, false});
  if (!is_new && entry->second.first != variable.address) entry->second.several = true;
}

const Variable* Variables::find(const std::vector<Variable>& variables, std::uint64_t address) {
  const auto after = std::ranges::upper_bound(variables, address, {}, &Variable::address);
  return after == variables.begin() ? nullptr : &*(after - 1);
}

int Variables::scope_of_declaration(const Variable& variable) const {
  Dwarf_Die die = variable.die, declaration;
  Dwarf_Attribute attribute;
  if (dwarf_attr(&die, DW_AT_specification, &attribute) == nullptr ||
      dwarf_formref_die(&attribute, &declaration) == nullptr) {
    return variable.scope;
  }
  const auto found = declared_.find(declaration.addr);
  return found == declared_.end() ? variable.scope : found->second;
}

std::string Variables::in_function(const char* name, Dwarf_Die& function, const char* symbol) const {
  if (const char* const outer = name_of(function)) return std::string(outer) + "::" + name;
  // Of functions that were inlined everywhere, clang does not tell the name: "f.x" and "_ZZ1fvE1x" do.
  if (symbol == nullptr) return name;
  const std::string_view text = symbol;
  if (text.ends_with('.' + std::string(name))) {
    return std::string(text.substr(0, text.find('.'))) + "::" + name;
  }
  return text.starts_with("_ZZ") ? demangled_function(symbol) : name;
}

std::string Variables::name(const Variable& variable, const char* symbol) const {
  Dwarf_Die die = variable.die;
  const char* const name = name_of(die);
  const auto uses = names_.find(name);
  const bool several = uses != names_.end() && uses->second.several;

  std::string qualified = name;
  for (int scope = scope_of_declaration(variable); scope != 0; scope = scopes_[scope].outer) {
    Dwarf_Die outer = scopes_[scope].die;
    if (is_function(outer)) return several ? in_function(name, outer, symbol) : name;
    if (dwarf_tag(&outer) == DW_TAG_compile_unit) break;
    if (const char* const outer_name = name_of(outer)) qualified.insert(0, std::string(outer_name) + "::");
  }
  // Has the arguments of templates and the names of classes in units of their own.
  if (const char* const linkage = linkage_name_of(die)) {
    if (std::string text = demangled_variable(linkage); text != linkage) qualified = std::move(text);
  }
  if (several && qualified == name && !flag_of(die, DW_AT_external)) {
    if (const char* const file = dwarf_decl_file(&die)) {
      return std::filesystem::path(file).filename().string() + "::" + qualified;
    }
  }
  return qualified;
}

}  // namespace graphfuzz::native

#include "frontend/native/symbols/locals.hpp"

#include <cstdlib>
#include <memory>
#include <vector>

#include "frontend/native/symbols/dies.hpp"

namespace graphfuzz::native {
namespace {

// What is known of one call of a function: its frame, and the register that the frame is counted from.
struct Call {
  std::uint64_t frame = 0;
  std::optional<FrameRule> rule;

  std::optional<std::uint64_t> value_of(unsigned register_number) const {
    if (!rule || rule->register_number != register_number) return std::nullopt;
    return frame - rule->offset;
  }
};

// DW_OP_reg* and DW_OP_breg* (the latter with an offset).
std::optional<std::uint64_t> register_plus(const Dwarf_Op& op, const Call& call) {
  if (op.atom >= DW_OP_reg0 && op.atom <= DW_OP_reg31) return call.value_of(op.atom - DW_OP_reg0);
  if (op.atom >= DW_OP_breg0 && op.atom <= DW_OP_breg31) {
    if (const auto value = call.value_of(op.atom - DW_OP_breg0)) return *value + op.number;
    return std::nullopt;
  }
  if (op.atom == DW_OP_bregx) {
    if (const auto value = call.value_of(static_cast<unsigned>(op.number))) return *value + op.number2;
  }
  return std::nullopt;
}

std::optional<std::uint64_t> base_of(Dwarf_Die& function, const Call& call) {
  Dwarf_Attribute attribute;
  if (dwarf_attr_integrate(&function, DW_AT_frame_base, &attribute) == nullptr) return std::nullopt;
  Dwarf_Op* ops = nullptr;
  std::size_t count = 0;
  if (dwarf_getlocation(&attribute, &ops, &count) != 0 || count != 1) return std::nullopt;
  if (ops[0].atom == DW_OP_call_frame_cfa) return call.frame;
  return register_plus(ops[0], call);
}

struct Found {
  Dwarf_Die die{};
  std::uint64_t begin = 0;
  bool here = false;  ///< where the instruction is, by the block that declares it and by the list of its locations
};

}  // namespace

Locals::Locals(Elf* elf, Dwarf* debug)
    : unwinding_(elf == nullptr ? nullptr : dwarf_getcfi_elf(elf)),
      debug_unwinding_(debug == nullptr ? nullptr : dwarf_getcfi(debug)) {}

Locals::~Locals() {
  if (unwinding_ != nullptr) dwarf_cfi_end(unwinding_);
}

std::optional<FrameRule> Locals::rule_at(std::uint64_t instruction) {
  for (Dwarf_CFI* const unwinding : {unwinding_, debug_unwinding_}) {
    Dwarf_Frame* found = nullptr;
    if (unwinding == nullptr || dwarf_cfi_addrframe(unwinding, instruction, &found) != 0) continue;
    const std::unique_ptr<Dwarf_Frame, void (*)(void*)> frame(found, &std::free);
    Dwarf_Op* ops = nullptr;
    std::size_t count = 0;
    if (dwarf_frame_cfa(frame.get(), &ops, &count) != 0 || count != 1) continue;
    if (ops[0].atom >= DW_OP_breg0 && ops[0].atom <= DW_OP_breg31) {
      return FrameRule{static_cast<unsigned>(ops[0].atom - DW_OP_breg0), ops[0].number};
    }
    if (ops[0].atom == DW_OP_bregx) return FrameRule{static_cast<unsigned>(ops[0].number), ops[0].number2};
  }
  return std::nullopt;
}

std::string Locals::name(Units& units, MemberPaths& members, std::uint64_t instruction, std::uint64_t frame,
                         std::uint64_t address, std::size_t size) {
  Unit* const unit = units.unit_of(instruction);
  Dwarf_Die* const function = unit == nullptr ? nullptr : units.function_of(*unit, instruction);
  if (function == nullptr) return "";
  const Call call{frame, rule_at(instruction)};
  const auto base = base_of(*function, call);

  std::vector<bool> here{true};
  std::optional<Found> best;
  const auto consider = [&](Dwarf_Die& die, bool in_scope, const Dwarf_Op& op, std::size_t count) {
    std::optional<std::uint64_t> begin;
    if (count != 1) return;  // a value, a piece or what a pointer points to
    if (op.atom == DW_OP_fbreg) {
      if (base) begin = *base + op.number;
    } else if (op.atom < DW_OP_reg0 || op.atom > DW_OP_reg31) {
      begin = register_plus(op, call);
    }
    if (!begin || address < *begin) return;
    Dwarf_Die type;
    if (!type_of(die, type) || address - *begin >= size_of(type)) return;
    // Blocks that are not executed at the same time share their place.
    if (!best || (in_scope && !best->here)) best = Found{die, *begin, in_scope};
  };
  DieWalk walk([&](Dwarf_Die& die, int scope) {
    const int tag = dwarf_tag(&die);
    if (tag == DW_TAG_lexical_block || tag == DW_TAG_inlined_subroutine) {
      here.push_back(here[scope] && dwarf_haspc(&die, instruction) > 0);
      return static_cast<int>(here.size()) - 1;
    }
    Dwarf_Attribute location;
    if ((tag == DW_TAG_variable || tag == DW_TAG_formal_parameter) &&
        dwarf_attr(&die, DW_AT_location, &location) != nullptr) {
      Dwarf_Addr from = 0, begin = 0, end = 0;
      Dwarf_Op* ops = nullptr;
      std::size_t count = 0;
      for (std::ptrdiff_t next = 0;
           (next = dwarf_getlocations(&location, next, &from, &begin, &end, &ops, &count)) > 0;) {
        if (count > 0) consider(die, here[scope] && begin <= instruction && instruction < end, ops[0], count);
      }
    }
    return scope;
  });
  walk.all_in(*function, 0);
  if (!best) return "";
  const char* const name = name_of(best->die);
  Dwarf_Die type;
  if (name == nullptr || !type_of(best->die, type)) return "";
  return name + members.path(type, address - best->begin, size);
}

}  // namespace graphfuzz::native

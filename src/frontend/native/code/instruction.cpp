#include "frontend/native/code/instruction.hpp"

#include <capstone/capstone.h>
#include <link.h>

#include <algorithm>
#include <cstring>

#include "frontend/native/code/linker_slots.hpp"
#include "frontend/native/code/machine_atomic.hpp"

namespace graphfuzz::native {
namespace {

struct Range {
  CodeAddress begin = 0;
  CodeAddress end = 0;
};

// The executable segment that the address is in; nothing if it is in none.
Range text_around(CodeAddress at) {
  struct Query {
    CodeAddress at;
    Range found;
  } query{at, {}};
  dl_iterate_phdr(
      [](dl_phdr_info* info, std::size_t, void* data) {
        Query& q = *static_cast<Query*>(data);
        for (unsigned i = 0; i < info->dlpi_phnum; ++i) {
          const ElfW(Phdr)& segment = info->dlpi_phdr[i];
          const CodeAddress begin = info->dlpi_addr + segment.p_vaddr;
          if (segment.p_type != PT_LOAD || (segment.p_flags & PF_X) == 0) continue;
          if (q.at >= begin && q.at < begin + segment.p_filesz) q.found = {begin, begin + segment.p_filesz};
        }
        return q.found.end != 0 ? 1 : 0;
      },
      &query);
  return query.found;
}

using Effect = Instruction::Effect;
using Flow = Instruction::Flow;

bool sets_byte(unsigned id) {
  static constexpr unsigned kAll[] = {X86_INS_SETA,  X86_INS_SETAE, X86_INS_SETB,  X86_INS_SETBE,
                                      X86_INS_SETE,  X86_INS_SETG,  X86_INS_SETGE, X86_INS_SETL,
                                      X86_INS_SETLE, X86_INS_SETNE, X86_INS_SETNO, X86_INS_SETNP,
                                      X86_INS_SETNS, X86_INS_SETO,  X86_INS_SETP,  X86_INS_SETS};
  for (const unsigned set : kAll) {
    if (id == set) return true;
  }
  return false;
}

// Is it of more memory than Capstone has it, or of other memory? A bit's number may be beyond what is named.
bool accesses_more(const cs_insn& i) {
  const cs_x86& x86 = i.detail->x86;
  switch (i.id) {
    case X86_INS_BT:
    case X86_INS_BTC:
    case X86_INS_BTR:
    case X86_INS_BTS:
      return x86.op_count == 2 && x86.operands[1].type == X86_OP_REG;
    case X86_INS_FXRSTOR:
    case X86_INS_FXRSTOR64:
    case X86_INS_FXSAVE:
    case X86_INS_FXSAVE64:
    case X86_INS_XRSTOR:
    case X86_INS_XRSTOR64:
    case X86_INS_XSAVE:
    case X86_INS_XSAVE64:
    case X86_INS_XSAVEOPT:
    case X86_INS_XSAVEOPT64:
    case X86_INS_FLDENV:
    case X86_INS_FNSTENV:
    case X86_INS_FRSTOR:
    case X86_INS_FNSAVE:
      return true;
    default:
      return false;
  }
}

// Only what is certain: everything else may do anything with what it names.
Effect effect_of(const cs_insn& i, const Instruction& result) {
  const Operand& first = result.operands[0];
  const Operand& second = result.operands[1];
  const bool to_part = first.is_register() && first.size < 4;
  const unsigned count = result.operand_count;
  if (sets_byte(i.id)) return to_part ? Effect::set_part : Effect::overwrite;
  switch (i.id) {
    case X86_INS_MOV:
    case X86_INS_MOVABS:
      return to_part ? Effect::set_part : Effect::copy;
    case X86_INS_MOVZX:
    case X86_INS_MOVSX:
    case X86_INS_MOVSXD:
      return to_part ? Effect::set_part : Effect::overwrite;
    case X86_INS_MOVAPS:
    case X86_INS_MOVUPS:
    case X86_INS_MOVAPD:
    case X86_INS_MOVUPD:
    case X86_INS_MOVDQA:
    case X86_INS_MOVDQU:
    case X86_INS_MOVD:
    case X86_INS_MOVQ:
    case X86_INS_MOVSS:
      return Effect::overwrite;
    case X86_INS_LEA:
      return Effect::address;
    case X86_INS_ADD:
      return count == 2 && second.kind == Operand::Kind::constant ? Effect::add : Effect::other;
    case X86_INS_SUB:
    case X86_INS_XOR:
      if (count == 2 && first.kind == Operand::Kind::reg && second.kind == Operand::Kind::reg &&
          first.reg == second.reg && first.reg >= 0 && first.size >= 4) {
        return Effect::clear;
      }
      return i.id == X86_INS_SUB && second.kind == Operand::Kind::constant ? Effect::add : Effect::other;
    case X86_INS_CMP:
    case X86_INS_TEST:
    case X86_INS_NOP:
    case X86_INS_ENDBR64:
    case X86_INS_PAUSE:
      return Effect::compare;
    case X86_INS_PUSH:
      return Effect::push;
    case X86_INS_POP:
      return Effect::pop;
    case X86_INS_LEAVE:
      return Effect::leave;
    default:
      return Effect::other;
  }
}

}  // namespace

std::int8_t register_number(unsigned r) {
  switch (r) {
#define GRAPHFUZZ_FAMILY(NUMBER, A, B, C, D) \
  case X86_REG_##A:                          \
  case X86_REG_##B:                          \
  case X86_REG_##C:                          \
  case X86_REG_##D:                          \
    return NUMBER;
    GRAPHFUZZ_FAMILY(kRax, RAX, EAX, AX, AL)
    GRAPHFUZZ_FAMILY(kRcx, RCX, ECX, CX, CL)
    GRAPHFUZZ_FAMILY(kRdx, RDX, EDX, DX, DL)
    GRAPHFUZZ_FAMILY(kRbx, RBX, EBX, BX, BL)
    GRAPHFUZZ_FAMILY(kRsp, RSP, ESP, SP, SPL)
    GRAPHFUZZ_FAMILY(kRbp, RBP, EBP, BP, BPL)
    GRAPHFUZZ_FAMILY(kRsi, RSI, ESI, SI, SIL)
    GRAPHFUZZ_FAMILY(kRdi, RDI, EDI, DI, DIL)
    GRAPHFUZZ_FAMILY(kR8, R8, R8D, R8W, R8B)
    GRAPHFUZZ_FAMILY(kR9, R9, R9D, R9W, R9B)
    GRAPHFUZZ_FAMILY(kR10, R10, R10D, R10W, R10B)
    GRAPHFUZZ_FAMILY(kR11, R11, R11D, R11W, R11B)
    GRAPHFUZZ_FAMILY(kR12, R12, R12D, R12W, R12B)
    GRAPHFUZZ_FAMILY(kR13, R13, R13D, R13W, R13B)
    GRAPHFUZZ_FAMILY(kR14, R14, R14D, R14W, R14B)
    GRAPHFUZZ_FAMILY(kR15, R15, R15D, R15W, R15B)
#undef GRAPHFUZZ_FAMILY
    case X86_REG_AH:
      return kRax;
    case X86_REG_BH:
      return kRbx;
    case X86_REG_CH:
      return kRcx;
    case X86_REG_DH:
      return kRdx;
    case X86_REG_INVALID:
      return kNoRegister;
    default:
      return kOtherRegister;
  }
}

bool is_high_byte(unsigned r) { return r == X86_REG_AH || r == X86_REG_BH || r == X86_REG_CH || r == X86_REG_DH; }

struct Disassembler::State {
  csh handle = 0;
  cs_insn* instruction = nullptr;
  Range text;

  const cs_insn* read(CodeAddress at) {
    if (instruction == nullptr) return nullptr;
    if (at < text.begin || at >= text.end) text = text_around(at);
    if (text.end == 0) return nullptr;
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(at);
    std::size_t size = text.end - at;
    std::uint64_t where = at;
    std::uint8_t as_before[16];
    if (const std::optional<std::uint8_t> first = overwritten(at)) {
      size = std::min(size, sizeof as_before);
      std::memcpy(as_before, bytes, size);
      as_before[0] = *first;
      bytes = as_before;
    }
    return cs_disasm_iter(handle, &bytes, &size, &where, instruction) ? instruction : nullptr;
  }

  // Where a pointer is that an operand names; 0 if that is not known.
  static CodeAddress place_of_pointer(const cs_x86_op& operand, CodeAddress behind) {
    if (operand.type != X86_OP_MEM || operand.mem.base != X86_REG_RIP || operand.mem.index != X86_REG_INVALID) return 0;
    return behind + static_cast<CodeAddress>(operand.mem.disp);
  }

  static CodeAddress pointer_at(CodeAddress place) {
    CodeAddress pointer = 0;
    if (place != 0) std::memcpy(&pointer, reinterpret_cast<const void*>(place), sizeof pointer);
    return pointer;
  }

  // Where a call of the table of other libraries' functions leads.
  CodeAddress through_table(CodeAddress function) {
    CodeAddress at = function;
    for (unsigned n = 0; n < 2; ++n) {
      const cs_insn* const i = read(at);
      if (i == nullptr) break;
      const CodeAddress behind = at + i->size;
      if (i->id == X86_INS_JMP) {
        const CodeAddress place = place_of_pointer(i->detail->x86.operands[0], behind);
        // What the program's own functions jump by may be something else later.
        return place != 0 && is_of_linker(place) ? pointer_at(place) : function;
      }
      if (i->id != X86_INS_ENDBR64) break;
      at = behind;
    }
    return function;
  }

  void follow(const cs_insn& i, CodeAddress at, Instruction& result) {
    const auto in_group = [&](unsigned group) {
      for (unsigned n = 0; n < i.detail->groups_count; ++n) {
        if (i.detail->groups[n] == group) return true;
      }
      return false;
    };
    const cs_x86_op& operand = i.detail->x86.operands[0];
    const bool direct = i.detail->x86.op_count == 1 && operand.type == X86_OP_IMM;
    if (in_group(X86_GRP_CALL) || in_group(X86_GRP_JUMP)) {
      const CodeAddress place = direct ? 0 : place_of_pointer(operand, at + i.size);
      const bool is_linked = place != 0 && is_of_linker(place);
      result.target = direct ? static_cast<CodeAddress>(operand.imm) : pointer_at(place);
      result.through_memory = !direct && !is_linked;
    }
    if (in_group(X86_GRP_CALL)) {
      result.flow = Flow::call;
    } else if (in_group(X86_GRP_JUMP)) {
      result.flow = !direct ? Flow::unknown : i.id == X86_INS_JMP ? Flow::jump : Flow::branch;
    } else if (in_group(X86_GRP_RET)) {
      result.flow = Flow::back;
    } else if (i.id == X86_INS_UD2 || i.id == X86_INS_HLT) {
      result.flow = Flow::end;
    } else if (in_group(X86_GRP_IRET) || in_group(X86_GRP_INT) || i.id == X86_INS_SYSCALL || i.id == X86_INS_ENTER) {
      result.flow = Flow::unknown;
    }
  }
};

Disassembler::Disassembler() : state_(std::make_unique<State>()) {
  if (cs_open(CS_ARCH_X86, CS_MODE_64, &state_->handle) != CS_ERR_OK) return;
  cs_option(state_->handle, CS_OPT_DETAIL, CS_OPT_ON);
  state_->instruction = cs_malloc(state_->handle);
}

Disassembler::~Disassembler() {
  if (state_->instruction == nullptr) return;
  cs_free(state_->instruction, 1);
  cs_close(&state_->handle);
}

std::optional<Instruction> Disassembler::read(CodeAddress at) {
  const cs_insn* const i = state_->read(at);
  if (i == nullptr) return std::nullopt;
  Instruction result;
  result.size = static_cast<std::uint8_t>(i->size);
  const cs_x86& x86 = i->detail->x86;
  if (x86.op_count > 4) return std::nullopt;
  for (unsigned n = 0; n < x86.op_count; ++n) {
    const cs_x86_op& from = x86.operands[n];
    Operand& operand = result.operands[result.operand_count++];
    operand.size = from.size;
    if (from.type == X86_OP_REG) {
      operand.kind = Operand::Kind::reg;
      operand.reg = register_number(from.reg);
      if (is_high_byte(from.reg)) operand.size = 2;
    } else if (from.type == X86_OP_MEM) {
      operand.kind = Operand::Kind::memory;
      operand.reg = register_number(from.mem.base);
      operand.index = register_number(from.mem.index);
      operand.segment = from.mem.segment == X86_REG_FS || from.mem.segment == X86_REG_GS;
      if (accesses_more(*i)) operand.size = 0;
      operand.value = from.mem.disp;
    } else {
      operand.value = from.imm;
    }
  }
  for (unsigned n = 0; n < i->detail->regs_read_count; ++n) {
    result.implicit |= set_of(register_number(i->detail->regs_read[n]));
  }
  for (unsigned n = 0; n < i->detail->regs_write_count; ++n) {
    result.implicit |= set_of(register_number(i->detail->regs_write[n]));
  }
  if (i->id == X86_INS_XLATB) result.implicit |= set_of(kRax) | set_of(kRbx);  // Capstone 4 has none of them
  result.effect = effect_of(*i, result);
  if (i->id == X86_INS_SUB && result.effect == Effect::add) result.operands[1].value = -result.operands[1].value;
  state_->follow(*i, at, result);
  if (result.flow == Flow::call && result.target != 0) result.target = state_->through_table(result.target);
  return result;
}

}  // namespace graphfuzz::native

#include "frontend/native/code/instructions.hpp"

#include <algorithm>

namespace graphfuzz::native {

LiveSet words_in(std::int64_t from, std::int64_t size, bool wholly) {
  const std::int64_t first = (from + (wholly ? 3 : 0)) >> 2;
  const std::int64_t end = (from + size + (wholly ? 0 : 3)) >> 2;
  LiveSet words = 0;
  for (std::int64_t word = std::max<std::int64_t>(first, 0); word < std::min<std::int64_t>(end, kStackWords); ++word) {
    words |= LiveSet{1} << (kFirstWord + static_cast<unsigned>(word));
  }
  return words;
}

bool is_stack_pointer(x86_reg r) { return r == X86_REG_RSP || r == X86_REG_ESP || r == X86_REG_SP || r == X86_REG_SPL; }

bool is_on_stack(const cs_x86_op& operand) { return operand.type == X86_OP_MEM && is_stack_pointer(operand.mem.base); }

RegisterSet bit_of(x86_reg r, bool* whole) {
  const auto is = [&](x86_reg r64, x86_reg r32, x86_reg r16, x86_reg r8, x86_reg high = X86_REG_INVALID) {
    if (whole != nullptr) *whole = r == r64 || r == r32;
    return r == r64 || r == r32 || r == r16 || r == r8 || (high != X86_REG_INVALID && r == high);
  };
  if (is(X86_REG_RBX, X86_REG_EBX, X86_REG_BX, X86_REG_BL, X86_REG_BH)) return 1;
  if (is(X86_REG_RBP, X86_REG_EBP, X86_REG_BP, X86_REG_BPL)) return 2;
  if (is(X86_REG_R12, X86_REG_R12D, X86_REG_R12W, X86_REG_R12B)) return 4;
  if (is(X86_REG_R13, X86_REG_R13D, X86_REG_R13W, X86_REG_R13B)) return 8;
  if (is(X86_REG_R14, X86_REG_R14D, X86_REG_R14W, X86_REG_R14B)) return 16;
  if (is(X86_REG_R15, X86_REG_R15D, X86_REG_R15W, X86_REG_R15B)) return 32;
  return 0;
}

namespace {

bool is_set_byte(unsigned id) {
  switch (id) {
    case X86_INS_SETA:
    case X86_INS_SETAE:
    case X86_INS_SETB:
    case X86_INS_SETBE:
    case X86_INS_SETE:
    case X86_INS_SETG:
    case X86_INS_SETGE:
    case X86_INS_SETL:
    case X86_INS_SETLE:
    case X86_INS_SETNE:
    case X86_INS_SETNO:
    case X86_INS_SETNP:
    case X86_INS_SETNS:
    case X86_INS_SETO:
    case X86_INS_SETP:
    case X86_INS_SETS:
      return true;
    default:
      return false;
  }
}

}  // namespace

bool only_writes(const cs_insn& i) {
  switch (i.id) {
    case X86_INS_MOV:
    case X86_INS_MOVABS:
    case X86_INS_MOVZX:
    case X86_INS_MOVSX:
    case X86_INS_MOVSXD:
    case X86_INS_LEA:
    case X86_INS_POP:
      return true;
    default:
      return is_set_byte(i.id);
  }
}

}  // namespace graphfuzz::native

#include "frontend/native/code/stack_addresses.hpp"

#include <algorithm>

namespace graphfuzz::native {
namespace {

constexpr x86_reg kRegisters[16][5] = {
    {X86_REG_RAX, X86_REG_EAX, X86_REG_AX, X86_REG_AL, X86_REG_AH},
    {X86_REG_RBX, X86_REG_EBX, X86_REG_BX, X86_REG_BL, X86_REG_BH},
    {X86_REG_RCX, X86_REG_ECX, X86_REG_CX, X86_REG_CL, X86_REG_CH},
    {X86_REG_RDX, X86_REG_EDX, X86_REG_DX, X86_REG_DL, X86_REG_DH},
    {X86_REG_RSI, X86_REG_ESI, X86_REG_SI, X86_REG_SIL, X86_REG_INVALID},
    {X86_REG_RDI, X86_REG_EDI, X86_REG_DI, X86_REG_DIL, X86_REG_INVALID},
    {X86_REG_RBP, X86_REG_EBP, X86_REG_BP, X86_REG_BPL, X86_REG_INVALID},
    {X86_REG_R8, X86_REG_R8D, X86_REG_R8W, X86_REG_R8B, X86_REG_INVALID},
    {X86_REG_R9, X86_REG_R9D, X86_REG_R9W, X86_REG_R9B, X86_REG_INVALID},
    {X86_REG_R10, X86_REG_R10D, X86_REG_R10W, X86_REG_R10B, X86_REG_INVALID},
    {X86_REG_R11, X86_REG_R11D, X86_REG_R11W, X86_REG_R11B, X86_REG_INVALID},
    {X86_REG_R12, X86_REG_R12D, X86_REG_R12W, X86_REG_R12B, X86_REG_INVALID},
    {X86_REG_R13, X86_REG_R13D, X86_REG_R13W, X86_REG_R13B, X86_REG_INVALID},
    {X86_REG_R14, X86_REG_R14D, X86_REG_R14W, X86_REG_R14B, X86_REG_INVALID},
    {X86_REG_R15, X86_REG_R15D, X86_REG_R15W, X86_REG_R15B, X86_REG_INVALID},
    {X86_REG_INVALID, X86_REG_INVALID, X86_REG_INVALID, X86_REG_INVALID, X86_REG_INVALID}};

// 15: none of them.
unsigned index_of(x86_reg r) {
  if (r == X86_REG_INVALID) return 15;
  for (unsigned n = 0; n < 15; ++n) {
    if (std::find(std::begin(kRegisters[n]), std::end(kRegisters[n]), r) != std::end(kRegisters[n])) return n;
  }
  return 15;
}

// "__tsan_atomic32_compare_exchange_strong": 4 bytes.
std::int64_t bytes_expected_by(std::string_view called) {
  for (const auto& [bits, bytes] : {std::pair{"atomic8_", 1}, {"atomic16_", 2}, {"atomic32_", 4}, {"atomic64_", 8}}) {
    if (called.find(bits) != std::string_view::npos) return bytes;
  }
  return 16;
}

}  // namespace

std::int32_t StackAddresses::in(x86_reg r) const { return at_[index_of(r)]; }

void StackAddresses::set(x86_reg r, std::int32_t value) {
  if (const unsigned n = index_of(r); n < 15) at_[n] = value;
}

bool StackAddresses::merge(const StackAddresses& other) {
  bool changed = false;
  for (unsigned n = 0; n < at_.size(); ++n) {
    if (at_[n] == other.at_[n] || at_[n] == kSome) continue;
    at_[n] = kSome;
    changed = true;
  }
  return changed;
}

// kNone: of something else.
std::int32_t StackAddresses::address_of(const x86_op_mem& memory) const {
  const bool indexed = memory.index != X86_REG_INVALID;
  if (is_stack_pointer(memory.base)) return indexed ? kSome : static_cast<std::int32_t>(memory.disp);
  const std::int32_t base = in(memory.base);
  if (in(memory.index) != kNone) return kSome;
  if (base == kNone || base == kSome) return base;
  return indexed ? kSome : base + static_cast<std::int32_t>(memory.disp);
}

std::optional<LiveSet> StackAddresses::pass_call(std::string_view called) {
  const auto has = [&](const char* part) { return called.find(part) != std::string_view::npos; };
  LiveSet words = 0;
  for (const x86_reg argument : {X86_REG_RDI, X86_REG_RSI, X86_REG_RDX, X86_REG_RCX, X86_REG_R8, X86_REG_R9}) {
    const std::int32_t address = in(argument);
    if (address == kNone) continue;
    if (argument == X86_REG_RSI && address != kSome && has("_compare_exchange_")) {
      words |= words_in(address, bytes_expected_by(called), false);  // what is expected
    } else if (argument != X86_REG_RDI || has("atomic") || has("range") || !(has("read") || has("write"))) {
      return std::nullopt;
    }
  }
  for (const x86_reg lost : {X86_REG_RAX, X86_REG_RCX, X86_REG_RDX, X86_REG_RSI, X86_REG_RDI, X86_REG_R8, X86_REG_R9,
                             X86_REG_R10, X86_REG_R11}) {
    set(lost, kNone);
  }
  return words;
}

std::optional<LiveSet> StackAddresses::pass_operand(const cs_x86_op& operand, bool is_written) const {
  if (operand.type == X86_OP_REG) {
    if (!is_written && in(operand.reg) != kNone) return std::nullopt;
  } else if (operand.type == X86_OP_MEM && !is_stack_pointer(operand.mem.base)) {
    const std::int32_t address = address_of(operand.mem);
    if (address == kSome) return std::nullopt;
    if (address != kNone && !is_written) return words_in(address, operand.size, false);
  }
  return 0;
}

std::optional<LiveSet> StackAddresses::pass(const cs_insn& i, std::optional<std::string_view> called) {
  if (called) return pass_call(*called);
  const cs_x86& x86 = i.detail->x86;
  const cs_x86_op* const operands = x86.operands;
  if (i.id == X86_INS_LEA && !is_stack_pointer(operands[0].reg)) {
    set(operands[0].reg, address_of(operands[1].mem));
    return 0;
  }
  if (i.id == X86_INS_MOV && operands[0].type == X86_OP_REG && operands[0].size == 8 &&
      operands[1].type == X86_OP_REG) {
    set(operands[0].reg, in(operands[1].reg));
    return 0;
  }
  LiveSet words = 0;
  if (i.id != X86_INS_TEST && i.id != X86_INS_CMP) {
    for (unsigned n = 0; n < i.detail->regs_read_count; ++n) {
      if (in(static_cast<x86_reg>(i.detail->regs_read[n])) != kNone) return std::nullopt;
    }
  }
  for (unsigned n = 0; n < x86.op_count; ++n) {
    const bool compares = (i.id == X86_INS_TEST || i.id == X86_INS_CMP) && operands[n].type == X86_OP_REG;
    const std::optional<LiveSet> read = pass_operand(operands[n], compares || (n == 0 && only_writes(i)));
    if (!read) return std::nullopt;
    words |= *read;
  }
  if (x86.op_count > 0 && operands[0].type == X86_OP_REG) set(operands[0].reg, kNone);
  for (unsigned n = 0; n < i.detail->regs_write_count; ++n) {
    set(static_cast<x86_reg>(i.detail->regs_write[n]), kNone);
  }
  return words;
}

}  // namespace graphfuzz::native

#include "frontend/native/code/machine_atomic.hpp"

#include <capstone/capstone.h>

#include <boost/unordered/unordered_flat_map.hpp>
#include <memory>

namespace graphfuzz::native {
namespace {

using AtomicKind = MachineAtomic::Kind;

boost::unordered_flat_map<CodeAddress, std::uint8_t>& overwritten_bytes() {
  static boost::unordered_flat_map<CodeAddress, std::uint8_t> bytes;
  return bytes;
}

struct AtomicReader {
  csh handle = 0;
  cs_insn* instruction = nullptr;

  AtomicReader() {
    if (cs_open(CS_ARCH_X86, CS_MODE_64, &handle) != CS_ERR_OK) return;
    cs_option(handle, CS_OPT_DETAIL, CS_OPT_ON);
    instruction = cs_malloc(handle);
  }
};

AtomicKind machine_kind(unsigned id) {
  switch (id) {
    case X86_INS_XCHG:
      return AtomicKind::exchange;
    case X86_INS_XADD:
      return AtomicKind::exchange_add;
    case X86_INS_CMPXCHG:
      return AtomicKind::compare_exchange;
    case X86_INS_ADD:
    case X86_INS_INC:
      return AtomicKind::add;
    case X86_INS_SUB:
    case X86_INS_DEC:
      return AtomicKind::subtract;
    case X86_INS_OR:
      return AtomicKind::bit_or;
    case X86_INS_AND:
      return AtomicKind::bit_and;
    case X86_INS_XOR:
    case X86_INS_NOT:
      return AtomicKind::bit_xor;
    case X86_INS_BTS:
      return AtomicKind::set_bit;
    case X86_INS_BTR:
      return AtomicKind::clear_bit;
    case X86_INS_BTC:
      return AtomicKind::flip_bit;
    case X86_INS_MFENCE:
      return AtomicKind::fence;
    default:
      return AtomicKind::unsupported;
  }
}

}  // namespace

std::optional<MachineAtomic> machine_atomic(CodeAddress at, unsigned& length) {
  static const AtomicReader reader;
  length = 0;
  if (reader.instruction == nullptr) return std::nullopt;
  constexpr std::size_t kLongest = 15;
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(at);
  std::size_t size = kLongest;
  std::uint64_t where = at;
  if (!cs_disasm_iter(reader.handle, &bytes, &size, &where, reader.instruction)) return std::nullopt;
  const cs_insn& i = *reader.instruction;
  const cs_x86& x86 = i.detail->x86;
  length = i.size;
  constexpr std::uint8_t kLock = 0xf0;
  MachineAtomic result;
  result.kind = machine_kind(i.id);
  result.length = static_cast<std::uint8_t>(i.size);
  if (result.kind == AtomicKind::fence) return result;
  if (x86.prefix[0] != kLock && result.kind != AtomicKind::exchange) return std::nullopt;
  bool has_memory = false;
  result.constant = i.id == X86_INS_NOT ? -1 : 1;  // of those without another operand
  for (unsigned n = 0; n < x86.op_count; ++n) {
    const cs_x86_op& operand = x86.operands[n];
    if (operand.type == X86_OP_MEM) {
      if (operand.mem.segment == X86_REG_FS || operand.mem.segment == X86_REG_GS) return std::nullopt;
      has_memory = true;
      result.size = operand.size;
      const bool from_end = operand.mem.base == X86_REG_RIP;
      result.base = from_end ? MachineAtomic::kRip : register_number(operand.mem.base);
      result.index = register_number(operand.mem.index);
      result.scale = static_cast<std::uint8_t>(operand.mem.scale);
      result.displacement = operand.mem.disp;
      result.displacement_at = x86.encoding.disp_offset;
    } else if (operand.type == X86_OP_REG) {
      result.reg = register_number(operand.reg);
      result.high_byte = is_high_byte(operand.reg);
    } else {
      result.constant = operand.imm;
    }
  }
  if (!has_memory) return std::nullopt;
  // Addresses of 32 bits, and whatever else there is.
  if (result.base == kOtherRegister || result.index == kOtherRegister || x86.addr_size != 8) {
    result.kind = AtomicKind::unsupported;
  }
  return result;
}

void note_overwritten(CodeAddress at, std::uint8_t before) { overwritten_bytes().try_emplace(at, before); }

std::optional<std::uint8_t> overwritten(CodeAddress at) {
  const auto& bytes = overwritten_bytes();
  const auto found = bytes.find(at);
  return found == bytes.end() ? std::nullopt : std::optional(found->second);
}

}  // namespace graphfuzz::native

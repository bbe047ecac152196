// Liveness as compilers compute it (Aho, Lam, Sethi, Ullman, "Compilers", 2006, section 9.2.5), on machine code: a
// register is killed only by the few instructions of which it is certain that they write all of it, and read by every
// other that names it.
#include "frontend/native/code/live_registers.hpp"

#include <capstone/capstone.h>
#include <link.h>

#include <boost/unordered/unordered_flat_map.hpp>
#include <cstring>
#include <optional>
#include <string_view>
#include <vector>

// Of libgcc's unwinder, which has the tables of all that is loaded.
struct dwarf_eh_bases {
  void* text;
  void* data;
  void* function;
};
extern "C" const void* _Unwind_Find_FDE(void* at, dwarf_eh_bases* bases);

namespace graphfuzz::native {
namespace {

using Address = std::uint64_t;

constexpr std::size_t kMostInstructions = 20'000;

struct Instruction {
  RegisterSet uses = 0;
  RegisterSet kills = 0;
  RegisterSet live = 0;
  Address next = 0;    // 0: none
  Address branch = 0;  // 0: none
};

struct Range {
  Address begin = 0;
  Address end = 0;
};

// The executable segment that the address is in; nothing if it is in none.
Range text_around(Address at) {
  struct Query {
    Address at;
    Range found;
  } query{at, {}};
  dl_iterate_phdr(
      [](dl_phdr_info* info, std::size_t, void* data) {
        Query& q = *static_cast<Query*>(data);
        for (unsigned i = 0; i < info->dlpi_phnum; ++i) {
          const ElfW(Phdr)& segment = info->dlpi_phdr[i];
          const Address begin = info->dlpi_addr + segment.p_vaddr;
          if (segment.p_type != PT_LOAD || (segment.p_flags & PF_X) == 0) continue;
          if (q.at >= begin && q.at < begin + segment.p_filesz) q.found = {begin, begin + segment.p_filesz};
        }
        return q.found.end != 0 ? 1 : 0;
      },
      &query);
  return query.found;
}

// May a call at the address end in a handler or cleanup of the same function? Those are not where the jumps lead.
bool has_landing_pads(Address at) {
  dwarf_eh_bases bases{};
  const auto* const entry = static_cast<const char*>(_Unwind_Find_FDE(reinterpret_cast<void*>(at), &bases));
  if (entry == nullptr) return true;  // no function of a compiler: nothing is known
  std::int32_t back = 0;
  std::memcpy(&back, entry + 4, sizeof back);
  const char* const augmentation = entry + 4 - back + 9;  // of the entry in common: behind length, id and version
  return std::string_view(augmentation).find('L') != std::string_view::npos;
}

RegisterSet bit_of(x86_reg r, bool* whole = nullptr) {
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

RegisterSet named_in(const cs_x86_op& operand) {
  if (operand.type == X86_OP_REG) return bit_of(operand.reg);
  if (operand.type == X86_OP_MEM) return bit_of(operand.mem.base) | bit_of(operand.mem.index);
  return 0;
}

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

// Does it do nothing with its first operand but write it?
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

class Disassembler {
 public:
  Disassembler() {
    good_ = cs_open(CS_ARCH_X86, CS_MODE_64, &handle_) == CS_ERR_OK &&
            cs_option(handle_, CS_OPT_DETAIL, CS_OPT_ON) == CS_ERR_OK;
    if (good_) instruction_ = cs_malloc(handle_);
  }
  Disassembler(const Disassembler&) = delete;
  Disassembler& operator=(const Disassembler&) = delete;
  ~Disassembler() {
    if (instruction_ != nullptr) cs_free(instruction_, 1);
    if (good_) cs_close(&handle_);
  }
  /// Null if there is none. Valid until the next call.
  const cs_insn* at(Address address, Address end) {
    if (instruction_ == nullptr || address >= end) return nullptr;
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(address);
    std::size_t size = end - address;
    std::uint64_t where = address;
    return cs_disasm_iter(handle_, &bytes, &size, &where, instruction_) ? instruction_ : nullptr;
  }

 private:
  csh handle_ = 0;
  cs_insn* instruction_ = nullptr;
  bool good_ = false;
};

class Liveness {
 public:
  Liveness(Address at, const std::function<bool(Address)>& never_returns)
      : never_returns_(never_returns), text_(text_around(at)), lands_(has_landing_pads(at)) {
    if (text_.end == 0) return;
    std::vector<Address> open{at};
    while (!open.empty()) {
      const Address address = open.back();
      open.pop_back();
      if (found_.contains(address)) continue;
      if (found_.size() >= kMostInstructions) {
        found_.clear();
        return;
      }
      const Instruction instruction = read(address);
      found_.emplace(address, instruction);
      order_.push_back(address);
      for (const Address next : {instruction.branch, instruction.next}) {
        if (next != 0) open.push_back(next);
      }
    }
    settle();
  }

  RegisterSet of(Address at) const {
    const auto found = found_.find(at);
    return found == found_.end() ? kAllRegisters : found->second.live;
  }

 private:
  Instruction read(Address address) {
    const cs_insn* const i = address >= text_.begin ? disassembler_.at(address, text_.end) : nullptr;
    if (i == nullptr) return {kAllRegisters};
    Instruction result;
    const cs_detail& detail = *i->detail;
    const cs_x86& x86 = detail.x86;
    for (unsigned n = 0; n < x86.op_count; ++n) {
      if (n == 0 && x86.operands[0].type == X86_OP_REG && only_writes(*i)) {
        bool whole = false;
        const RegisterSet bit = bit_of(x86.operands[0].reg, &whole);
        if (whole) result.kills |= bit;
      } else {
        result.uses |= named_in(x86.operands[n]);
      }
    }
    if (i->id == X86_INS_XOR && x86.op_count == 2 && x86.operands[0].type == X86_OP_REG &&
        x86.operands[1].type == X86_OP_REG && x86.operands[0].reg == x86.operands[1].reg) {
      bool whole = false;
      const RegisterSet bit = bit_of(x86.operands[0].reg, &whole);
      if (whole) result.uses = 0, result.kills = bit;
    }
    for (unsigned n = 0; n < detail.regs_read_count; ++n)
      result.uses |= bit_of(static_cast<x86_reg>(detail.regs_read[n]));
    follow(*i, address, result);
    return result;
  }

  // Where it goes on.
  void follow(const cs_insn& i, Address address, Instruction& result) {
    const Address behind = address + i.size;
    const cs_x86& x86 = i.detail->x86;
    const bool direct = x86.op_count == 1 && x86.operands[0].type == X86_OP_IMM;
    const auto in_group = [&](unsigned group) {
      for (unsigned n = 0; n < i.detail->groups_count; ++n) {
        if (i.detail->groups[n] == group) return true;
      }
      return false;
    };
    if (in_group(X86_GRP_CALL)) {
      const std::optional<Address> target = called(i, behind);
      if (target && never_returns_(*target)) return;
      if (lands_ && !(target && is_instrumentation(*target))) result.uses = kAllRegisters;
      result.next = behind;
    } else if (in_group(X86_GRP_JUMP)) {
      if (!direct) {
        result.uses = kAllRegisters;  // a table, or a call at a function's end
        return;
      }
      result.branch = static_cast<Address>(x86.operands[0].imm);
      if (i.id != X86_INS_JMP) result.next = behind;
    } else if (in_group(X86_GRP_RET) || in_group(X86_GRP_IRET)) {
      result.uses = kAllRegisters;
    } else if (i.id != X86_INS_UD2 && i.id != X86_INS_HLT) {
      result.next = behind;
    }
  }

  // The function that is called, through the table of what other libraries have as well.
  std::optional<Address> called(const cs_insn& call, Address behind) {
    const cs_x86_op& operand = call.detail->x86.operands[0];
    if (operand.type == X86_OP_MEM) return pointer_at(operand, behind);
    if (operand.type != X86_OP_IMM) return std::nullopt;
    const auto target = static_cast<Address>(operand.imm);
    if (target < text_.begin || target >= text_.end) return target;
    Address at = target;
    for (unsigned n = 0; n < 2; ++n) {
      const cs_insn* const i = disassembler_.at(at, text_.end);
      if (i == nullptr) break;
      if (i->id == X86_INS_JMP && i->detail->x86.operands[0].type == X86_OP_MEM) {
        return pointer_at(i->detail->x86.operands[0], at + i->size);
      }
      if (i->id != X86_INS_ENDBR64) break;
      at += i->size;
    }
    return target;
  }

  static std::optional<Address> pointer_at(const cs_x86_op& operand, Address behind) {
    if (operand.mem.base != X86_REG_RIP || operand.mem.index != X86_REG_INVALID) return std::nullopt;
    Address pointer = 0;
    std::memcpy(&pointer, reinterpret_cast<const void*>(behind + static_cast<Address>(operand.mem.disp)),
                sizeof pointer);
    return pointer;
  }

  // Entry points of ThreadSanitizer throw nothing.
  static bool is_instrumentation(Address function) {
    Dl_info info{};
    return dladdr(reinterpret_cast<const void*>(function), &info) != 0 && info.dli_sname != nullptr &&
           std::string_view(info.dli_sname).starts_with("__tsan_");
  }

  void settle() {
    for (bool changed = true; changed;) {
      changed = false;
      for (auto address = order_.rbegin(); address != order_.rend(); ++address) {
        Instruction& i = found_.find(*address)->second;
        RegisterSet after = 0;
        for (const Address next : {i.next, i.branch}) {
          if (next != 0) after |= of(next);
        }
        const auto live = static_cast<RegisterSet>(i.uses | (after & ~i.kills));
        changed |= live != i.live;
        i.live = live;
      }
    }
  }

  const std::function<bool(Address)>& never_returns_;
  Disassembler disassembler_;
  Range text_;
  bool lands_;
  boost::unordered_flat_map<Address, Instruction> found_;
  std::vector<Address> order_;
};

}  // namespace

RegisterSet live_registers(std::uint64_t at, const std::function<bool(std::uint64_t)>& never_returns) {
  return Liveness(at, never_returns).of(at);
}

}  // namespace graphfuzz::native

// Liveness as compilers compute it (Aho, Lam, Sethi, Ullman, "Compilers", 2006, section 9.2.5), on machine code: a
// register is killed only by the few instructions of which it is certain that they write all of it, and read by every
// other that names it.
#include "frontend/native/code/live_registers.hpp"

#include <link.h>

#include <boost/unordered/unordered_flat_map.hpp>
#include <cstring>
#include <optional>
#include <string_view>
#include <vector>

#include "frontend/native/code/instructions.hpp"
#include "frontend/native/code/stack_addresses.hpp"

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
  LiveSet uses = 0;
  LiveSet kills = 0;
  LiveSet live = 0;
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

struct Function {
  Address begin = 0;  // 0: no function of a compiler
  // May a call end in a handler or cleanup of the same function? Those are not where the jumps lead.
  bool lands = true;
};

Function function_around(Address at) {
  dwarf_eh_bases bases{};
  const auto* const entry = static_cast<const char*>(_Unwind_Find_FDE(reinterpret_cast<void*>(at), &bases));
  if (entry == nullptr) return {};
  std::int32_t back = 0;
  std::memcpy(&back, entry + 4, sizeof back);
  const char* const augmentation = entry + 4 - back + 9;  // of the entry in common: behind length, id and version
  return {reinterpret_cast<Address>(bases.function),
          std::string_view(augmentation).find('L') != std::string_view::npos};
}

LiveSet named_in(const cs_x86_op& operand) {
  if (operand.type == X86_OP_REG) return bit_of(operand.reg);
  if (operand.type == X86_OP_MEM) return LiveSet{bit_of(operand.mem.base)} | bit_of(operand.mem.index);
  return 0;
}

class Liveness {
 public:
  Liveness(Address at, const std::function<bool(Address)>& never_returns)
      : never_returns_(never_returns), text_(text_around(at)), function_(function_around(at)) {
    if (text_.end == 0) return;
    std::vector<Address> open{at};
    if (function_.begin != 0) open.push_back(function_.begin);  // where it may give away the address of its stack
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
    follow_addresses(at);
    settle();
  }

  Live at(Address at) const {
    const LiveSet live = of(at);
    const bool all = function_.begin == 0 || escapes_;
    return {static_cast<RegisterSet>(live & kAllRegisters), (all ? kAllWords : live & kAllWords) >> kFirstWord};
  }

 private:
  LiveSet of(Address at) const {
    const auto found = found_.find(at);
    return found == found_.end() ? kAll : found->second.live;
  }

  Instruction read(Address address) {
    const cs_insn* const i = address >= text_.begin ? disassembler_.at(address, text_.end) : nullptr;
    if (i == nullptr) return {kAll};
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
    look_at_stack(*i, result);
    follow(*i, address, result);
    return result;
  }

  // What it does to the function's part of the stack.
  void look_at_stack(const cs_insn& i, Instruction& result) {
    const cs_x86& x86 = i.detail->x86;
    for (unsigned n = 0; n < x86.op_count; ++n) {
      const cs_x86_op& operand = x86.operands[n];
      const bool moves = n == 0 && operand.type == X86_OP_REG && is_stack_pointer(operand.reg);
      if (moves && i.id == X86_INS_ADD && x86.operands[1].type == X86_OP_IMM && x86.operands[1].imm > 0) {
        // What is below is gone.
        result.kills |= words_in(0, x86.operands[1].imm, true);
        result.uses |= kAllWords & ~result.kills;
      } else if (moves) {
        result.uses |= kAllWords;
      } else if (operand.type == X86_OP_REG && is_stack_pointer(operand.reg)) {
        escapes_ = true;
      } else if (is_on_stack(operand)) {
        if (i.id == X86_INS_LEA) continue;  // see follow_addresses
        if (operand.mem.index != X86_REG_INVALID) escapes_ = true;
        if (n == 0 && only_writes(i)) {
          result.kills |= words_in(operand.mem.disp, operand.size, true);
        } else {
          result.uses |= words_in(operand.mem.disp, operand.size, false);
        }
      }
    }
    if (i.id == X86_INS_PUSH || i.id == X86_INS_POP || i.id == X86_INS_LEAVE || i.id == X86_INS_PUSHFQ ||
        i.id == X86_INS_POPFQ) {
      result.uses |= kAllWords;
    }
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
      if (function_.lands && !(target && !instrumentation(*target).empty())) result.uses = kAll;
      result.next = behind;
    } else if (in_group(X86_GRP_JUMP)) {
      if (!direct) {
        result.uses = kAll;  // a table, or a call at a function's end
        return;
      }
      result.branch = static_cast<Address>(x86.operands[0].imm);
      if (i.id != X86_INS_JMP) result.next = behind;
    } else if (in_group(X86_GRP_RET) || in_group(X86_GRP_IRET)) {
      result.uses |= kAll;
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

  // The name of an entry point of ThreadSanitizer; empty if it is none. They throw nothing.
  static std::string_view instrumentation(Address function) {
    Dl_info info{};
    if (dladdr(reinterpret_cast<const void*>(function), &info) == 0 || info.dli_sname == nullptr) return {};
    const std::string_view name = info.dli_sname;
    return name.starts_with("__tsan_") ? name : std::string_view();
  }

  // What is read of the function's stack through addresses of it that are in registers.
  void follow_addresses(Address at) {
    boost::unordered_flat_map<Address, StackAddresses> known{{function_.begin, {}}};
    std::vector<Address> open{function_.begin};
    for (std::size_t steps = 0; !open.empty() && !escapes_; ++steps) {
      const Address address = open.back();
      open.pop_back();
      const auto found = found_.find(address);
      const cs_insn* i = found == found_.end() ? nullptr : disassembler_.at(address, text_.end);
      escapes_ = i == nullptr || steps > 4 * kMostInstructions;
      if (escapes_) return;
      StackAddresses addresses = known.find(address)->second;
      std::optional<std::string_view> called_name;
      if (i->id == X86_INS_CALL) {
        const std::optional<Address> target = called(*i, address + i->size);
        called_name = target ? instrumentation(*target) : std::string_view();
        i = disassembler_.at(address, text_.end);
      }
      const std::optional<LiveSet> read = addresses.pass(*i, called_name);
      escapes_ = !read;
      found->second.uses |= read.value_or(0);
      for (const Address next : {found->second.next, found->second.branch}) {
        if (next == 0) continue;
        const auto [there, is_new] = known.try_emplace(next, addresses);
        if (is_new || there->second.merge(addresses)) open.push_back(next);
      }
    }
    escapes_ |= !known.contains(at);
  }

  void settle() {
    for (bool changed = true; changed;) {
      changed = false;
      for (auto address = order_.rbegin(); address != order_.rend(); ++address) {
        Instruction& i = found_.find(*address)->second;
        LiveSet after = 0;
        for (const Address next : {i.next, i.branch}) {
          if (next != 0) after |= of(next);
        }
        const LiveSet live = i.uses | (after & ~i.kills);
        changed |= live != i.live;
        i.live = live;
      }
    }
  }

  const std::function<bool(Address)>& never_returns_;
  Disassembler disassembler_;
  Range text_;
  Function function_;
  bool escapes_ = false;  // an address of its stack is known to others
  boost::unordered_flat_map<Address, Instruction> found_;
  std::vector<Address> order_;
};

}  // namespace

Live live_at(std::uint64_t at, const std::function<bool(std::uint64_t)>& never_returns) {
  return Liveness(at, never_returns).at(at);
}

}  // namespace graphfuzz::native

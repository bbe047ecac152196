#include "runtime/machine_atomics.hpp"

#include <cpuid.h>
#include <dlfcn.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <string_view>
#include <vector>

#include "frontend/native/code/live_frame.hpp"
#include "frontend/native/code/machine_atomic.hpp"
#include "frontend/native/code/unwind_tables.hpp"
#include "runtime/hook.hpp"
#include "runtime/image.hpp"

/// The parts of the processor's state that are kept while the engine is asked; 0: those that there have always been.
extern "C" std::uint64_t graphfuzz_kept_state __attribute__((visibility("hidden")));
std::uint64_t graphfuzz_kept_state = 0;

namespace graphfuzz::runtime {
namespace {

using native::MachineAtomic;
using Kind = MachineAtomic::Kind;

struct Site {
  Address at = 0;
  MachineAtomic code{};
  Address copy = 0;  // of the instruction, and a jump to what is behind it
};
std::vector<Site> sites;        // by address
const Site* entered = nullptr;  // that a thread has come to

// What graphfuzz_machine_atomic has put on the stack, from there up. The program's stack pointer was at the end, and
// kRedZone above it.
using native::kRedZone;
struct Interrupted {
  std::uint64_t registers[native::kRegisterCount];  // the last one first
  std::uint64_t flags;
  Address goes_on;

  std::uint64_t& of(std::int8_t number) {
    return registers[native::kRegisterCount - 1 - static_cast<unsigned>(number)];
  }
  Address stack_pointer() const { return reinterpret_cast<Address>(this) + sizeof *this + kRedZone; }
};

Address operand_address(const Site& site, Interrupted& state) {
  const MachineAtomic& code = site.code;
  const auto value = [&](std::int8_t number) {
    return number == native::kRsp ? state.stack_pointer() : state.of(number);
  };
  Address at = static_cast<Address>(code.displacement);
  if (code.base == MachineAtomic::kRip) {
    at += site.at + code.length;
  } else if (code.base != native::kNoRegister) {
    at += value(code.base);
  }
  if (code.index != native::kNoRegister) at += value(code.index) * code.scale;
  return at;
}

// Bits that are numbered by a register may be anywhere.
Address to_bit(Address at, unsigned size, std::int64_t number, unsigned& bit) {
  const auto bits = static_cast<std::int64_t>(8 * size);
  bit = static_cast<unsigned>(number & (bits - 1));
  return at + static_cast<Address>((number - static_cast<std::int64_t>(bit)) / bits * size);
}

// As of the Linux kernel and others: a barrier, by an update of the thread's own stack that changes nothing.
bool is_barrier(const MachineAtomic& code) {
  const bool changes_nothing = code.reg == native::kNoRegister && code.constant == 0 &&
                               (code.kind == Kind::add || code.kind == Kind::subtract || code.kind == Kind::bit_or);
  return changes_nothing && code.base == native::kRsp && code.index == native::kNoRegister;
}

// Asks, and leaves in memory what the instruction is to find there.
void perform(const Site& site, Interrupted& state) {
  const MachineAtomic& code = site.code;
  const Address behind = site.at + code.length;
  if (code.kind == Kind::fence || is_barrier(code)) return machine_fence(behind);
  Address at = operand_address(site, state);
  std::uint64_t operand = static_cast<std::uint64_t>(code.constant);
  std::int64_t number = code.constant;
  if (code.reg >= 0) {
    operand = code.reg == native::kRsp ? state.stack_pointer() : state.of(code.reg);
    if (code.high_byte) operand >>= 8;
    number = static_cast<std::int64_t>(operand);
    if (code.size == 4) number = static_cast<std::int32_t>(operand);
    if (code.size == 2) number = static_cast<std::int16_t>(operand);
  } else if (code.kind == Kind::set_bit || code.kind == Kind::clear_bit || code.kind == Kind::flip_bit) {
    number &= 8 * code.size - 1;
  }
  const auto update = [&](Operation operation, std::uint64_t value) {
    const Value before = machine_update(at, code.size, operation, value, behind);
    write_memory(at, code.size, before);
  };
  unsigned bit = 0;
  switch (code.kind) {
    case Kind::exchange:
      return update(Operation::exchange, operand);
    case Kind::exchange_add:
    case Kind::add:
      return update(Operation::add, operand);
    case Kind::subtract:
      return update(Operation::subtract, operand);
    case Kind::bit_or:
      return update(Operation::bit_or, operand);
    case Kind::bit_and:
      return update(Operation::bit_and, operand);
    case Kind::bit_xor:
      return update(Operation::bit_xor, operand);
    case Kind::set_bit:
      at = to_bit(at, code.size, number, bit);
      return update(Operation::bit_or, std::uint64_t{1} << bit);
    case Kind::clear_bit:
      at = to_bit(at, code.size, number, bit);
      return update(Operation::bit_and, ~(std::uint64_t{1} << bit));
    case Kind::flip_bit:
      at = to_bit(at, code.size, number, bit);
      return update(Operation::bit_xor, std::uint64_t{1} << bit);
    case Kind::compare_exchange:
      return write_memory(at, code.size,
                          machine_compare_exchange(at, code.size, state.of(native::kRax), operand, behind));
    default:
      break;
  }
  Hook hook;
  fail(hook.fiber(),
       "unsupported: inline assembly with another atomic instruction than xchg, xadd, cmpxchg (of up to 8 "
       "bytes), add, sub, inc, dec, or, and, xor, not, bts, btr, btc",
       behind - 1);
}

// An instruction is where one is come by from the beginning of its function, and not what its bytes may look like.
std::vector<Site> sites_in(Address begin, Address end) {
  std::vector<Site> found;
  for (Address at = begin; at < end;) {
    unsigned length = 0;
    if (const auto code = native::machine_atomic(at, length)) found.push_back({at, *code});
    at += length == 0 ? 1 : length;  // there may be padding
  }
  return found;
}

bool is_instrumented(Address begin, Address end) {
  native::Disassembler disassembler;
  for (Address at = begin; at < end;) {
    const auto code = disassembler.read(at);
    at += code ? code->size : 1;
    if (!code || code->target == 0) continue;
    Dl_info info{};
    if (::dladdr(reinterpret_cast<const void*>(code->target), &info) == 0 || info.dli_sname == nullptr) continue;
    if (std::string_view(info.dli_sname).starts_with("__tsan_")) return true;
  }
  return false;
}

// May an atomic instruction begin there, or behind prefixes before it?
bool looks_atomic(const std::uint8_t* at) {
  constexpr std::uint8_t kLock = 0xf0, kExchangeByte = 0x86, kExchange = 0x87, kTwoBytes = 0x0f, kFence = 0xae;
  constexpr std::uint8_t kOfRegisters = 0xc0;
  const bool of_memory = (at[1] & kOfRegisters) != kOfRegisters;
  return at[0] == kLock || ((at[0] == kExchangeByte || at[0] == kExchange) && of_memory) ||
         (at[0] == kTwoBytes && at[1] == kFence && at[2] == 0xf0);
}

void look_at_code(Address begin, Address end) {
  Address known = begin;  // up to there everything was looked at
  for (Address at = begin; at + 2 < end; ++at) {
    if (at < known || !looks_atomic(reinterpret_cast<const std::uint8_t*>(at))) continue;
    const auto function = native::function_bounds(at);
    if (!function || function->second <= at) continue;
    known = std::min(end, function->second);
    const std::vector<Site> found = sites_in(function->first, known);
    if (found.empty()) continue;
    // What was compiled elsewhere (a static C++ library) is not the program's.
    if (!is_instrumented(function->first, known) && place_of(found.front().at).line == 0) continue;
    sites.insert(sites.end(), found.begin(), found.end());
  }
}

constexpr std::size_t kCopySize = 32;

// Near enough that what is told relative to the instruction can be.
char* room_near(Address code, std::size_t size) {
  constexpr Address kStep = Address{1} << 20;
  for (Address n = 1; n < 1000; ++n) {
    if (code < n * kStep) break;
    void* const wanted = reinterpret_cast<void*>((code - n * kStep) & ~Address{4095});
    void* const got =
        ::mmap(wanted, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
    if (got == wanted) return static_cast<char*>(got);
    if (got != MAP_FAILED) ::munmap(got, size);
  }
  throw Unsupported("there is no memory for the program's inline assembly");
}

void copy_instruction(Site& site, char* to) {
  std::memcpy(to, reinterpret_cast<const void*>(site.at), site.code.length);
  site.copy = reinterpret_cast<Address>(to);
  if (site.code.base == MachineAtomic::kRip) {
    const auto displacement =
        static_cast<std::int32_t>(site.code.displacement + static_cast<std::int64_t>(site.at - site.copy));
    std::memcpy(to + site.code.displacement_at, &displacement, sizeof displacement);
  }
  constexpr unsigned char kJumpThrough[] = {0xff, 0x25, 0, 0, 0, 0};  // what follows
  const Address behind = site.at + site.code.length;
  std::memcpy(to + site.code.length, kJumpThrough, sizeof kJumpThrough);
  std::memcpy(to + site.code.length + sizeof kJumpThrough, &behind, sizeof behind);
}

void put_breakpoint(const Site& site) {
  constexpr char kBreakpoint = static_cast<char>(0xcc);
  const auto page = static_cast<Address>(::sysconf(_SC_PAGESIZE));
  void* const first = reinterpret_cast<void*>(site.at & ~(page - 1));
  auto* const at = reinterpret_cast<char*>(site.at);
  native::note_overwritten(site.at, static_cast<std::uint8_t>(*at));
  if (::mprotect(first, page, PROT_READ | PROT_WRITE) != 0) throw Unsupported("code of the program cannot be changed");
  *at = kBreakpoint;
  ::mprotect(first, page, PROT_READ | PROT_EXEC);
}

// x87, SSE, AVX and AVX-512, which fit into 4 KiB, as far as the system keeps them itself.
std::uint64_t kept_state() {
  unsigned a = 0, b = 0, c = 0, d = 0;
  if (__get_cpuid(1, &a, &b, &c, &d) == 0 || (c & bit_OSXSAVE) == 0) return 0;
  unsigned low = 0, high = 0;
  asm volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  constexpr unsigned kKnown = 0xe7;
  return low & kKnown;
}

}  // namespace

void watch_machine_atomics() {
  for_each_code(look_at_code);
  if (sites.empty()) return;
  std::sort(sites.begin(), sites.end(), [](const Site& a, const Site& b) { return a.at < b.at; });
  graphfuzz_kept_state = kept_state();
  std::size_t begin = 0;
  while (begin < sites.size()) {
    // Those of one module share their room.
    std::size_t end = begin + 1;
    constexpr Address kFar = Address{1} << 30;
    while (end < sites.size() && sites[end].at - sites[begin].at < kFar) ++end;
    const std::size_t size = (end - begin) * kCopySize;
    char* const room = room_near(sites[begin].at, size);
    for (std::size_t i = begin; i < end; ++i) copy_instruction(sites[i], room + (i - begin) * kCopySize);
    ::mprotect(room, size, PROT_READ | PROT_EXEC);
    begin = end;
  }
  for (const Site& site : sites) put_breakpoint(site);
}

}  // namespace graphfuzz::runtime

using namespace graphfuzz::runtime;

extern "C" {
__attribute__((visibility("hidden"), used)) void graphfuzz_on_machine_atomic(void* interrupted, const char* saved) {
  const Site& site = *entered;
  auto& state = *static_cast<Interrupted*>(interrupted);
  const MachineState rest{state.registers, saved};
  const auto of = [&](std::int8_t number) { return state.of(number); };
  graphfuzz_registers = {of(graphfuzz::native::kRbx), of(graphfuzz::native::kRbp),
                         of(graphfuzz::native::kR12), of(graphfuzz::native::kR13),
                         of(graphfuzz::native::kR14), of(graphfuzz::native::kR15),
                         state.stack_pointer(),       &rest};
  perform(site, state);
  graphfuzz_registers = {};
  state.goes_on = site.copy;
}
void graphfuzz_machine_atomic() __attribute__((visibility("hidden")));
}

// Called as if by the instruction, with where it ends as the return address, below the red zone. What there is on the
// stack is Interrupted; below it there is room for the other registers, of 4 KiB.
asm(".text\n.globl graphfuzz_machine_atomic\n.hidden graphfuzz_machine_atomic\n.type graphfuzz_machine_atomic, "
    "@function\n"
    "graphfuzz_machine_atomic:\n"
    "  .cfi_startproc\n"
    "  .cfi_def_cfa rsp, 136\n"
    "  .cfi_offset rip, -136\n"
    "  pushfq\n  push %rax\n  push %rcx\n  push %rdx\n  push %rbx\n  push %rsp\n  push %rbp\n  push %rsi\n  push %rdi\n"
    "  push %r8\n  push %r9\n  push %r10\n  push %r11\n  push %r12\n  push %r13\n  push %r14\n  push %r15\n"
    "  .cfi_def_cfa_offset 272\n"
    "  .cfi_offset rbx, -176\n  .cfi_offset rbp, -192\n  .cfi_offset r12, -248\n  .cfi_offset r13, -256\n"
    "  .cfi_offset r14, -264\n  .cfi_offset r15, -272\n"
    "  cld\n"
    "  mov %rsp, %rbx\n"
    "  .cfi_def_cfa_register rbx\n"
    "  sub $4096, %rsp\n"
    "  and $-64, %rsp\n"
    "  xor %eax, %eax\n"
    "  mov %rax, 512(%rsp)\n  mov %rax, 520(%rsp)\n  mov %rax, 528(%rsp)\n  mov %rax, 536(%rsp)\n"
    "  mov %rax, 544(%rsp)\n  mov %rax, 552(%rsp)\n  mov %rax, 560(%rsp)\n  mov %rax, 568(%rsp)\n"
    "  xor %edx, %edx\n"
    "  mov graphfuzz_kept_state(%rip), %eax\n"
    "  test %eax, %eax\n"
    "  jz 1f\n"
    "  xsave64 (%rsp)\n"
    "  jmp 2f\n"
    "1: fxsave64 (%rsp)\n"
    "2: emms\n"  // functions expect that; and who never comes back here would leave it to the next execution as it is
    "  mov %rbx, %rdi\n"
    "  mov %rsp, %rsi\n"
    "  call graphfuzz_on_machine_atomic\n"
    "  xor %edx, %edx\n"
    "  mov graphfuzz_kept_state(%rip), %eax\n"
    "  test %eax, %eax\n"
    "  jz 3f\n"
    "  xrstor64 (%rsp)\n"
    "  jmp 4f\n"
    "3: fxrstor64 (%rsp)\n"
    "4: mov %rbx, %rsp\n"
    "  .cfi_def_cfa_register rsp\n"
    "  pop %r15\n  pop %r14\n  pop %r13\n  pop %r12\n  pop %r11\n  pop %r10\n  pop %r9\n  pop %r8\n"
    "  pop %rdi\n  pop %rsi\n  pop %rbp\n  lea 8(%rsp), %rsp\n  pop %rbx\n  pop %rdx\n  pop %rcx\n  pop %rax\n  popfq\n"
    "  .cfi_def_cfa_offset 136\n"
    "  ret $128\n"
    "  .cfi_endproc\n"
    ".size graphfuzz_machine_atomic, .-graphfuzz_machine_atomic\n");

namespace graphfuzz::runtime {

bool enter_machine_atomic(ucontext_t& context) {
  auto& registers = context.uc_mcontext.gregs;
  const Address at = static_cast<Address>(registers[REG_RIP]) - 1;
  const auto site = std::lower_bound(sites.begin(), sites.end(), at, [](const Site& s, Address a) { return s.at < a; });
  if (site == sites.end() || site->at != at) return false;
  if (current == nullptr) {  // no thread of the program's
    registers[REG_RIP] = static_cast<greg_t>(site->copy);
    return true;
  }
  entered = &*site;
  const Address sp = static_cast<Address>(registers[REG_RSP]) - native::kRedZone - sizeof(Address);
  write_memory(sp, sizeof(Address), static_cast<Value>(at + site->code.length));
  registers[REG_RSP] = static_cast<greg_t>(sp);
  registers[REG_RIP] = reinterpret_cast<greg_t>(&graphfuzz_machine_atomic);
  return true;
}

}  // namespace graphfuzz::runtime

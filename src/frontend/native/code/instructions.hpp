// Instructions of x86-64, as what they read and write is looked at.
#pragma once

#include <capstone/capstone.h>

#include "frontend/native/code/live_registers.hpp"

namespace graphfuzz::native {

/// Registers (RegisterSet), and behind them words of the stack.
using LiveSet = std::uint64_t;
inline constexpr unsigned kFirstWord = 6;
inline constexpr LiveSet kAll = ~LiveSet{0};
inline constexpr LiveSet kAllWords = kAll << kFirstWord;
static_assert(kFirstWord + kStackWords == 64);

/// So many bytes from an address relative to the stack pointer: the words that they are in, or wholly fill.
LiveSet words_in(std::int64_t from, std::int64_t size, bool wholly);
bool is_stack_pointer(x86_reg r);
bool is_on_stack(const cs_x86_op& operand);
/// The register that it is, or is a part of; `whole`: writing it writes all of that.
RegisterSet bit_of(x86_reg r, bool* whole = nullptr);
/// Does it do nothing with its first operand but write it?
bool only_writes(const cs_insn& i);

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

}  // namespace graphfuzz::native

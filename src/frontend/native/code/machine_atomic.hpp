// Instructions of x86-64 that access memory atomically, which compilers that instrument do not tell of: they come from
// inline assembly.
#pragma once

#include <optional>

#include "frontend/native/code/instruction.hpp"

namespace graphfuzz::native {

struct MachineAtomic {
  enum class Kind : std::uint8_t {
    exchange,
    exchange_add,
    compare_exchange,
    add,
    subtract,
    bit_or,
    bit_and,
    bit_xor,
    set_bit,
    clear_bit,
    flip_bit,
    fence,       ///< mfence
    unsupported  ///< another one
  };
  Kind kind = Kind::unsupported;
  std::uint8_t length = 0;
  std::uint8_t size = 0;  ///< bytes that it accesses
  /// Of its memory operand: base and index as in Operand; the base is kRip if the displacement is from the end of it.
  static constexpr std::int8_t kRip = 16;
  std::int8_t base = kNoRegister;
  std::int8_t index = kNoRegister;
  std::uint8_t scale = 1;
  std::int64_t displacement = 0;
  std::uint8_t displacement_at = 0;  ///< where that is in the instruction; 0: nowhere
  /// The other operand: a register, or the constant.
  std::int8_t reg = kNoRegister;
  bool high_byte = false;  ///< … of which it is the second byte
  std::int64_t constant = 0;
};

/// What the instruction at `at`, in executable memory of this process, is of these: nothing if it is another one, or
/// accesses thread-local storage. `length` is that of the instruction, whichever it is; 0 if there is none.
std::optional<MachineAtomic> machine_atomic(CodeAddress at, unsigned& length);

/// The byte at `at` was another one before it was overwritten, by a breakpoint: disassemblers are to see that.
void note_overwritten(CodeAddress at, std::uint8_t before);
/// The byte there as it was; nothing if it was not overwritten.
std::optional<std::uint8_t> overwritten(CodeAddress at);

}  // namespace graphfuzz::native

// Instructions of this process's own code, as far as it matters which registers and which memory of the stack they use.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

namespace graphfuzz::native {

using CodeAddress = std::uint64_t;

/// General purpose registers by their numbers in machine code.
enum : std::int8_t { kRax, kRcx, kRdx, kRbx, kRsp, kRbp, kRsi, kRdi, kR8, kR9, kR10, kR11, kR12, kR13, kR14, kR15 };
inline constexpr std::int8_t kNoRegister = -1;
inline constexpr std::int8_t kOtherRegister = -2;  ///< of floating point, the instruction pointer, …
inline constexpr unsigned kRegisterCount = 16;
/// Of a register of Capstone's.
std::int8_t register_number(unsigned capstone_register);
/// Is it ah, bh, ch or dh?
bool is_high_byte(unsigned capstone_register);
/// Of lowest bytes, in the lower half, and of what is above them.
using RegisterSet = std::uint32_t;
constexpr RegisterSet low_of(std::int8_t r) { return r < 0 ? RegisterSet{0} : RegisterSet{1} << r; }
constexpr RegisterSet set_of(std::int8_t r) { return low_of(r) | low_of(r) << kRegisterCount; }

struct Operand {
  enum class Kind : std::uint8_t { constant, reg, memory };
  Kind kind = Kind::constant;
  std::int8_t reg = kNoRegister;  ///< of memory: the base
  std::int8_t index = kNoRegister;
  bool segment = false;    ///< of memory: behind fs or gs, as thread-local storage is, which is none of the stack
  std::uint8_t size = 0;   ///< in bytes; 2 of those like ah, too; 0 if it is not known how much is accessed
  std::int64_t value = 0;  ///< of memory: the displacement
  /// … of general purpose?
  bool is_register() const { return kind == Kind::reg && reg >= 0; }
};

struct Instruction {
  /// What it does with its first operand; the others are read.
  enum class Effect : std::uint8_t {
    other,      ///< anything
    copy,       ///< writes the second to it, as it is (a zero in front of less than 4 bytes)
    address,    ///< writes the address of the second
    add,        ///< adds the second, a constant
    clear,      ///< writes 0
    overwrite,  ///< writes all of it, with something that is no address
    set_part,   ///< writes a part of a register, and leaves the rest
    compare,    ///< reads both, and writes nothing
    push,
    pop,
    leave,
  };
  enum class Flow : std::uint8_t { on, call, jump, branch, back, end, unknown };
  Effect effect = Effect::other;
  Flow flow = Flow::on;
  std::uint8_t size = 0;
  std::uint8_t operand_count = 0;
  Operand operands[4];
  RegisterSet implicit = 0;     ///< registers that it reads, or may write, without naming them
  CodeAddress target = 0;       ///< of a jump, branch or call, if that is known; 0 if not
  bool through_memory = false;  ///< … by what the program may write there, so that it may be something else later
};

/// Of x86-64.
class Disassembler {
 public:
  Disassembler();
  ~Disassembler();
  /// Nothing if there is no instruction within executable memory of this process.
  std::optional<Instruction> read(CodeAddress at);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace graphfuzz::native

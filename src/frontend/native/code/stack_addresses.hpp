// Which registers have addresses of a function's stack, and who gets to know them.
#pragma once

#include <array>
#include <limits>
#include <optional>
#include <string_view>

#include "frontend/native/code/instructions.hpp"

namespace graphfuzz::native {

/// What is in registers before an instruction.
class StackAddresses {
 public:
  StackAddresses() { at_.fill(kNone); }
  /// It may come from elsewhere, too. Has that changed anything?
  bool merge(const StackAddresses& other);
  /// Goes over the instruction. The words that it reads through such addresses; nothing if others may know one
  /// afterwards. `called` if it is a call: the name of an entry point of ThreadSanitizer, empty if it is none.
  std::optional<LiveSet> pass(const cs_insn& i, std::optional<std::string_view> called);

 private:
  static constexpr std::int32_t kNone = std::numeric_limits<std::int32_t>::min();
  static constexpr std::int32_t kSome = kNone + 1;

  std::optional<LiveSet> pass_call(std::string_view called);
  std::optional<LiveSet> pass_operand(const cs_x86_op& operand, bool is_written) const;
  std::int32_t address_of(const x86_op_mem& memory) const;
  std::int32_t in(x86_reg r) const;
  void set(x86_reg r, std::int32_t value);

  std::array<std::int32_t, 16> at_;  // relative to the stack pointer
};

}  // namespace graphfuzz::native

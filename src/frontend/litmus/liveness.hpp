// The control flow of register code, and which registers matter where (backward liveness).
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "code.hpp"

namespace graphfuzz::litmus {

/// Where the instruction at `pc` can lead to.
struct Successors {
  std::array<std::uint32_t, 2> pc{};
  unsigned count = 0;
};
Successors successors(const ThreadCode& code, std::uint32_t pc);

bool is_access(const Instruction& instruction);

class Liveness {
 public:
  /// Of the first `registers` registers; those that are `observed` are live at the end.
  Liveness(const ThreadCode& code, const std::vector<bool>& observed, std::size_t registers);

  bool before(std::uint32_t pc, Register reg) const { return (live_[pc * words_ + reg / 64] >> (reg % 64) & 1) != 0; }
  /// All that are live before the instruction.
  std::vector<Register> before(std::uint32_t pc) const;

 private:
  bool pass(const ThreadCode& code);
  void transfer(const ThreadCode& code, const Instruction& instruction, std::uint64_t* live) const;
  void set(std::uint64_t* live, Register reg, bool value) const;

  std::size_t registers_;
  std::size_t words_;
  std::vector<std::uint64_t> live_;  // per instruction
  std::vector<std::uint64_t> at_end_;
};

}  // namespace graphfuzz::litmus

#include "liveness.hpp"

#include <algorithm>

#include "graphfuzz/stop/stop.hpp"

namespace graphfuzz::litmus {

Successors successors(const ThreadCode& code, std::uint32_t pc) {
  const Instruction& instruction = code.code[pc];
  switch (instruction.opcode) {
    case Opcode::end:
    case Opcode::fail:
      return {};
    case Opcode::jump:
      return {{instruction.target, 0}, 1};
    case Opcode::jump_if_zero:
    case Opcode::jump_if_nonzero:
      return {{pc + 1, instruction.target}, 2};
    default:
      return {{pc + 1, 0}, 1};
  }
}

bool is_access(const Instruction& instruction) {
  return instruction.opcode == Opcode::request || instruction.opcode == Opcode::request_with_registers;
}

Liveness::Liveness(const ThreadCode& code, const std::vector<bool>& observed, std::size_t registers)
    : registers_(registers), words_((registers + 63) / 64), live_(code.code.size() * words_), at_end_(words_) {
  for (std::size_t i = 0; i < observed.size(); ++i) {
    if (observed[i]) set(at_end_.data(), static_cast<Register>(i), true);
  }
  while (pass(code)) {
  }
}

std::vector<Register> Liveness::before(std::uint32_t pc) const {
  std::vector<Register> registers;
  for (std::size_t i = 0; i < registers_; ++i) {
    if (before(pc, static_cast<Register>(i))) registers.push_back(static_cast<Register>(i));
  }
  return registers;
}

bool Liveness::pass(const ThreadCode& code) {
  bool changed = false;
  std::vector<std::uint64_t> now(words_);
  for (auto pc = static_cast<std::uint32_t>(code.code.size()); pc-- > 0;) {
    stop_point();
    const Successors next = successors(code, pc);
    std::fill(now.begin(), now.end(), 0);
    if (code.code[pc].opcode == Opcode::end) now = at_end_;
    for (unsigned i = 0; i < next.count; ++i) {
      for (std::size_t w = 0; w < words_; ++w) now[w] |= live_[next.pc[i] * words_ + w];
    }
    transfer(code, code.code[pc], now.data());
    for (std::size_t w = 0; w < words_; ++w) {
      changed |= live_[pc * words_ + w] != now[w];
      live_[pc * words_ + w] = now[w];
    }
  }
  return changed;
}

void Liveness::transfer(const ThreadCode& code, const Instruction& instruction, std::uint64_t* live) const {
  if (is_access(instruction)) {
    const Access& access = code.accesses[instruction.target];
    // The register for a failed compare_exchange keeps its value when it succeeds: not a definition.
    set(live, access.result, false);
    for (const Register used : {access.address, access.operand, access.expected}) set(live, used, true);
  } else {
    set(live, instruction.result, false);
    set(live, instruction.left, true);
    set(live, instruction.right, true);
  }
}

void Liveness::set(std::uint64_t* live, Register reg, bool value) const {
  if (reg >= registers_) return;
  const std::uint64_t bit = std::uint64_t{1} << (reg % 64);
  live[reg / 64] = value ? live[reg / 64] | bit : live[reg / 64] & ~bit;
}

}  // namespace graphfuzz::litmus

#include "assembler.hpp"

#include <algorithm>

#include "flow.hpp"

namespace graphfuzz::litmus {
namespace {

constexpr Register kSpace = 0xc000;  // which register file a number belongs to, until they are laid out
constexpr Register kTemporary = 0x4000;
constexpr Register kCounter = 0x8000;
constexpr Register kConstant = 0xc000;
constexpr std::size_t kMaxPerSpace = 4096;
constexpr std::size_t kMaxCode = 20000;

bool is_jump(Opcode opcode) {
  return opcode == Opcode::jump || opcode == Opcode::jump_if_zero || opcode == Opcode::jump_if_nonzero;
}

}  // namespace

Register Assembler::add_variable(const Variable& variable, std::size_t offset) {
  if (code_.variables.size() == kMaxPerSpace) source_.expected(offset, "no more than 4096 registers", "more");
  code_.variables.push_back(variable);
  return static_cast<Register>(code_.variables.size() - 1);
}

std::optional<Register> Assembler::find_variable(std::string_view name) const {
  const auto& variables = code_.variables;
  const auto found =
      std::find_if(variables.begin(), variables.end(), [&](const Variable& v) { return v.name == name; });
  if (found == variables.end()) return std::nullopt;
  return static_cast<Register>(found - variables.begin());
}

Register Assembler::temporary(std::size_t offset) {
  if (temporaries_in_use_ == kMaxPerSpace) source_.expected(offset, "a simpler expression", "one that is too long");
  const auto reg = static_cast<Register>(kTemporary | temporaries_in_use_++);
  temporaries_ = std::max(temporaries_, temporaries_in_use_);
  return reg;
}

Register Assembler::materialise(const Operand& operand) {
  if (!operand.is_constant) return operand.reg;
  auto found = std::find(constants_.begin(), constants_.end(), operand.value);
  if (found == constants_.end()) found = constants_.insert(constants_.end(), operand.value);
  return static_cast<Register>(kConstant | (found - constants_.begin()));
}

Instruction& Assembler::emit(const Instruction& instruction, std::size_t offset) {
  // An instruction uses at most a few constants, so this bounds them too.
  if (code_.code.size() == kMaxCode || constants_.size() >= kMaxPerSpace) {
    source_.expected(offset, "a function of no more than 20000 instructions", "a longer one");
  }
  code_.code.push_back(instruction);
  return code_.code.back();
}

void Assembler::emit_access(const Access& access, std::size_t offset) {
  Instruction instruction;
  const bool fixed = access.address == kNoRegister && access.operand == kNoRegister && access.expected == kNoRegister;
  instruction.opcode = fixed ? Opcode::request : Opcode::request_with_registers;
  instruction.target = static_cast<std::uint32_t>(code_.accesses.size());
  emit(instruction, offset);
  code_.accesses.push_back(access);
}

Label Assembler::new_label() {
  labels_.push_back(0);
  return static_cast<Label>(labels_.size() - 1);
}

void Assembler::jump(Opcode opcode, const Operand& condition, Label target, std::size_t offset) {
  Instruction instruction;
  instruction.opcode = opcode;
  if (opcode != Opcode::jump) instruction.left = materialise(condition);
  instruction.target = target;
  emit(instruction, offset);
}

std::uint32_t Assembler::add_loop(std::size_t offset) {
  if (code_.loops.size() == kMaxLoops) source_.expected(offset, "no more than 32 loops in a thread", "more");
  Loop loop;
  loop.counter = static_cast<Register>(kCounter | code_.loops.size());
  code_.loops.push_back(loop);
  return static_cast<std::uint32_t>(code_.loops.size() - 1);
}

void Assembler::emit_checkpoint(std::uint32_t loop, std::size_t offset) {
  Instruction instruction;
  instruction.opcode = Opcode::checkpoint;
  instruction.target = static_cast<std::uint32_t>(code_.checkpoints.size());
  code_.loops[loop].checkpoints |= std::uint64_t{1} << instruction.target;
  code_.checkpoints.emplace_back().pc = static_cast<std::uint32_t>(code_.code.size());
  emit(instruction, offset);
}

Register Assembler::locate(Register reg) const {
  if (reg == kNoRegister) return reg;
  const auto index = static_cast<std::size_t>(reg & static_cast<Register>(~kSpace));
  const std::size_t counters = code_.variables.size();
  const std::size_t temporaries = counters + code_.loops.size();
  switch (reg & kSpace) {
    case kCounter:
      return static_cast<Register>(counters + index);
    case kTemporary:
      return static_cast<Register>(temporaries + index);
    case kConstant:
      return static_cast<Register>(temporaries + temporaries_ + index);
    default:
      return reg;
  }
}

ThreadCode Assembler::finish(const std::vector<Value>& initial, const std::vector<bool>& observed) {
  code_.saved = static_cast<std::uint32_t>(code_.variables.size() + code_.loops.size());
  code_.registers = initial;
  code_.registers.resize(code_.saved + temporaries_, 0);
  code_.registers.insert(code_.registers.end(), constants_.begin(), constants_.end());
  for (Instruction& instruction : code_.code) {
    instruction.result = locate(instruction.result);
    instruction.left = locate(instruction.left);
    instruction.right = locate(instruction.right);
    if (is_jump(instruction.opcode)) instruction.target = labels_[instruction.target];
  }
  for (Access& access : code_.accesses) {
    for (Register* reg :
         {&access.address, &access.operand, &access.expected, &access.result, &access.expected_result}) {
      *reg = locate(*reg);
    }
  }
  for (Loop& loop : code_.loops) loop.counter = locate(loop.counter);
  analyse_flow(code_, observed);
  return std::move(code_);
}

}  // namespace graphfuzz::litmus

// Collects the instructions of one thread: gives out registers, patches jumps, lays out the register file.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "code.hpp"
#include "source.hpp"

namespace graphfuzz::litmus {

/// A value during compilation: a constant or a register.
struct Operand {
  bool is_constant = true;
  Value value = 0;
  Register reg = kNoRegister;
  Type type = kInt;
};

inline Operand constant(Value value, const Type& type) { return {true, value, kNoRegister, type}; }

/// An instruction whose result has this type.
inline Instruction typed_instruction(Opcode opcode, const Type& type) {
  Instruction instruction;
  instruction.opcode = opcode;
  instruction.shift = static_cast<std::uint8_t>(64 - type.value_bits());
  instruction.is_signed = type.value_signed();
  return instruction;
}

using Label = std::uint32_t;

class Assembler {
 public:
  explicit Assembler(const Source& source) : source_(source) {}

  // Registers. Until `finish`, the two upper bits of a register's number tell what it is.
  Register add_variable(const Variable& variable, std::size_t offset);
  std::optional<Register> find_variable(std::string_view name) const;
  Variable& variable(Register reg) { return code_.variables[reg]; }
  const std::vector<Variable>& variables() const { return code_.variables; }
  Register temporary(std::size_t offset);
  void release_temporaries() { temporaries_in_use_ = 0; }
  /// The register itself, or one that holds the constant.
  Register materialise(const Operand& operand);

  Instruction& emit(const Instruction& instruction, std::size_t offset);
  void emit_access(const Access& access, std::size_t offset);
  Label new_label();
  void bind(Label label) { labels_[label] = static_cast<std::uint32_t>(code_.code.size()); }
  void jump(Opcode opcode, const Operand& condition, Label target, std::size_t offset);

  /// A bounded loop; its number is the operand of enter_loop and count_iteration.
  std::uint32_t add_loop(std::size_t offset);
  void emit_checkpoint(std::uint32_t loop, std::size_t offset);

  /// Patches jumps and registers, runs the flow analyses. `initial` are the values of the variables; `observed` those
  /// that matter at the end.
  ThreadCode finish(const std::vector<Value>& initial, const std::vector<bool>& observed);

 private:
  Register locate(Register reg) const;

  const Source& source_;
  ThreadCode code_;
  std::vector<std::uint32_t> labels_;
  std::vector<Value> constants_;
  std::uint32_t temporaries_ = 0;
  std::uint32_t temporaries_in_use_ = 0;
};

}  // namespace graphfuzz::litmus

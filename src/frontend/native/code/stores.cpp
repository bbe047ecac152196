#include "frontend/native/code/stores.hpp"

#include <array>

namespace graphfuzz::native {
namespace {

bool may_store(const Instruction& code) {
  const bool to_memory = code.operand_count > 0 && code.operands[0].kind == Operand::Kind::memory;
  return to_memory && code.effect != Instruction::Effect::compare && code.effect != Instruction::Effect::push;
}

bool look(CodeAddress begin, CodeAddress end) {
  // Two calls of one statement are that near each other.
  constexpr CodeAddress kFarthest = 256;
  static Disassembler disassembler;
  if (end <= begin || end - begin > kFarthest) return true;
  for (CodeAddress at = begin; at < end;) {
    const std::optional<Instruction> code = disassembler.read(at);
    if (!code) return true;
    at += code->size;
    if (code->flow == Instruction::Flow::call && at == end) return false;
    if (code->flow != Instruction::Flow::on || may_store(*code)) return true;
  }
  return true;
}

}  // namespace

bool may_store_between(CodeAddress begin, CodeAddress end) {
  struct Known {
    CodeAddress begin = 0;
    CodeAddress end = 0;
    bool stores = false;
  };
  constexpr std::size_t kKnown = 1024;
  static std::array<Known, kKnown> known{};
  Known& entry = known[(begin * 31 + end) % kKnown];
  if (entry.begin != begin || entry.end != end) entry = {begin, end, look(begin, end)};
  return entry.stores;
}

}  // namespace graphfuzz::native

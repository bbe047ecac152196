#include "frontend/native/code/compared.hpp"

#include <algorithm>
#include <limits>

namespace graphfuzz::native {
namespace {

constexpr CodeAddress kFarthestLook = 512;
constexpr std::size_t kMostNumbers = 8;
constexpr std::int64_t kLargestNumber = std::numeric_limits<std::uint32_t>::max();

bool is_constant(const Operand& operand) { return operand.kind == Operand::Kind::constant; }

// What is added to something that may be compared next: a compiler makes `x >= 5 && x <= 9` of `unsigned(x - 5) <= 4`.
// 0 if it is something else.
std::int64_t added(const Instruction& code) {
  if (code.operand_count < 2 || code.operands[0].kind != Operand::Kind::reg || code.operands[0].reg == kRsp) return 0;
  const Operand& from = code.operands[1];
  if (code.effect == Instruction::Effect::add && is_constant(from)) return from.value;
  const bool of_one_register = from.kind == Operand::Kind::memory && from.reg >= 0 && from.index == kNoRegister &&
                               from.reg != kRsp && from.reg != kRbp;
  return code.effect == Instruction::Effect::address && of_one_register ? from.value : 0;
}

}  // namespace

std::vector<std::int64_t> compared_behind(CodeAddress begin) {
  static Disassembler disassembler;
  std::vector<std::int64_t> found;
  const auto note = [&](std::int64_t value) {
    if (value < -kLargestNumber - 1 || value > kLargestNumber || found.size() >= kMostNumbers) return;
    if (std::find(found.begin(), found.end(), value) == found.end()) found.push_back(value);
  };
  std::int64_t offset = 0;
  for (CodeAddress at = begin; at < begin + kFarthestLook && found.size() < kMostNumbers;) {
    const std::optional<Instruction> code = disassembler.read(at);
    if (!code) break;
    at += code->size;
    if (code->effect == Instruction::Effect::compare && code->operand_count >= 2 && is_constant(code->operands[1])) {
      const std::int64_t bound = code->operands[1].value;
      // Compilers know but "at most" and "more than".
      for (const std::int64_t value : {bound, bound + 1}) note(value - offset);
      if (offset != 0) note(-offset);
      offset = 0;
    } else if (const std::int64_t more = added(*code); more != 0) {
      offset = more;
    } else if (code->flow != Instruction::Flow::on) {
      offset = 0;
    }
  }
  return found;
}

}  // namespace graphfuzz::native

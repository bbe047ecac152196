#include "flow.hpp"

#include "liveness.hpp"

namespace graphfuzz::litmus {
namespace {

/// Does the instruction write memory whatever happens?
bool always_writes(const ThreadCode& code, const Instruction& instruction) {
  if (!is_access(instruction)) return false;
  const Request& request = code.accesses[instruction.target].request;
  return request.kind == RequestKind::write || request.kind == RequestKind::update || request.lock;
}

void find_returns(ThreadCode& code) {
  std::vector<std::uint64_t> reachable(code.code.size());  // checkpoints reachable from here on, without writing
  const auto behind = [&](std::uint32_t pc) {
    const Successors next = successors(code, pc);
    std::uint64_t set = 0;
    for (unsigned i = 0; i < next.count; ++i) set |= reachable[next.pc[i]];
    return set;
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (auto pc = static_cast<std::uint32_t>(code.code.size()); pc-- > 0;) {
      const Instruction& instruction = code.code[pc];
      std::uint64_t set = always_writes(code, instruction) ? 0 : behind(pc);
      if (instruction.opcode == Opcode::checkpoint) set |= std::uint64_t{1} << instruction.target;
      // Behind this point it is another activation of the loop.
      if (instruction.opcode == Opcode::enter_loop) set &= ~code.loops[instruction.target].checkpoints;
      changed |= reachable[pc] != set;
      reachable[pc] = set;
    }
  }
  for (std::uint32_t pc = 0; pc < code.code.size(); ++pc) {
    if (!is_access(code.code[pc]) || always_writes(code, code.code[pc])) continue;
    Access& access = code.accesses[code.code[pc].target];
    if (access.request.kind != RequestKind::fence) access.returns = behind(pc);
  }
}

}  // namespace

void analyse_flow(ThreadCode& code, const std::vector<bool>& observed) {
  code.observed = observed;
  if (code.checkpoints.empty()) return;
  find_returns(code);
  std::uint64_t useful = 0;
  for (const Access& access : code.accesses) useful |= access.returns;
  const Liveness liveness(code, observed, code.variables.size());
  for (std::size_t i = 0; i < code.checkpoints.size(); ++i) {
    Checkpoint& checkpoint = code.checkpoints[i];
    if ((useful >> i & 1) != 0) {
      checkpoint.live = liveness.before(checkpoint.pc);
    } else {
      code.code[checkpoint.pc].opcode = Opcode::nothing;  // every iteration writes: nothing to save
    }
  }
}

}  // namespace graphfuzz::litmus

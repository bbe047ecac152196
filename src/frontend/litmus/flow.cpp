#include "flow.hpp"

#include <algorithm>

#include "graphfuzz/stop/stop.hpp"
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
    stop_point();
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
    if (access.request.kind == RequestKind::fence) continue;
    access.returns = behind(pc);
    for (std::size_t i = 0; i < code.checkpoints.size(); ++i) {
      if ((access.returns >> i & 1) == 0) continue;
      Checkpoint& checkpoint = code.checkpoints[i];
      checkpoint.read.push_back(access.address == kNoRegister ? access.request.location : kNoLocation);
      if (!is_atomic(access.request.order)) checkpoint.reads_plainly = true;
    }
  }
  for (Checkpoint& checkpoint : code.checkpoints) std::sort(checkpoint.read.begin(), checkpoint.read.end());
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

void find_later_writes(ThreadCode& code, std::size_t locations) {
  constexpr std::size_t kMostBits = 1 << 24;
  const std::size_t words = (locations + 63) / 64;
  if (words * 64 * code.code.size() > kMostBits) return;
  code.write_words = words;
  code.later_writes.assign(code.code.size() * words, 0);
  std::vector<std::uint64_t> now(words);
  for (bool changed = true; changed;) {
    changed = false;
    for (auto pc = static_cast<std::uint32_t>(code.code.size()); pc-- > 0;) {
      stop_point();
      const Successors next = successors(code, pc);
      std::fill(now.begin(), now.end(), 0);
      for (unsigned i = 0; i < next.count; ++i) {
        for (std::size_t w = 0; w < words; ++w) now[w] |= code.later_writes[next.pc[i] * words + w];
      }
      if (is_access(code.code[pc])) {
        const Access& access = code.accesses[code.code[pc].target];
        const RequestKind kind = access.request.kind;
        if (kind == RequestKind::write || kind == RequestKind::update || kind == RequestKind::compare_exchange) {
          if (access.address != kNoRegister) {
            std::fill(now.begin(), now.end(), ~std::uint64_t{0});
          } else {
            now[access.request.location / 64] |= std::uint64_t{1} << (access.request.location % 64);
          }
        }
      }
      for (std::size_t w = 0; w < words; ++w) {
        changed |= code.later_writes[pc * words + w] != now[w];
        code.later_writes[pc * words + w] = now[w];
      }
    }
  }
}

}  // namespace graphfuzz::litmus

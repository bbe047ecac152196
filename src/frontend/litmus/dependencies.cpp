#include "dependencies.hpp"

#include <algorithm>

#include "arithmetic.hpp"

namespace graphfuzz::litmus {
namespace {

void merge(std::vector<Dependency>& into, const std::vector<Dependency>& from) {
  if (from.empty()) return;
  const auto middle = static_cast<std::ptrdiff_t>(into.size());
  into.insert(into.end(), from.begin(), from.end());
  std::inplace_merge(into.begin(), into.begin() + middle, into.end());
  into.erase(std::unique(into.begin(), into.end()), into.end());
}

}  // namespace

DependencyTracker::DependencyTracker(const ThreadCode& code, const std::vector<Cell>& cells, unsigned unroll)
    : code_(code), cells_(cells), unroll_(unroll) {
  reset();
}

void DependencyTracker::reset() {
  state_ = {};
  state_.registers.resize(code_.registers.size());
  state_.checkpoints.resize(code_.checkpoints.size());
  follow(0, code_.registers.data());
}

void DependencyTracker::save() { saved_ = state_; }
void DependencyTracker::restore() { state_ = saved_; }

void DependencyTracker::resumed(RequestKind kind, bool succeeded, std::uint32_t index, std::uint32_t pc,
                                const Value* registers) {
  const Access& access = *state_.access;
  if (kind == RequestKind::compare_exchange) {
    if (!succeeded) state_.registers[access.expected_result] = {{DependencyKind::data, false, index}};
    state_.registers[access.result] = {{DependencyKind::data, true, index}};
  } else if (kind == RequestKind::read || kind == RequestKind::update) {
    state_.registers[access.result] = {{DependencyKind::data, false, index}};
  }
  follow(pc, registers);
}

void DependencyTracker::rewound(std::uint32_t checkpoint, const Value* registers) {
  const State at = state_.checkpoints[checkpoint];
  state_.registers = at.registers;
  state_.control = at.control;
  follow(code_.checkpoints[checkpoint].pc + 1, registers);
}

void DependencyTracker::depend(DependencyKind kind, const Sources& sources, bool tested) {
  for (const Dependency& source : sources) state_.pending.push_back({kind, source.tested || tested, source.read});
}

void DependencyTracker::ask(const Access& access) {
  state_.access = &access;
  if (access.address != kNoRegister) depend(DependencyKind::address, state_.registers[access.address]);
  if (access.operand != kNoRegister) depend(DependencyKind::data, state_.registers[access.operand]);
  // What is expected decides whether the desired value is written, and is not in it.
  if (access.expected != kNoRegister) depend(DependencyKind::data, state_.registers[access.expected], true);
}

// Runs from `pc` to the next request.
void DependencyTracker::follow(std::uint32_t pc, const Value* registers) {
  values_.assign(registers, registers + code_.registers.size());
  state_.pending.clear();
  std::vector<Sources>& sources = state_.registers;
  bool asked = false;
  for (std::int64_t steps = kMaxSteps; steps > 0 && !asked; --steps) {
    const Instruction& i = code_.code[pc];
    switch (i.opcode) {
      case Opcode::request:
      case Opcode::request_with_registers:
        ask(code_.accesses[i.target]);
        asked = true;
        break;
      case Opcode::jump:
        pc = i.target;
        continue;
      case Opcode::jump_if_zero:
      case Opcode::jump_if_nonzero:
        merge(state_.control, sources[i.left]);
        if ((values_[i.left] == 0) == (i.opcode == Opcode::jump_if_zero)) {
          pc = i.target;
          continue;
        }
        break;
      case Opcode::enter_loop:
        values_[code_.loops[i.target].counter] = 0;
        break;
      case Opcode::count_iteration:
        asked = values_[code_.loops[i.target].counter]++ == static_cast<Value>(unroll_);
        break;
      case Opcode::checkpoint: {
        State& at = state_.checkpoints[i.target];
        at.registers = sources;
        at.control = state_.control;
        break;
      }
      case Opcode::assume:
        merge(state_.control, sources[i.left]);
        break;
      case Opcode::fail:
      case Opcode::end:
        asked = true;
        break;
      default: {
        asked = !compute(i, values_.data(), cells_);
        if (asked || i.opcode == Opcode::nothing) break;
        Sources result = sources[i.left];
        if (has_two_operands(i.opcode)) merge(result, sources[i.right]);
        sources[i.result] = std::move(result);
      }
    }
    ++pc;
  }
  depend(DependencyKind::control, state_.control);
  std::sort(state_.pending.begin(), state_.pending.end());
  state_.pending.erase(std::unique(state_.pending.begin(), state_.pending.end()), state_.pending.end());
}

}  // namespace graphfuzz::litmus

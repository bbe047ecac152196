// Which registers are live, in the strong sense: what only goes into what nobody reads is not (Giegerich, Möncke,
// Wilhelm, "Invariance of approximative semantics with respect to program transformations", 1981: faint variables). A
// count of attempts is like that if all that it decides is how long to pause, or when to yield: a branch decides
// nothing if both ways come together again, do nothing before but compute, and what they compute is not live there.
#include <algorithm>

#include "frontend/native/code/function_code.hpp"

namespace graphfuzz::native {
namespace {

using Effect = Instruction::Effect;
using Flow = Instruction::Flow;

// So far it is looked for where the ways of a branch come together.
constexpr std::size_t kFarthestJoin = 64;

// Does it nothing but write registers, and flags?
bool only_computes(const Instruction& code) {
  // What names no operand is a fence, or is of registers that are not looked at.
  if (code.flow != Flow::on || code.implicit != 0 || code.operand_count == 0) return false;
  if (code.effect == Effect::push || code.effect == Effect::pop || code.effect == Effect::leave) return false;
  for (unsigned n = 0; n < code.operand_count; ++n) {
    const Operand& operand = code.operands[n];
    const bool address = code.effect == Effect::address && n == 1;
    if (operand.kind != Operand::Kind::constant && !operand.is_register() && !address) return false;
    if (operand.is_register() && operand.reg == kRsp && n == 0) return false;
  }
  return true;
}

// The registers that it may write, at most.
RegisterSet written_operands(const Instruction& code) {
  RegisterSet result = 0;
  const unsigned count = code.effect == Effect::compare ? 0 : code.effect == Effect::other ? code.operand_count : 1;
  for (unsigned n = 0; n < std::min<unsigned>(count, code.operand_count); ++n) {
    if (code.operands[n].is_register()) result |= set_of(code.operands[n].reg);
  }
  return result;
}

bool compares(const Instruction& code) { return code.effect == Effect::compare && code.operand_count == 2; }
bool sets_flags(const Instruction& code) {
  return compares(code) || code.effect == Effect::add || code.effect == Effect::clear || code.effect == Effect::other;
}
// At most.
bool reads_flags(const FunctionCode::Step& step) {
  if (step.code.flow == Flow::branch) return step.decides;
  if (step.code.flow != Flow::on) return step.code.flow == Flow::unknown;
  return step.code.effect == Effect::overwrite || step.code.effect == Effect::set_part ||
         step.code.effect == Effect::other;
}

bool only_writes_first(Effect effect) {
  return effect == Effect::copy || effect == Effect::address || effect == Effect::clear ||
         effect == Effect::overwrite || effect == Effect::set_part || effect == Effect::pop;
}

bool does_nothing(const FunctionCode::Step& step) {
  const Instruction& code = step.code;
  const bool pauses = code.flow == Flow::on && code.effect == Effect::compare && code.operand_count < 2;
  return only_computes(code) || pauses || code.flow == Flow::jump ||
         (code.flow == Flow::branch && code.implicit == 0) ||
         (code.flow == Flow::call && step.called == CalledFunction::does_nothing);
}

}  // namespace

RegisterSet FunctionCode::written_by(const Step& step) {
  if (step.code.flow == Flow::unknown) return kAllRegisters;
  RegisterSet written = step.code.implicit | written_operands(step.code);
  if (step.code.flow == Flow::call && step.called != CalledFunction::notes_access) written |= set_of(kRax);
  const bool may_return_two = !is_instrumentation(step.called) && step.called != CalledFunction::does_nothing;
  if (step.code.flow == Flow::call && may_return_two) written |= set_of(kRdx);
  return written;
}

// By an operand: what calls and returns may read is not meant.
RegisterSet FunctionCode::operands_read_by(const Step& step) {
  if (step.code.effect == Effect::clear) return 0;
  RegisterSet reads = 0;
  for (unsigned n = 0; n < step.code.operand_count; ++n) {
    const Operand& operand = step.code.operands[n];
    if (operand.kind == Operand::Kind::memory) reads |= set_of(operand.reg) | set_of(operand.index);
    if (operand.kind != Operand::Kind::reg || (n == 0 && only_writes_first(step.code.effect))) continue;
    reads |= operand.size == 1 ? low_of(operand.reg) : set_of(operand.reg);
  }
  return reads;
}

// Is it read from there on before it is written?
bool FunctionCode::is_read_from(CodeAddress from, RegisterSet reg) const {
  std::vector<CodeAddress> open{from};
  for (std::size_t i = 0; i < open.size(); ++i) {
    const Step* const step = at(open[i]);
    if (step == nullptr || (operands_read_by(*step) & reg) != 0) return true;
    if ((written_by(*step) & reg) != 0) continue;
    for (const CodeAddress next : {step->next, step->branch}) {
      if (next != 0 && std::ranges::find(open, next) == open.end()) open.push_back(next);
    }
  }
  return false;
}

void FunctionCode::note_registers(Step& step) const {
  const Instruction& code = step.code;
  step.uses = code.implicit | set_of(kRsp) | operands_read_by(step);
  const Operand& first = code.operands[0];
  if (first.is_register() && only_writes_first(code.effect) && first.size != 2) {
    step.kills |= first.size == 1 ? low_of(first.reg) : set_of(first.reg);
  }
  if (code.effect == Effect::leave) step.uses |= set_of(kRbp);
  if (code.flow == Flow::call) {
    const bool has_arguments = step.called != CalledFunction::does_nothing;
    if (has_arguments) step.uses |= kArgumentSet;
    // How many vectors there are, if they may be many; the surroundings of nested functions.
    if (has_arguments && !is_instrumentation(step.called)) step.uses |= set_of(kRax) | set_of(kR10);
    step.kills |= kLostInCalls;
    step.uses |= step.lands ? kKeptInCalls : step.left;
  }
  if (code.flow == Flow::back) step.uses |= kKeptInCalls | (written_ & kReturnSet);
  if (code.flow == Flow::unknown) step.uses = kAllRegisters;
}

// What calls have lost nobody reads before it is set again, whatever later calls may take for arguments.
void FunctionCode::follow_sets(CodeAddress begin) {
  steps_.find(begin)->second.set = kAllRegisters;
  std::vector<CodeAddress> open{begin};
  while (!open.empty()) {
    const Step& step = steps_.find(open.back())->second;
    open.pop_back();
    const RegisterSet kept = step.code.flow == Flow::call ? step.set & ~kLostInCalls : step.set;
    const RegisterSet set = kept | written_by(step);
    for (const CodeAddress next : {step.next, step.branch}) {
      if (next == 0) continue;
      Step& to = steps_.find(next)->second;
      if ((set & ~to.set) == 0) continue;
      to.set |= set;
      open.push_back(next);
    }
  }
}

// The steps on the ways from a branch, up to `end`. False if they go elsewhere, or round for ever; of a loop that does
// nothing, and can come to its end, it is taken that it does, as by the languages.
bool FunctionCode::ways_to(CodeAddress from, CodeAddress end, std::vector<CodeAddress>& ways) const {
  ways.clear();
  const auto follow = [&](const Step& step) {
    for (const CodeAddress next : {step.next, step.branch}) {
      if (next != 0 && next != end && std::ranges::find(ways, next) == ways.end()) ways.push_back(next);
    }
  };
  follow(*at(from));
  for (std::size_t i = 0; i < ways.size(); ++i) {
    const Step* const step = ways.size() > kFarthestJoin ? nullptr : at(ways[i]);
    if (step == nullptr || !does_nothing(*step) || (step->next == 0 && step->branch == 0)) return false;
    follow(*step);
  }
  std::vector<CodeAddress> ending{end};
  const auto ends = [&](CodeAddress place) { return std::ranges::find(ending, place) != ending.end(); };
  for (bool changed = true; changed;) {
    changed = false;
    for (const CodeAddress way : ways) {
      const Step& step = *at(way);
      if (ends(way) || (!ends(step.next) && !ends(step.branch))) continue;
      ending.push_back(way);
      changed = true;
    }
  }
  return ending.size() == ways.size() + 1;
}

// The nearest place where the ways of a branch come together, with nothing done before.
std::optional<FunctionCode::Fork> FunctionCode::fork_at(CodeAddress branch) const {
  // All of them that lead on go through the first step that does something.
  std::vector<CodeAddress> seen{branch};
  std::optional<CodeAddress> end;
  for (std::size_t i = 0; i < seen.size(); ++i) {
    const Step* const step = seen.size() > kFarthestJoin ? nullptr : at(seen[i]);
    if (step == nullptr) return {};
    if (!does_nothing(*step)) {
      if (end && *end != seen[i]) return {};
      end = seen[i];
      continue;
    }
    for (const CodeAddress next : {step->next, step->branch}) {
      if (next != 0 && std::ranges::find(seen, next) == seen.end()) seen.push_back(next);
    }
  }
  if (!end) return {};
  std::optional<Fork> nearest;
  std::vector<CodeAddress> ways;
  std::size_t least = kFarthestJoin;
  for (const CodeAddress place : seen) {
    if (place == branch || !ways_to(branch, place, ways) || ways.size() >= least) continue;
    least = ways.size();
    nearest = Fork{branch, place, 0, false};
    for (const CodeAddress way : ways) {
      const Step& step = *at(way);
      nearest->written |= step.code.flow == Flow::call ? step.kills : written_operands(step.code);
      nearest->flags |= sets_flags(step.code) || step.code.flow == Flow::call;
    }
  }
  return nearest;
}

void FunctionCode::settle_registers() {
  std::vector<Fork> forks;
  for (const CodeAddress address : addresses_) {
    Step& step = steps_.find(address)->second;
    if (step.code.flow != Flow::branch || step.code.implicit != 0) continue;
    if (const auto fork = fork_at(address)) {
      step.decides = false;
      forks.push_back(*fork);
    }
  }
  // Those that decide something make more live, so that others may.
  for (bool changed = true; changed;) {
    settle([](Step& step, const Step* next, const Step* branch) {
      RegisterSet live = 0;
      bool flags = false;
      for (const Step* const after : {next, branch}) {
        if (after == nullptr) continue;
        live |= after->live;
        flags |= after->live_flags;
      }
      const bool matters =
          !only_computes(step.code) || (written_operands(step.code) & live) != 0 || (sets_flags(step.code) && flags);
      const RegisterSet before = (live & ~step.kills) | (matters ? step.uses : set_of(kRsp));
      const bool flags_before = (flags && !compares(step.code)) || (matters && reads_flags(step));
      const bool differs = before != step.live || flags_before != step.live_flags;
      step.live = before;
      step.live_flags = flags_before;
      return differs;
    });
    changed = false;
    for (const Fork& fork : forks) {
      Step& step = steps_.find(fork.branch)->second;
      const Step& joined = steps_.find(fork.joins)->second;
      if (step.decides) continue;
      // What a call has lost is read by nobody, even if the next call might have it for an argument.
      const bool differs = (fork.written & joined.live & joined.set) != 0 || (fork.flags && joined.live_flags);
      if (!differs) continue;
      step.decides = changed = true;
    }
  }
}

}  // namespace graphfuzz::native

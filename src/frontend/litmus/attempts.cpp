#include "attempts.hpp"

#include <algorithm>

#include "graphfuzz/stop/stop.hpp"

namespace graphfuzz::litmus {
namespace {

// In the loops of a thread; with more, none is taken for an attempt.
constexpr std::size_t kMaxUpdates = 64;

// The updates in loops.
std::vector<std::uint32_t> repeated_updates(const AttemptCode& code) {
  std::vector<std::uint32_t> repeated;
  for (std::uint32_t pc = 0; pc < code.size(); ++pc) {
    if (!code.is(pc, RequestKind::update)) continue;
    stop_point();
    // In a loop is what a jump behind it leads back over.
    for (std::uint32_t from = pc; from < code.size(); ++from) {
      const Successors next = successors(code.code(), from);
      if (!std::any_of(next.pc.begin(), next.pc.begin() + next.count, [&](std::uint32_t to) { return to <= pc; }))
        continue;
      repeated.push_back(pc);
      break;
    }
  }
  return repeated;
}

// May a thread that goes back to an attempt do this on the way?
bool is_harmless(const AttemptCode& code, const LocationUses& uses, std::uint32_t pc) {
  switch (code.code().code[pc].opcode) {
    case Opcode::request: {
      const Request& request = code.access(pc).request;
      if (request.kind == RequestKind::fence) return true;
      return request.kind == RequestKind::read && is_atomic(request.order) && uses.races_with_nothing(request.location);
    }
    case Opcode::request_with_registers:
    case Opcode::fail:
    case Opcode::assume:
    case Opcode::divide:
    case Opcode::modulo:
    case Opcode::end:
      return false;
    default:
      return true;
  }
}

Attempt attempt_at(std::size_t thread, const AttemptCode& code, std::uint32_t pc,
                   const std::vector<std::uint32_t>& repeated) {
  Attempt a{thread, &code, code.access(pc).request.location, {}, std::vector<bool>(code.size()), false};
  a.retry.pc = pc;
  a.retry.undoes.resize(code.size());
  for (std::uint32_t other = 0; other < code.size(); ++other) {
    if (code.undoes(other, pc)) a.undone = a.retry.undoes[other] = true;
  }
  std::set<Register> live;
  for (const std::uint32_t other : repeated) {
    if (!code.same_attempt(pc, other)) continue;
    a.again[other] = true;
    for (const Register reg : code.liveness().before(other + 1)) {
      if (reg != code.access(other).result) live.insert(reg);
    }
  }
  a.retry.live.assign(live.begin(), live.end());
  return a;
}

}  // namespace

LocationUses::LocationUses(const std::vector<ThreadCode>& threads, std::size_t locations)
    : plain_(locations, false), fixed_(locations, true) {
  for (const ThreadCode& code : threads) {
    for (const Access& access : code.accesses) {
      const Request& request = access.request;
      if (request.kind == RequestKind::fence) continue;
      const bool plain = !is_atomic(request.order);
      if (access.address != kNoRegister) {
        addresses_ = true;
        plain_addresses_ |= plain;
        continue;
      }
      if (plain) plain_[request.location] = true;
      if (access.operand != kNoRegister || access.expected != kNoRegister) fixed_[request.location] = false;
    }
  }
}

bool Attempt::find_ways_back(const LocationUses& uses) {
  // All ways lead to an attempt, or go round for ever; and one of them leads there.
  std::vector<bool> good(code->size());
  for (std::uint32_t pc = 0; pc < code->size(); ++pc) good[pc] = again[pc] || is_harmless(*code, uses, pc);
  std::vector<bool> comes_back = again;
  for (bool changed = true; changed;) {
    changed = false;
    for (std::uint32_t pc = code->size(); pc-- > 0;) {
      if (again[pc]) continue;
      const Successors next = successors(code->code(), pc);
      bool all = true;
      bool some = false;
      for (unsigned i = 0; i < next.count; ++i) {
        all &= good[next.pc[i]];
        some |= comes_back[next.pc[i]];
      }
      if (good[pc] && !all) {
        good[pc] = false;
        changed = true;
      }
      if (!comes_back[pc] && some) comes_back[pc] = changed = true;
    }
  }
  retry.leads_back.resize(code->size());
  for (std::uint32_t pc = 0; pc < code->size(); ++pc) {
    retry.leads_back[pc] =
        is_access(code->code().code[pc]) && good[pc] && comes_back[pc] && changes_nothing(region(pc));
  }
  return std::find(retry.leads_back.begin(), retry.leads_back.end(), true) != retry.leads_back.end();
}

// What can be on the way from `pc` to the next attempt.
std::vector<bool> Attempt::region(std::uint32_t pc) const {
  std::vector<bool> seen(again.size());
  std::vector<std::uint32_t> todo{pc};
  seen[pc] = true;
  while (!todo.empty()) {
    const std::uint32_t at = todo.back();
    todo.pop_back();
    if (again[at]) continue;
    const Successors next = successors(code->code(), at);
    for (unsigned i = 0; i < next.count; ++i) {
      if (seen[next.pc[i]]) continue;
      seen[next.pc[i]] = true;
      todo.push_back(next.pc[i]);
    }
  }
  return seen;
}

bool Attempt::changes_nothing(const std::vector<bool>& on_the_way) const {
  for (std::uint32_t pc = 0; pc < code->size(); ++pc) {
    if (!on_the_way[pc] || again[pc]) continue;
    const Instruction& i = code->code().code[pc];
    const Register result = is_access(i) ? code->access(pc).result : i.result;
    if (std::binary_search(retry.live.begin(), retry.live.end(), result)) return false;
  }
  return true;
}

// Is the load on a way back on which it can come round to itself?
bool Attempt::goes_round(std::uint32_t load) const {
  const Successors next = successors(code->code(), load);
  for (unsigned i = 0; i < next.count; ++i) {
    if (region(next.pc[i])[load]) return true;
  }
  return false;
}

std::optional<bool> Attempt::fails(std::uint32_t pc, Value value) const {
  const Path path = code->follow(pc, value);
  if (!path.determined) return std::nullopt;
  for (const Register reg : retry.live) {
    if (path.touched[reg]) return false;
  }
  const Request& request = code->access(pc).request;
  const bool writes_it_back =
      apply(request.operation, value, request.operand, request.bits, request.is_signed) == value;
  if (writes_it_back) return retry.leads_back[path.pc];
  if (!retry.undoes[path.pc]) return false;
  // The undoing update's own result is not looked at.
  const Path behind = code->follow(path.pc, 0);
  if (!behind.determined) return std::nullopt;
  return retry.leads_back[behind.pc] &&
         std::none_of(retry.live.begin(), retry.live.end(), [&](Register reg) { return behind.touched[reg]; });
}

void Attempt::drop_waits(const std::optional<Values>& values) {
  for (std::uint32_t from = 0; from < code->size(); ++from) {
    if (!retry.leads_back[from]) continue;
    const std::vector<bool> on_the_way = region(from);
    for (std::uint32_t pc = 0; pc < code->size() && retry.leads_back[from]; ++pc) {
      if (!on_the_way[pc] || again[pc] || !code->is(pc, RequestKind::read) || !goes_round(pc)) continue;
      const bool same_location = code->access(pc).request.location == location;
      retry.leads_back[from] = same_location && values && gets_through(pc, *values);
    }
  }
}

bool Attempt::gets_through(std::uint32_t load, const Values& values) const {
  return std::all_of(values.begin(), values.end(), [&](Value value) {
    const std::optional<bool> failed = fails(retry.pc, value);
    if (!failed) return false;
    if (*failed) return true;
    // Loads that follow each other may be of other locations; those are not looked into.
    std::uint32_t pc = load;
    for (std::size_t steps = 0; steps < code->code().accesses.size(); ++steps) {
      const Path path = code->follow(pc, value);
      if (!path.determined) return false;
      if (again[path.pc]) return true;
      const bool load_again =
          code->is(path.pc, RequestKind::read) && code->access(path.pc).request.location == location;
      if (!load_again && !code->is(path.pc, RequestKind::fence)) return false;
      pc = path.pc;
    }
    return false;
  });
}

// Can one of the accesses be the next one from `pc` on?
bool Attempt::comes_to(std::uint32_t pc, const std::vector<bool>& accesses) const {
  std::vector<bool> seen(code->size());
  std::vector<std::uint32_t> todo{pc};
  while (!todo.empty()) {
    const std::uint32_t at = todo.back();
    todo.pop_back();
    if (seen[at]) continue;
    seen[at] = true;
    if (accesses[at]) return true;
    if (is_access(code->code().code[at])) continue;
    const Successors next = successors(code->code(), at);
    todo.insert(todo.end(), next.pc.begin(), next.pc.begin() + next.count);
  }
  return false;
}

bool Attempt::may_fail() const {
  const Request& request = code->access(retry.pc).request;
  if ((!only_adds(request) || added_by(request) == 0) && comes_to(retry.pc + 1, retry.leads_back)) return true;
  for (std::uint32_t pc = 0; pc < again.size(); ++pc) {
    if (retry.undoes[pc] && comes_to(pc + 1, retry.leads_back)) return true;
  }
  return false;
}

void find_attempts(std::size_t thread, const AttemptCode& code, const LocationUses& uses,
                   std::vector<Attempt>& attempts) {
  if (code.code().loops.empty()) return;
  const std::vector<std::uint32_t> repeated = repeated_updates(code);
  if (repeated.empty() || repeated.size() > kMaxUpdates) return;
  for (std::uint32_t pc = 0; pc < code.size(); ++pc) {
    if (!code.is(pc, RequestKind::update) || !uses.races_with_nothing(code.access(pc).request.location)) continue;
    Attempt a = attempt_at(thread, code, pc, repeated);
    if (a.find_ways_back(uses)) attempts.push_back(std::move(a));
  }
}

}  // namespace graphfuzz::litmus

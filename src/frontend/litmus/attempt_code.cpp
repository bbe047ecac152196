#include "attempt_code.hpp"

#include <algorithm>
#include <map>
#include <tuple>

#include "arithmetic.hpp"
#include "graphfuzz/stop/stop.hpp"

namespace graphfuzz::litmus {
namespace {

// Of paths; longer ones are left alone.
constexpr unsigned kMostSteps = 1000;
constexpr unsigned kMaxPoints = 64;

bool may_fail(Opcode opcode) { return opcode == Opcode::divide || opcode == Opcode::modulo; }
bool marks_loop(Opcode opcode) {
  return opcode == Opcode::enter_loop || opcode == Opcode::count_iteration || opcode == Opcode::checkpoint ||
         opcode == Opcode::nothing;
}

/// Straight-line code with its results as terms: equal terms have equal numbers.
class Terms {
 public:
  using Term = std::uint32_t;
  struct Point {
    std::uint32_t pc;
    std::vector<Term> registers;
  };

  explicit Terms(std::size_t registers) : next_(static_cast<Term>(registers) + 1) {}

  /// From behind an access with this result to where the code branches, or accesses memory.
  std::vector<Point> from(const ThreadCode& code, std::uint32_t pc, Register result) {
    std::vector<Term> now(code.registers.size());
    for (std::size_t i = 0; i < now.size(); ++i) now[i] = static_cast<Term>(i);
    now[result] = static_cast<Term>(now.size());  // the value read
    std::vector<Point> points;
    for (++pc; points.size() < kMaxPoints;) {
      stop_point();
      points.push_back({pc, now});
      const Instruction& i = code.code[pc];
      if (i.opcode == Opcode::jump) {
        pc = i.target;
        continue;
      }
      if (!marks_loop(i.opcode)) {
        const bool computes = i.opcode == Opcode::copy || i.opcode == Opcode::convert || has_two_operands(i.opcode);
        if (!computes) break;
        now[i.result] = i.opcode == Opcode::copy ? now[i.left] : term(i, now);
      }
      ++pc;
    }
    return points;
  }

 private:
  Term term(const Instruction& i, const std::vector<Term>& now) {
    const auto key =
        std::tuple(i.opcode, i.shift, i.is_signed, now[i.left], has_two_operands(i.opcode) ? now[i.right] : Term{0});
    const auto [found, inserted] = terms_.try_emplace(key, next_);
    if (inserted) ++next_;
    return found->second;
  }

  Term next_;
  std::map<std::tuple<Opcode, std::uint8_t, bool, Term, Term>, Term> terms_;
};

}  // namespace

bool only_adds(const Request& request) {
  return request.kind == RequestKind::update &&
         (request.operation == Operation::add || request.operation == Operation::subtract);
}

Value added_by(const Request& request) {
  const Value sign = request.operation == Operation::subtract ? -1 : 1;
  return wrap(sign * request.operand, request.bits, request.is_signed);
}

AttemptCode::AttemptCode(const ThreadCode& code, const std::vector<Cell>& cells)
    : code_(code),
      cells_(cells),
      liveness_(code, code.observed, code.registers.size()),
      constant_(code.registers.size(), true) {
  const auto changes = [&](Register reg) {
    if (reg < constant_.size()) constant_[reg] = false;
  };
  for (const Instruction& i : code.code) {
    if (!is_access(i)) changes(i.result);
  }
  for (const Access& a : code.accesses) {
    changes(a.result);
    changes(a.expected_result);
  }
  for (const Loop& loop : code.loops) changes(loop.counter);
}

Path AttemptCode::follow(std::uint32_t pc, Value value) const {
  Path path;
  path.values = code_.registers;
  path.known = constant_;
  path.touched.assign(constant_.size(), false);
  const Register result = access(pc).result;
  path.values[result] = value;
  path.known[result] = path.touched[result] = true;
  ++pc;
  stop_point();
  for (unsigned steps = 0; steps < kMostSteps; ++steps) {
    const Instruction& i = code_.code[pc];
    switch (i.opcode) {
      case Opcode::request:
      case Opcode::request_with_registers:
      case Opcode::end:
        path.pc = pc;
        path.determined = true;
        return path;
      case Opcode::fail:
      case Opcode::assume:
        return path;
      case Opcode::jump:
        pc = i.target;
        continue;
      case Opcode::jump_if_zero:
      case Opcode::jump_if_nonzero:
        if (!path.known[i.left]) {
          path.pc = pc;
          path.stuck = true;
          return path;
        }
        if ((path.values[i.left] == 0) == (i.opcode == Opcode::jump_if_zero)) {
          pc = i.target;
          continue;
        }
        break;
      default:
        if (marks_loop(i.opcode)) break;
        path.touched[i.result] = true;
        path.known[i.result] = path.known[i.left] && (!has_two_operands(i.opcode) || path.known[i.right]);
        if (!path.known[i.result]) {
          if (may_fail(i.opcode)) return path;
        } else if (!compute(i, path.values.data(), cells_)) {
          return path;
        }
    }
    ++pc;
  }
  return path;
}

bool AttemptCode::alike(std::uint32_t pc, Value a, Value b) const {
  if (!liveness_.before(pc + 1, access(pc).result)) return true;
  const Path one = follow(pc, a);
  const Path other = follow(pc, b);
  const bool comparable = (one.determined && other.determined) || (one.stuck && other.stuck);
  if (!comparable || one.pc != other.pc) return false;
  for (Register reg = 0; reg < constant_.size(); ++reg) {
    if (!liveness_.before(one.pc, reg) || (!one.touched[reg] && !other.touched[reg])) continue;
    if (!one.known[reg] || !other.known[reg] || one.values[reg] != other.values[reg]) return false;
  }
  return true;
}

bool AttemptCode::spins(std::uint32_t pc, Value value) const {
  const Path path = follow(pc, value);
  if (!path.determined || path.pc != pc) return false;
  for (Register reg = 0; reg < constant_.size(); ++reg) {
    if (path.touched[reg] && liveness_.before(pc, reg)) return false;
  }
  return true;
}

bool AttemptCode::same_attempt(std::uint32_t a, std::uint32_t b) const {
  if (a == b) return true;
  const Request& one = access(a).request;
  const Request& other = access(b).request;
  if (one.location != other.location || one.order != other.order || one.operation != other.operation ||
      one.operand != other.operand) {
    return false;
  }
  Terms terms(code_.registers.size());
  const std::vector<Terms::Point> here = terms.from(code_, a, access(a).result);
  const std::vector<Terms::Point> there = terms.from(code_, b, access(b).result);
  for (const Terms::Point& p : here) {
    const auto same = [&](const Terms::Point& q) {
      if (q.pc != p.pc) return false;
      for (Register reg = 0; reg < constant_.size(); ++reg) {
        if (liveness_.before(p.pc, reg) && p.registers[reg] != q.registers[reg]) return false;
      }
      return true;
    };
    if (std::any_of(there.begin(), there.end(), same)) return true;
  }
  return false;
}

bool AttemptCode::undoes(std::uint32_t undo, std::uint32_t pc) const {
  if (!is(undo, RequestKind::update)) return false;
  const Request& one = access(pc).request;
  const Request& other = access(undo).request;
  return only_adds(one) && only_adds(other) && one.location == other.location &&
         wrap(added_by(one) + added_by(other), one.bits, one.is_signed) == 0 &&
         !liveness_.before(undo + 1, access(undo).result);
}

}  // namespace graphfuzz::litmus

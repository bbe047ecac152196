#include "taint.hpp"

#include <algorithm>
#include <optional>
#include <unordered_map>

#include "graphfuzz/stop/stop.hpp"

namespace graphfuzz::litmus {
namespace {

/// Source text that is only run if a value from memory says so. end = 0: what is assigned there is tainted wherever it
/// is used.
struct Range {
  std::size_t begin = 0;
  std::size_t end = 0;
  bool contains(std::size_t offset) const { return offset >= begin && offset < end; }
  friend bool operator==(const Range&, const Range&) = default;
};
using Control = std::optional<Range>;
Control everywhere(std::size_t offset) { return Range{offset, 0}; }

/// Flow-insensitive: passes over the function until nothing is found any more. A variable that is assigned under a
/// tainted condition is tainted outside the statement with the condition, but not inside: there the assignment is
/// known to have happened (so `if (load(x)) for (i = 0; i < 3; i++) …` counts).
class TaintAnalysis {
 public:
  explicit TaintAnalysis(const Function& function) : function_(function) {}

  std::unordered_set<const Statement*> run() {
    do {
      changed_ = false;
      walk(*function_.body, std::nullopt);
    } while (changed_);
    return std::move(memory_loops_);
  }

 private:
  struct Taint {
    bool by_data = false;
    std::vector<Range> by_control;
  };

  struct OpenLoop {
    const Statement* statement;
    Control entry;  // what controls the loop as a whole says nothing about when it ends
    bool has_exit = false;
  };

  bool is_tainted(const Expression& name) const {
    const auto found = taints_.find(name.name);
    if (found == taints_.end()) return false;
    const Taint& taint = found->second;
    return taint.by_data || std::any_of(taint.by_control.begin(), taint.by_control.end(),
                                        [&](const Range& range) { return !range.contains(name.begin); });
  }

  void taint(std::string_view name, bool by_data, const Control& control) {
    if (!by_data && !control) return;
    Taint& taint = taints_[name];
    if (by_data && !taint.by_data) changed_ = taint.by_data = true;
    if (control && std::find(taint.by_control.begin(), taint.by_control.end(), *control) == taint.by_control.end()) {
      taint.by_control.push_back(*control);
      changed_ = true;
    }
  }

  void mark(const Statement* loop) { changed_ |= memory_loops_.insert(loop).second; }

  /// Does the value of the expression come from memory? Notes the assignments in it.
  bool walk(const Expression& e, const Control& control) {
    switch (e.kind) {
      case ExpressionKind::constant:
        return false;
      case ExpressionKind::name:
        return is_tainted(e);
      case ExpressionKind::assign:
      case ExpressionKind::compound_assign:
      case ExpressionKind::increment: {
        bool tainted = false;
        for (const ExpressionPtr& operand : e.operands) {
          const bool is_target = operand == e.operands.front() && e.kind == ExpressionKind::assign;
          if (is_target && operand->kind == ExpressionKind::name) continue;
          tainted |= walk(*operand, control);
        }
        if (e.operands[0]->kind == ExpressionKind::name) taint(e.operands[0]->name, tainted, control);
        return tainted;
      }
      case ExpressionKind::binary: {
        const bool left = walk(*e.operands[0], control);
        const bool lazy = e.binary == BinaryOperator::logical_and || e.binary == BinaryOperator::logical_or;
        return walk(*e.operands[1], lazy && left ? everywhere(e.begin) : control) || left;
      }
      case ExpressionKind::conditional: {
        const bool condition = walk(*e.operands[0], control);
        const Control inner = condition ? everywhere(e.begin) : control;
        const bool left = walk(*e.operands[1], inner);
        return walk(*e.operands[2], inner) || left || condition;
      }
      case ExpressionKind::unary:
        if (e.unary == UnaryOperator::address_of) {
          if (e.operands[0]->kind == ExpressionKind::name) taint(e.operands[0]->name, true, control);
          walk(*e.operands[0], control);
          return false;
        }
        return walk(*e.operands[0], control) || e.unary == UnaryOperator::dereference;
      case ExpressionKind::cast:
        return walk(*e.operands[0], control);
      case ExpressionKind::assumption:
      case ExpressionKind::assertion:
      default:
        for (const ExpressionPtr& operand : e.operands) walk(*operand, control);
        return true;  // every other kind reads memory, or has no value
    }
  }

  /// Is what follows the statement, up to the end of the loop body, run or not depending on memory?
  bool walk(const Statement& s, Control control) {
    stop_point();
    switch (s.kind) {
      case StatementKind::expression:
        walk(*s.expressions[0], control);
        return false;
      case StatementKind::declaration:
        if (!s.expressions.empty()) taint(s.name, walk(*s.expressions[0], control), control);
        return false;
      case StatementKind::block: {
        bool jumped = false;
        for (const StatementPtr& part : s.statements) {
          if (walk(*part, control)) {
            jumped = true;
            control = everywhere(part->begin);
          }
        }
        return jumped;
      }
      case StatementKind::branch: {
        if (walk(*s.expressions[0], control)) control = Range{s.begin, s.end};
        bool jumped = false;
        for (const StatementPtr& part : s.statements) jumped |= walk(*part, control);
        return jumped;
      }
      case StatementKind::while_loop:
      case StatementKind::do_loop:
      case StatementKind::for_loop:
        walk_loop(s, control);
        return false;
      // Nothing else runs once the thread has returned, and nothing of the loop once it is left: jumping out taints
      // nothing that can still be seen from there (walk_loop sees to what is behind the loop).
      case StatementKind::break_loop:
        if (!loops_.empty()) leave(loops_.back(), control);
        return false;
      case StatementKind::end_thread:
        for (OpenLoop& loop : loops_) leave(loop, control);
        return false;
      case StatementKind::continue_loop:
        return !loops_.empty() && under_memory(control, loops_.back());
    }
    return false;
  }

  static bool under_memory(const Control& control, const OpenLoop& loop) { return control && control != loop.entry; }

  void leave(OpenLoop& loop, const Control& control) {
    loop.has_exit = true;
    if (under_memory(control, loop)) mark(loop.statement);
  }

  void walk_loop(const Statement& s, Control control) {
    if (s.kind == StatementKind::for_loop) walk(*s.statements[1], control);
    loops_.push_back({&s, control});
    if (memory_loops_.contains(&s)) control = Range{s.begin, s.end};
    const bool has_condition =
        !s.expressions.empty() && (s.expressions[0]->kind != ExpressionKind::constant || s.expressions[0]->value == 0);
    if (!s.expressions.empty() && walk(*s.expressions[0], control)) mark(&s);
    walk(*s.statements[0], control);
    if (s.kind == StatementKind::for_loop) walk(*s.statements[2], control);
    if (!has_condition && !loops_.back().has_exit) mark(&s);
    loops_.pop_back();
  }

  const Function& function_;
  std::unordered_map<std::string_view, Taint> taints_;
  std::unordered_set<const Statement*> memory_loops_;
  std::vector<OpenLoop> loops_;
  bool changed_ = false;
};

}  // namespace

std::unordered_set<const Statement*> find_memory_loops(const Function& function) {
  return TaintAnalysis(function).run();
}

}  // namespace graphfuzz::litmus

// Terminating statements: a function with results has to end in one.
#include <algorithm>

#include "frontend/go/checker.hpp"

namespace graphfuzz::go::syntax {
namespace {

using Broken = std::set<const Statement*>;

bool terminates(const Statement* statement, const Broken& broken);

bool is_panic(const Statement& statement) {
  const Expression* expression = unparenthesized(static_cast<const ExpressionStatement&>(statement).expression);
  if (expression->kind != ExpressionKind::call) return false;
  const auto& call = static_cast<const Call&>(*expression);
  return call.call == CallKind::builtin && call.builtin == Builtin::panic;
}

bool clauses_terminate(const std::vector<Clause>& clauses, const Broken& broken) {
  bool has_default = false;
  for (const Clause& clause : clauses) {
    has_default = has_default || clause.is_default;
    if (!clause.falls_through && !terminates(clause.body, broken)) return false;
  }
  return has_default;
}

bool terminates(const Statement* statement, const Broken& broken) {
  switch (statement->kind) {
    case StatementKind::return_:
      return true;
    case StatementKind::expression:
      return is_panic(*statement);
    case StatementKind::block:
      return terminates(static_cast<const Block*>(statement)->statements, broken);
    case StatementKind::if_: {
      const auto* condition = static_cast<const If*>(statement);
      return condition->otherwise != nullptr && terminates(condition->then->statements, broken) &&
             terminates(condition->otherwise, broken);
    }
    case StatementKind::for_:
      return static_cast<const For*>(statement)->condition == nullptr && !broken.contains(statement);
    case StatementKind::switch_:
      return !broken.contains(statement) && clauses_terminate(static_cast<const Switch*>(statement)->clauses, broken);
    case StatementKind::type_switch:
      return !broken.contains(statement) &&
             clauses_terminate(static_cast<const TypeSwitch*>(statement)->clauses, broken);
    case StatementKind::select: {
      const auto& cases = static_cast<const Select*>(statement)->cases;
      return !broken.contains(statement) && std::all_of(cases.begin(), cases.end(), [&](const Communication& one) {
        return terminates(one.body, broken);
      });
    }
    case StatementKind::labeled:
      return terminates(static_cast<const Labeled*>(statement)->statement, broken);
    default:
      return false;
  }
}

}  // namespace

bool terminates(const std::vector<Statement*>& statements, const Broken& broken) {
  // Empty statements at the end do not count.
  for (auto last = statements.rbegin(); last != statements.rend(); ++last) {
    if ((*last)->kind != StatementKind::empty) return terminates(*last, broken);
  }
  return false;
}

}  // namespace graphfuzz::go::syntax

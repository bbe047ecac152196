// Checker: switch, type switch and select.
#include <algorithm>

#include "frontend/go/checker.hpp"

namespace graphfuzz::go::syntax {
namespace {

template <typename Clauses>
const Clause* second_default(const Clauses& clauses) {
  const Clause* first = nullptr;
  for (const Clause& clause : clauses) {
    if (!clause.is_default) continue;
    if (first != nullptr) return &clause;
    first = &clause;
  }
  return nullptr;
}

}  // namespace

/// In a scope of its own, which the caller makes.
void Checker::clause_body(Clause& clause, bool last, bool may_fall_through) {
  for (std::size_t i = 0; i < clause.body.size(); ++i) {
    Statement* one = clause.body[i];
    const bool falls =
        one->kind == StatementKind::branch && static_cast<Branch*>(one)->branch == BranchKind::fallthrough;
    const bool at_end = std::all_of(clause.body.begin() + static_cast<std::ptrdiff_t>(i) + 1, clause.body.end(),
                                    [](const Statement* rest) { return rest->kind == StatementKind::empty; });
    if (falls && at_end && !last && may_fall_through) {
      clause.falls_through = true;
    } else {
      statement(one);
    }
  }
}

void Checker::switch_statement(Switch& statement) {
  const BlockScope scope(*this);
  target(&statement);
  if (statement.initial != nullptr) this->statement(statement.initial);
  if (statement.tag != nullptr) {
    typed_value(statement.tag);
    if (!is_comparable(statement.tag->type) && !has_nil(statement.tag->type)) {
      fail(statement.tag->place, "values of type " + to_string(statement.tag->type) + " cannot be compared");
    }
  }
  if (const Clause* second = second_default(statement.clauses)) fail(second->place, "a second default");
  std::set<std::string> seen;
  for (Clause& clause : statement.clauses) {
    for (Expression* one : clause.values) {
      value(one);
      if (statement.tag != nullptr) {
        comparison(Operator::equal, one, statement.tag, one->place);
        make_default(one);
        // The tag is evaluated once; who compares it with an interface converts it then.
        statement.tag->converted = nullptr;
      } else {
        if (!is_boolean(one->type)) {
          fail(one->place, "expected a boolean in a switch without tag, found a value of type " + to_string(one->type) +
                               (is_interface(one->type) ? ", which is not supported" : ""));
        }
        make_default(one);
      }
      if (one->constant == nullptr || one->constant->kind == ConstantKind::boolean) continue;
      const std::string key = to_string(*one->constant) + "," + std::to_string(one->type->number) +
                              (one->constant->kind == ConstantKind::string ? one->constant->string : "");
      if (!seen.insert(key).second) fail(one->place, "duplicate case " + to_string(*one->constant));
    }
    const BlockScope inner(*this);
    clause_body(clause, &clause == &statement.clauses.back(), true);
  }
  context_.targets.pop_back();
}

void Checker::type_switch(TypeSwitch& statement) {
  const BlockScope scope(*this);
  target(&statement);
  if (statement.initial != nullptr) this->statement(statement.initial);
  typed_value(statement.operand);
  if (!is_interface(statement.operand->type)) {
    fail(statement.operand->place,
         "expected an interface, found a value of type " + to_string(statement.operand->type));
  }
  if (statement.name != nullptr && statement.name->text == "_")
    fail(statement.name->place, "no new variable left of ':='");
  if (const Clause* second = second_default(statement.clauses)) fail(second->place, "a second default");
  std::set<const Type*> seen;
  bool used = false;
  for (Clause& clause : statement.clauses) {
    for (Expression* one : clause.values) {
      const bool is_name = one->kind == ExpressionKind::name;
      const Entity* entity = is_name ? find(static_cast<Name*>(one)->text) : nullptr;
      const bool is_nil = entity != nullptr && entity->kind == EntityKind::nil;
      if (is_nil) {
        value(one);
        convert_untyped(one, statement.operand->type);
      } else {
        refuse_impossible(*statement.operand, type_of(one), one->place);
      }
      if (!seen.insert(is_nil ? nullptr : one->type).second) {
        fail(one->place, "duplicate case " + (is_nil ? "nil" : to_string(one->type)) + " in a type switch");
      }
    }
    const BlockScope inner(*this);
    if (statement.name != nullptr) {
      const bool single = clause.values.size() == 1 && clause.values[0]->mode == Mode::type;
      Variable* variable = new_variable(statement.name->text, statement.name->place,
                                        single ? clause.values[0]->type : statement.operand->type, VariableRole::local);
      declare(*context_.scope, variable);
      clause_body(clause, false, false);
      used = used || variable->used;
      clause.variable = variable->used || variable->assigned_again ? variable : nullptr;
      variable->used = true;  // in one of the clauses is enough
    } else {
      clause_body(clause, false, false);
    }
  }
  if (statement.name != nullptr && !used) fail(statement.name->place, statement.name->text + " declared but not used");
  context_.targets.pop_back();
}

void Checker::select(Select& select) {
  target(&select);
  bool has_default = false;
  for (Communication& one : select.cases) {
    const BlockScope scope(*this);
    if (one.operation == nullptr) {
      if (has_default) fail(one.place, "a second default");
      has_default = true;
    } else if (one.operation->kind != StatementKind::send) {
      Expression* received = nullptr;
      if (one.operation->kind == StatementKind::expression) {
        received = static_cast<ExpressionStatement*>(one.operation)->expression;
      } else if (one.operation->kind == StatementKind::assignment) {
        const auto* assignment = static_cast<Assignment*>(one.operation);
        if (assignment->right.size() == 1 && !assignment->compound && assignment->left.size() <= 2) {
          received = assignment->right[0];
        }
      }
      const Expression* inner = unparenthesized(received);
      if (inner == nullptr || inner->kind != ExpressionKind::unary ||
          static_cast<const Unary*>(inner)->op != Operator::receive) {
        fail(one.operation->place, "expected a send or a receive in the case of a select");
      }
    }
    if (one.operation != nullptr) statement(one.operation);
    statements(one.body);
  }
  context_.targets.pop_back();
}

}  // namespace graphfuzz::go::syntax

// Checker: statements, but for assignments, loops, and those with clauses.
#include <algorithm>

#include "frontend/go/checker.hpp"

namespace graphfuzz::go::syntax {

void Checker::statements(const std::vector<Statement*>& list) {
  for (Statement* one : list) statement(one);
}

void Checker::block(Block& block) {
  const BlockScope scope(*this);
  statements(block.statements);
}

void Checker::statement(Statement* statement) {
  switch (statement->kind) {
    case StatementKind::empty:
      return;
    case StatementKind::expression:
      expression_statement(static_cast<ExpressionStatement*>(statement)->expression, "");
      return;
    case StatementKind::send:
      send(static_cast<Send&>(*statement));
      return;
    case StatementKind::increment: {
      auto& increment = static_cast<Increment&>(*statement);
      value(increment.operand);
      if (!is_numeric(increment.operand->type)) {
        fail(increment.place, "cannot increment or decrement a value of type " + to_string(increment.operand->type));
      }
      left_side(increment.operand);
      return;
    }
    case StatementKind::assignment:
      assignment(static_cast<Assignment&>(*statement));
      return;
    case StatementKind::go:
      expression_statement(static_cast<Go*>(statement)->call, "go");
      return;
    case StatementKind::defer:
      context_.function->defers = true;
      expression_statement(static_cast<Defer*>(statement)->call, "defer");
      return;
    case StatementKind::return_:
      return_statement(static_cast<Return&>(*statement));
      return;
    case StatementKind::branch:
      branch(static_cast<Branch&>(*statement));
      return;
    case StatementKind::block:
      block(static_cast<Block&>(*statement));
      return;
    case StatementKind::if_:
      if_statement(static_cast<If&>(*statement));
      return;
    case StatementKind::switch_:
      switch_statement(static_cast<Switch&>(*statement));
      return;
    case StatementKind::type_switch:
      type_switch(static_cast<TypeSwitch&>(*statement));
      return;
    case StatementKind::select:
      select(static_cast<Select&>(*statement));
      return;
    case StatementKind::for_:
      for_statement(static_cast<For&>(*statement));
      return;
    case StatementKind::range:
      range(static_cast<Range&>(*statement));
      return;
    case StatementKind::labeled:
      labeled(static_cast<Labeled&>(*statement));
      return;
    case StatementKind::declaration:
      declaration_statement(static_cast<DeclarationStatement&>(*statement));
      return;
  }
}

void Checker::declaration_statement(DeclarationStatement& declaration) {
  for (ConstantDeclaration& constants : declaration.constants) {
    std::vector<ConstantEntity*> made;
    for (std::size_t i = 0; i < constants.names.size(); ++i) {
      auto* entity = make<ConstantEntity>(constants.names[i]->text, constants.names[i]->place);
      resolve_constant(entity, constants, i);
      made.push_back(entity);
    }
    for (ConstantEntity* entity : made) declare(*context_.scope, entity);
  }
  for (TypeDeclaration& type : declaration.types) {
    auto made = std::make_unique<Entity>(EntityKind::type);
    Entity* entity = made.get();
    program_->entities.push_back(std::move(made));
    entity->name = type.name->text;
    entity->place = type.name->place;
    entity->package = package_;
    if (!type.alias) declare(*context_.scope, entity);
    resolve_type(entity, type);
    refuse_undefined();
    if (type.alias) declare(*context_.scope, entity);
  }
  for (VariableDeclaration& variables : declaration.variables) {
    if (variables.type != nullptr) variables.declared = type_of(variables.type);
    std::vector<const Type*> types(variables.names.size(), variables.declared);
    if (variables.values.size() == variables.names.size()) {
      for (std::size_t i = 0; i < types.size(); ++i) {
        value(variables.values[i]);
        if (variables.declared != nullptr) {
          assign(variables.values[i], variables.declared, "the declaration of a variable");
        } else {
          make_default(variables.values[i]);
          types[i] = variables.values[i]->type;
        }
      }
    } else if (!variables.values.empty()) {
      const auto found = right_sides(variables.values, types.size(), variables.place);
      for (std::size_t i = 0; i < types.size(); ++i) {
        if (types[i] != nullptr) {
          assign_type(found[i], types[i], variables.values[0]->place, "the declaration of a variable");
        } else {
          types[i] = found[i];
        }
      }
    }
    for (std::size_t i = 0; i < types.size(); ++i) {
      variables.variables.push_back(declare_variable(variables.names[i], types[i]));
    }
  }
}

/// Of a statement of its own, or after go or defer.
void Checker::expression_statement(Expression* written, std::string_view keyword) {
  expression(written);
  const Expression* inner = unparenthesized(written);
  if (written->mode == Mode::type || inner->kind == ExpressionKind::function_literal) {
    fail(written->place, "an expression is evaluated but not used");
  }
  if (inner->kind == ExpressionKind::unary && static_cast<const Unary*>(inner)->op == Operator::receive) return;
  if (inner->kind != ExpressionKind::call) fail(written->place, "an expression is evaluated but not used");
  const auto& call = static_cast<const Call&>(*inner);
  if (call.call == CallKind::conversion) {
    fail(written->place, keyword.empty()
                             ? "a conversion is evaluated but not used"
                             : "expected a function call after " + std::string(keyword) + ", found a conversion");
  }
  if (call.call != CallKind::builtin) return;
  switch (call.builtin) {
    case Builtin::close:
    case Builtin::copy:
    case Builtin::delete_:
    case Builtin::panic:
    case Builtin::print:
    case Builtin::println:
    case Builtin::recover:
      return;
    default:
      fail(written->place, "the value of a builtin function is not used");
  }
}

void Checker::send(Send& send) {
  typed_value(send.channel);
  value(send.value);
  const Type* channel = under(send.channel->type);
  if (channel->kind != TypeKind::channel) {
    fail(send.place, "cannot send to a value of type " + to_string(send.channel->type));
  }
  if (channel->direction == Direction::receive_only) fail(send.place, "cannot send to a receive-only channel");
  assign(send.value, channel->element, "a send");
}

void Checker::return_statement(Return& statement) {
  const Function& function = *context_.function;
  const auto& wanted = function.type->results;
  if (statement.results.empty()) {
    if (wanted.empty()) return;
    if (!function.named_results) {
      fail(statement.place, "expected " + std::to_string(wanted.size()) + " results to return, found none");
    }
    for (const Variable* result : function.results) {
      if (result != nullptr && find(result->name) != result) {
        fail(statement.place, "the result " + result->name + " is not in scope at return");
      }
    }
    return;
  }
  if (wanted.empty()) fail(statement.results[0]->place, "expected no results to return");
  const auto mismatch = [&](std::size_t found) {
    fail(statement.results[0]->place,
         "expected " + std::to_string(wanted.size()) + " results to return, found " + std::to_string(found));
  };
  if (statement.results.size() == 1) {
    Expression* only = statement.results[0];
    expression(only);
    if (only->mode == Mode::tuple) {
      const auto& found = only->type->elements;
      if (found.size() != wanted.size()) mismatch(found.size());
      for (std::size_t i = 0; i < found.size(); ++i) assign_type(found[i], wanted[i], only->place, "a return");
      return;
    }
    require_value(*only);
    if (wanted.size() != 1) mismatch(1);
    assign(only, wanted[0], "a return");
    return;
  }
  for (Expression* result : statement.results) value(result);
  if (statement.results.size() != wanted.size()) mismatch(statement.results.size());
  for (std::size_t i = 0; i < wanted.size(); ++i) assign(statement.results[i], wanted[i], "a return");
}

void Checker::condition(Expression* condition, std::string_view keyword) {
  typed_value(condition);
  if (!is_boolean(condition->type)) {
    fail(condition->place, "expected a boolean condition of " + std::string(keyword) + ", found a value of type " +
                               to_string(condition->type));
  }
}

void Checker::if_statement(If& statement) {
  const BlockScope scope(*this);
  if (statement.initial != nullptr) this->statement(statement.initial);
  condition(statement.condition, "if");
  block(*statement.then);
  if (statement.otherwise != nullptr) this->statement(statement.otherwise);
}

}  // namespace graphfuzz::go::syntax

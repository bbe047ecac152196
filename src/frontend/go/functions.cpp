// Checker: functions' parameters and bodies, function literals, and the variables of functions.
#include <algorithm>

#include "frontend/go/checker.hpp"

namespace graphfuzz::go::syntax {

Variable* Checker::new_variable(std::string_view name, Place place, const Type* type, VariableRole role) {
  auto* variable = make<Variable>(name, place);
  variable->type = type;
  variable->role = role;
  variable->owner = role == VariableRole::global ? nullptr : context_.function;
  auto& all = variable->owner != nullptr ? variable->owner->variables : program_->globals;
  variable->index = static_cast<std::uint32_t>(all.size());
  all.push_back(variable);
  return variable;
}

Variable* Checker::declare_variable(Name* name, const Type* type, VariableRole role) {
  name->mode = Mode::variable;
  name->type = type;
  if (name->text == "_") return nullptr;
  Variable* variable = new_variable(name->text, name->place, type, role);
  declare(*context_.scope, variable);
  name->entity = variable;
  return variable;
}

/// The name denotes this variable; it may be one of a function around the current one.
void Checker::mention(Name* name, Variable* variable) {
  name->entity = variable;
  name->mode = Mode::variable;
  name->type = variable->type;
  variable->used = true;
  if (variable->owner == nullptr || variable->owner == context_.function) return;
  variable->captured = true;
  for (Function* inner = context_.function; inner != nullptr && inner != variable->owner; inner = inner->enclosing) {
    auto& captures = inner->captures;
    if (std::find(captures.begin(), captures.end(), variable) == captures.end()) captures.push_back(variable);
  }
}

void Checker::declare_parameters(Function& function, FunctionType& signature, const Parameter* receiver) {
  if (receiver != nullptr && receiver->type != nullptr && receiver->name != nullptr) {
    function.receiver = declare_variable(receiver->name, function.receiver_type, VariableRole::receiver);
  }
  const auto declare_list = [&](const std::vector<Parameter>& list, const std::vector<const Type*>& types,
                                VariableRole role, std::vector<Variable*>& into) {
    for (std::size_t i = 0; i < list.size(); ++i) {
      into.push_back(list[i].name != nullptr ? declare_variable(list[i].name, types[i], role) : nullptr);
    }
  };
  declare_list(signature.parameters, function.type->parameters, VariableRole::parameter, function.parameters);
  declare_list(signature.results, function.type->results, VariableRole::result, function.results);
  function.named_results = !signature.results.empty() && signature.results[0].name != nullptr;
}

/// In the scope of the parameters.
void Checker::check_body(Function& function, Block& body) {
  statements(body.statements);
  if (!function.type->results.empty() && !terminates(body.statements, context_.broken)) {
    fail(body.closing, "missing return at the end of a function with results");
  }
  for (const Variable* variable : function.variables) {
    if (variable->role == VariableRole::local && !variable->used) {
      fail(variable->place, variable->name + " declared but not used");
    }
  }
}

void Checker::function_literal(FunctionLiteral& literal) {
  const std::string name = "func" + std::to_string(++context_.literals);
  auto* function = make<Function>(name, literal.place);
  function->enclosing = context_.function;
  function->full_name =
      (context_.function != nullptr ? context_.function->full_name : package_->name + ".glob") + "." + name;
  function->type = signature(*literal.signature);
  function->body = literal.body;
  literal.function = function;
  program_->functions.push_back(function);
  {
    Context context;
    context.scope = context_.scope;
    context.function = function;
    context.dependent = context_.dependent;
    const FreshContext fresh(*this, std::move(context));
    const BlockScope scope(*this);
    declare_parameters(*function, *literal.signature, nullptr);
    check_body(*function, *literal.body);
  }
  set_value(literal, function->type);
}

}  // namespace graphfuzz::go::syntax

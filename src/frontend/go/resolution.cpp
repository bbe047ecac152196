// Checker: what is declared outside of functions gets its type and value when it is first mentioned.
#include "frontend/go/checker.hpp"
#include "graphfuzz/frontend/litmus.hpp"

namespace graphfuzz::go::syntax {

/// Makes sure that the type, value, … of an entity is known, if it is declared outside of functions.
void Checker::resolve(Entity* entity) {
  const auto found = pending_.find(entity);
  if (found == pending_.end()) return;
  Pending& pending = found->second;
  if (pending.in_progress) {
    // Types may mention themselves, and so may variables whose type is written down.
    if (entity->type == nullptr) fail(entity->place, "the declaration of " + entity->name + " refers to itself");
    return;
  }
  const Level level(*this, entity->place);
  pending.in_progress = true;
  Context context;
  context.scope = &package_scope_;
  context.dependent = entity;
  const FreshContext fresh(*this, std::move(context));
  if (pending.type != nullptr) resolve_type(entity, *pending.type);
  if (pending.constant != nullptr) {
    resolve_constant(static_cast<ConstantEntity*>(entity), *pending.constant, pending.position);
  }
  if (pending.variable != nullptr) resolve_variable(entity, *pending.variable, pending.position);
  if (pending.function != nullptr) entity->type = signature(*pending.function->signature);
  pending_.erase(entity);
}

void Checker::resolve_constant(ConstantEntity* entity, const ConstantDeclaration& declaration, std::size_t position) {
  const Type* type = declaration.type != nullptr ? type_of(declaration.type) : nullptr;
  if (position >= declaration.values.size()) fail(entity->place, "missing value of the constant " + entity->name);
  if (declaration.values.size() > declaration.names.size() && !declaration.repeats) {
    fail(declaration.values[declaration.names.size()]->place, "a value too many");
  }
  if (!declaration.repeats) {
    constant_value(entity, declaration, position, type);
    return;
  }
  try {
    constant_value(entity, declaration, position, type);
  } catch (const ParseError& error) {  // the fault is here, not where the expression is written
    fail(entity->place, error.message());
  }
}

void Checker::constant_value(ConstantEntity* entity, const ConstantDeclaration& declaration, std::size_t position,
                             const Type* type) {
  context_.iota = declaration.iota;
  Expression* written = declaration.values[position];
  value(written);
  if (written->mode != Mode::constant) fail(written->place, "the value of " + entity->name + " is not constant");
  if (type != nullptr) {
    const TypeKind kind = under(type)->kind;
    if (kind > TypeKind::string) fail(declaration.type->place, to_string(type) + " is no type of constants");
    assign(written, type, "the declaration of a constant");
  }
  entity->type = written->type;
  entity->value = *written->constant;
  context_.iota.reset();
}

void Checker::resolve_type(Entity* entity, const TypeDeclaration& declaration) {
  if (declaration.alias) {
    entity->type = type_of(declaration.type);
    return;
  }
  const Type* named = types_->named(entity->name, package_);
  entity->type = named;
  const Type* type = type_of(declaration.type);
  if (under(type)->kind == TypeKind::invalid) {
    waiting_.push_back({named, type, entity->place});
  } else {
    define(named, under(type), entity->place);
  }
}

/// Now it is known what `named` is defined as, and so are the types that are defined as it.
void Checker::define(const Type* named, const Type* underlying, Place place) {
  types_->define(named, underlying);
  check_size(named, place);
  for (std::size_t i = 0; i < waiting_.size();) {
    if (waiting_[i].defined_as != named) {
      ++i;
      continue;
    }
    const Waiting ready = waiting_[i];
    waiting_.erase(waiting_.begin() + static_cast<std::ptrdiff_t>(i));
    const Level level(*this, ready.place);
    define(ready.named, underlying, ready.place);
    i = 0;
  }
}

void Checker::refuse_undefined() const {
  if (!waiting_.empty()) fail(waiting_[0].place, "invalid recursive type " + waiting_[0].named->name);
}

/// One variable's own value, or one call for all of the declaration.
void Checker::resolve_variable(Entity* entity, VariableDeclaration& declaration, std::size_t position) {
  if (declaration.type != nullptr) {
    declaration.declared = type_of(declaration.type);
    entity->type = declaration.declared;
  }
  if (declaration.values.empty()) return;
  if (declaration.values.size() == declaration.names.size()) {
    Expression* initial = declaration.values[position];
    value(initial);
    if (declaration.declared != nullptr) {
      assign(initial, declaration.declared, "the declaration of a variable");
    } else {
      make_default(initial);
      entity->type = initial->type;
    }
    return;
  }
  const auto types = right_sides(declaration.values, declaration.names.size(), declaration.place);
  const std::size_t group = static_cast<std::size_t>(&declaration - package_->file->variables.data());
  for (std::size_t i = 0; i < types.size(); ++i) {
    Variable* variable = globals_[group][i];
    if (declaration.declared != nullptr) {
      assign_type(types[i], declaration.declared, declaration.values[0]->place, "the declaration of a variable");
    }
    variable->type = declaration.declared != nullptr ? declaration.declared : types[i];
    mentions_[variable] = mentions_[entity];
    if (variable != entity) pending_.erase(variable);
  }
}

}  // namespace graphfuzz::go::syntax

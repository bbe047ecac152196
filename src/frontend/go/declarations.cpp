// Checker: what is declared outside of functions.
#include <algorithm>

#include "frontend/go/checker.hpp"
#include "graphfuzz/stop/stop.hpp"

namespace graphfuzz::go::syntax {

Checker::Checker(Program& program, Package& package, const SourceText& source, Scope& universe)
    : program_(&program), package_(&package), source_(&source), types_(&program.types) {
  file_scope_.parent = &universe;
  package_scope_.parent = &file_scope_;
  context_.scope = &package_scope_;
}

void Checker::check() {
  declare_imports();
  declare_all();
  for (Entity* entity : declared_) {
    if (entity->kind == EntityKind::type) resolve(entity);
  }
  refuse_undefined();
  for (FunctionDeclaration& function : package_->file->functions) {
    if (function.receiver.type != nullptr) declare_method(function);
  }
  // Signatures before values: whether these fit depends on the methods of types.
  for (Entity* entity : declared_) {
    if (entity->kind == EntityKind::function) resolve(entity);
  }
  for (Entity* entity : declared_) {
    stop_point();
    resolve(entity);
  }
  for (FunctionDeclaration& function : package_->file->functions) {
    stop_point();
    check_function(function);
  }
  check_map_keys();
  check_imports_used();
  order_initializers();
  find_entry_points();
  for (const auto& [name, entity] : package_scope_.names) package_->members.emplace(name, entity);
}

void Checker::declare(Scope& scope, Entity* entity) {
  if (entity->name == "_") return;
  if (&scope == &package_scope_ && file_scope_.names.contains(entity->name)) {
    fail(entity->place, entity->name + " is already declared through the import of a package");
  }
  const auto [existing, is_new] = scope.names.emplace(entity->name, entity);
  if (is_new) return;
  fail(entity->place, entity->name + " redeclared in this block, first declared in line " +
                          std::to_string(existing->second->place.line));
}

Entity* Checker::find(std::string_view name) const {
  for (const Scope* scope = context_.scope; scope != nullptr; scope = scope->parent) {
    const auto found = scope->names.find(name);
    if (found != scope->names.end()) return found->second;
  }
  return nullptr;
}

Entity* Checker::find(const Name& name) const {
  if (Entity* entity = find(name.text)) return entity;
  if (name.text == "complex64" || name.text == "complex128") fail(name.place, "complex numbers are not supported");
  if (name.text == "comparable") fail(name.place, "type parameters are not supported");
  fail(name.place, "undefined: " + name.text);
}

void Checker::declare_imports() {
  for (const ImportDeclaration& import : package_->file->imports) {
    const Package* imported = nullptr;
    for (const auto& package : program_->packages) {
      if (package->path == import.path) imported = package.get();
    }
    auto* entity = make<PackageEntity>(import.name != nullptr ? import.name->text : imported->name, import.place);
    entity->imported = imported;
    if (entity->name == "_") entity->used = true;
    declare(file_scope_, entity);
  }
}

void Checker::declare_all() {
  File& file = *package_->file;
  const auto add = [&](Entity* entity, const Pending& pending) {
    if (entity->name == "init" || (entity->name == "main" && package_->name == "main")) {
      if (entity->kind != EntityKind::function) fail(entity->place, entity->name + " must be a function");
    }
    if (entity->name != "init") declare(package_scope_, entity);
    pending_.emplace(entity, pending);
    declared_.push_back(entity);
  };
  for (TypeDeclaration& declaration : file.types) {
    Pending pending;
    pending.type = &declaration;
    auto made = std::make_unique<Entity>(EntityKind::type);
    Entity* entity = made.get();
    program_->entities.push_back(std::move(made));
    entity->name = declaration.name->text;
    entity->place = declaration.name->place;
    entity->package = package_;
    add(entity, pending);
  }
  for (ConstantDeclaration& declaration : file.constants) {
    for (std::size_t i = 0; i < declaration.names.size(); ++i) {
      Pending pending;
      pending.constant = &declaration;
      pending.position = i;
      add(make<ConstantEntity>(declaration.names[i]->text, declaration.names[i]->place), pending);
    }
  }
  for (VariableDeclaration& declaration : file.variables) {
    std::vector<Variable*> group;
    for (std::size_t i = 0; i < declaration.names.size(); ++i) {
      const Name* name = declaration.names[i];
      Pending pending;
      pending.variable = &declaration;
      pending.position = i;
      Variable* variable = new_variable(name->text, name->place, nullptr, VariableRole::global);
      add(variable, pending);
      group.push_back(variable);
      declaration.variables.push_back(name->text == "_" ? nullptr : variable);
    }
    globals_.push_back(std::move(group));
  }
  for (FunctionDeclaration& declaration : file.functions) {
    if (declaration.receiver.type == nullptr) declare_function(declaration);
  }
}

void Checker::declare_function(FunctionDeclaration& declaration) {
  auto* function = make<Function>(declaration.name->text, declaration.name->place);
  function->full_name = package_->name + "." + function->name;
  function->body = declaration.body;
  declaration.function = function;
  program_->functions.push_back(function);
  const bool is_entry = function->name == "init" || (function->name == "main" && package_->name == "main");
  if (is_entry && (!declaration.signature->parameters.empty() || !declaration.signature->results.empty())) {
    fail(declaration.place, "func " + function->name + " must have no arguments and no return values");
  }
  if (function->name == "init") {
    program_->init_functions.push_back(function);
  } else {
    declare(package_scope_, function);
  }
  Pending pending;
  pending.function = &declaration;
  pending_.emplace(function, pending);
  declared_.push_back(function);
}

void Checker::declare_method(FunctionDeclaration& declaration) {
  const Place place = declaration.receiver.type->place;
  const Type* receiver = type_of(declaration.receiver.type);
  const bool is_pointer_type = receiver->kind == TypeKind::pointer;
  const Type* base = is_pointer_type ? receiver->element : receiver;
  if (base->kind != TypeKind::named || base->package != package_) {
    fail(place, "invalid receiver type " + to_string(receiver) + ": methods belong to types of this package");
  }
  if (is_pointer(base) || is_interface(base)) {
    fail(place, "invalid receiver type " + to_string(receiver) + ": a pointer or interface");
  }
  auto* method = make<Function>(declaration.name->text, declaration.name->place);
  method->full_name =
      package_->name + (is_pointer_type ? ".(*" + base->name + ")." : "." + base->name + ".") + method->name;
  method->body = declaration.body;
  method->receiver_type = receiver;
  method->pointer_receiver = is_pointer_type;
  declaration.function = method;
  program_->functions.push_back(method);
  if (method->name != "_") {
    for (const Function* other : base->methods) {
      if (other->name != method->name) continue;
      fail(method->place, "method " + base->name + "." + method->name + " already declared in line " +
                              std::to_string(other->place.line));
    }
    if (under(base)->kind == TypeKind::structure) {
      for (const Field& field : under(base)->fields) {
        if (field.name == method->name) fail(method->place, "field and method with the same name " + field.name);
      }
    }
    types_->add_method(base, method);
  }
  Pending pending;
  pending.function = &declaration;
  pending_.emplace(method, pending);
  declared_.push_back(method);
}

void Checker::check_function(FunctionDeclaration& declaration) {
  Function& function = *declaration.function;
  if (declaration.body == nullptr && !package_->prelude) {
    fail(declaration.place, "expected the body of function " + function.name);
  }
  Context context;
  context.scope = &package_scope_;
  context.function = &function;
  context.dependent = &function;
  const FreshContext fresh(*this, std::move(context));
  const BlockScope scope(*this);
  declare_parameters(function, *declaration.signature, &declaration.receiver);
  if (declaration.body != nullptr) check_body(function, *declaration.body);
}

void Checker::check_map_keys() const {
  for (const auto& [key, place] : map_keys_) {
    if (!is_comparable(key)) fail(place, "invalid map key type " + to_string(key));
  }
}

void Checker::check_imports_used() const {
  const PackageEntity* first = nullptr;
  for (const auto& [name, entity] : file_scope_.names) {
    const auto* package = static_cast<const PackageEntity*>(entity);
    if (!package->used && (first == nullptr || package->place.line < first->place.line)) first = package;
  }
  if (first != nullptr) fail(first->place, syntax::in_quotes(first->imported->path) + " imported and not used");
}

/// main, and the tests.
void Checker::find_entry_points() {
  if (package_->prelude) return;
  for (const FunctionDeclaration& declaration : package_->file->functions) {
    Function* function = declaration.function;
    if (function->receiver_type != nullptr) continue;
    if (function->name == "main" && package_->name == "main") program_->main = function;
    const std::string& name = function->name;
    const bool named_test = name.starts_with("Test") && (name.size() == 4 || name[4] < 'a' || name[4] > 'z');
    const Type* type = function->type;
    if (named_test && type->parameters.size() == 1 && type->results.empty() &&
        to_string(type->parameters[0]) == "*testing.T") {
      program_->tests.push_back(function);
    }
  }
  if (program_->main == nullptr && program_->tests.empty()) {
    fail(package_->file->package->place, "expected func main of package main, or a test: func TestX(t *testing.T)");
  }
}

}  // namespace graphfuzz::go::syntax

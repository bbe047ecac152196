// Checker: expressions that denote types.
#include <algorithm>

#include "frontend/go/checker.hpp"

namespace graphfuzz::go::syntax {
namespace {

/// How large an array, or a structure with all that is in it, may be: variables, counted without what they point to.
constexpr std::int64_t kMaximalSize = 1 << 16;

constexpr std::int64_t kRecursive = -1;

/// The number of variables that make up one of this type, at most a bit more than kMaximalSize; kRecursive if it
/// contains itself.
std::int64_t size(const Type* type, std::map<const Type*, std::int64_t>& known) {
  const Type* defined = under(type);
  if (defined->kind != TypeKind::array && defined->kind != TypeKind::structure) return 1;
  const auto [entry, is_new] = known.emplace(type, kRecursive);
  if (!is_new) return entry->second;
  std::int64_t total = 1;
  if (defined->kind == TypeKind::array) {
    const std::int64_t element = size(defined->element, known);
    if (element == kRecursive) return kRecursive;
    total += defined->length > kMaximalSize / element ? kMaximalSize : defined->length * element;
  }
  for (const Field& field : defined->fields) {
    const std::int64_t part = size(field.type, known);
    if (part == kRecursive) return kRecursive;
    total = std::min(total + part, kMaximalSize + 1);
  }
  return known[type] = total;
}

}  // namespace

void Checker::check_size(const Type* type, Place place) const {
  std::map<const Type*, std::int64_t> known;
  const std::int64_t total = size(type, known);
  if (total == kRecursive) fail(place, "invalid recursive type " + to_string(type) + ": it contains itself");
  if (total > kMaximalSize) fail(place, "types as large as " + to_string(type) + " are not supported");
}

const Type* Checker::type_of(Expression* expression) {
  const Level level(*this, expression->place);
  const Type* type = nullptr;
  switch (expression->kind) {
    case ExpressionKind::name: {
      auto& name = static_cast<Name&>(*expression);
      Entity* entity = find(name);
      if (entity->kind != EntityKind::type) fail(name.place, name.text + " is not a type");
      resolve(entity);
      name.entity = entity;
      type = entity->type;
      break;
    }
    case ExpressionKind::selector: {
      auto& selector = static_cast<Selector&>(*expression);
      if (!package_member(selector) || selector.mode != Mode::type) {
        fail(selector.place, "expected a type, found a value");
      }
      return selector.type;
    }
    case ExpressionKind::parenthesized:
      type = type_of(static_cast<Parenthesized&>(*expression).inner);
      break;
    case ExpressionKind::dereference:
      type = types_->pointer_to(type_of(static_cast<Dereference&>(*expression).operand));
      break;
    case ExpressionKind::array_type:
      type = array_type(static_cast<ArrayType&>(*expression));
      break;
    case ExpressionKind::map_type: {
      auto& map = static_cast<MapType&>(*expression);
      const Type* key = type_of(map.key);
      map_keys_.emplace_back(key, map.key->place);
      type = types_->map_of(key, type_of(map.element));
      break;
    }
    case ExpressionKind::channel_type: {
      auto& channel = static_cast<ChannelType&>(*expression);
      type = types_->channel_of(type_of(channel.element), !channel.sends      ? Direction::receive_only
                                                          : !channel.receives ? Direction::send_only
                                                                              : Direction::both);
      break;
    }
    case ExpressionKind::function_type:
      type = signature(static_cast<FunctionType&>(*expression));
      break;
    case ExpressionKind::structure_type:
      type = structure_type(static_cast<StructureType&>(*expression));
      break;
    case ExpressionKind::interface_type:
      type = interface_type(static_cast<InterfaceType&>(*expression));
      break;
    case ExpressionKind::index:
      if (type_instance(static_cast<Index&>(*expression))) return expression->type;
      fail(expression->place, "type arguments are not supported");
    default:
      fail(expression->place, "expected a type, found a value");
  }
  expression->mode = Mode::type;
  expression->type = type;
  return type;
}

const Type* Checker::array_type(ArrayType& array) {
  if (array.slice) return types_->slice_of(type_of(array.element));
  if (array.length == nullptr) fail(array.place, "[...] is for composite literals only");
  value(array.length);
  const Constant* constant = array.length->constant;
  if (constant == nullptr) fail(array.length->place, "the length of an array must be constant");
  const auto length = represented(*constant, types_->basic(TypeKind::int_));
  if (!length || !is_numeric(array.length->type))
    fail(array.length->place, "the length of an array must be an integer");
  if (length->integer < 0) fail(array.length->place, "the length of an array must not be negative");
  if (is_untyped(array.length->type)) convert_untyped(array.length, types_->basic(TypeKind::int_));
  const Type* type = types_->array_of(type_of(array.element), length->bits());
  if (length->integer > kMaximalSize) fail(array.length->place, "arrays of that length are not supported");
  check_size(type, array.place);
  return type;
}

const Type* Checker::structure_type(StructureType& structure) {
  std::vector<Field> fields;
  std::set<std::string> names;
  for (FieldDeclaration& declaration : structure.fields) {
    Field field;
    field.type = type_of(declaration.type);
    if (declaration.name != nullptr) {
      field.name = declaration.name->text;
    } else {
      field.embedded = true;
      const bool through =
          field.type->kind == TypeKind::pointer && declaration.type->kind == ExpressionKind::dereference;
      const Type* base = through ? field.type->element : field.type;
      // The name that was written, which may be an alias.
      Expression* written = through ? static_cast<Dereference*>(declaration.type)->operand : declaration.type;
      if (written->kind == ExpressionKind::index) written = static_cast<Index*>(written)->operand;
      if (written->kind == ExpressionKind::selector) written = static_cast<Selector*>(written)->name;
      if (written->kind != ExpressionKind::name) fail(declaration.place, "an embedded field must be a type's name");
      if (is_pointer(base)) fail(declaration.place, "an embedded field cannot be a pointer to a pointer");
      if (through && is_interface(base))
        fail(declaration.place, "an embedded field cannot be a pointer to an interface");
      field.name = static_cast<Name*>(written)->text;
    }
    if (!is_exported(field.name)) field.package = package_;
    if (field.name != "_" && !names.insert(field.name).second) fail(declaration.place, field.name + " redeclared");
    fields.push_back(std::move(field));
  }
  const Type* type = types_->structure(std::move(fields));
  check_size(type, structure.place);
  return type;
}

const Type* Checker::interface_type(InterfaceType& interface) {
  std::map<std::string, InterfaceMethod> methods;
  for (MethodDeclaration& declaration : interface.methods) {
    if (declaration.name != nullptr) {
      const std::string& name = declaration.name->text;
      if (name == "_") fail(declaration.place, "a method must have a name");
      InterfaceMethod method{name, type_of(declaration.type), is_exported(name) ? nullptr : package_};
      if (!methods.emplace(name, std::move(method)).second) fail(declaration.place, "duplicate method " + name);
      continue;
    }
    const Type* embedded = type_of(declaration.type);
    if (under(embedded)->kind == TypeKind::invalid) {
      fail(declaration.place, "invalid recursive type " + to_string(embedded));
    }
    if (!is_interface(embedded)) fail(declaration.place, "expected an interface (type sets are not supported)");
    for (const InterfaceMethod& method : under(embedded)->interface_methods) {
      const auto [existing, is_new] = methods.emplace(method.name, method);
      if (!is_new && existing->second.signature != method.signature) {
        fail(declaration.place, "duplicate method " + method.name);
      }
    }
  }
  std::vector<InterfaceMethod> all;
  for (auto& [name, method] : methods) all.push_back(std::move(method));
  return types_->interface(std::move(all));
}

const Type* Checker::signature(FunctionType& function) {
  std::vector<const Type*> parameters;
  std::vector<const Type*> results;
  bool variadic = false;
  std::set<std::string_view> names;
  for (const auto* list : {&function.parameters, &function.results}) {
    for (const Parameter& one : *list) {
      if (one.name == nullptr || one.name->text == "_" || names.insert(one.name->text).second) continue;
      fail(one.name->place, one.name->text + " redeclared in this signature");
    }
  }
  for (const Parameter& parameter : function.parameters) {
    const Type* type = type_of(parameter.type);
    if (parameter.variadic) {
      variadic = true;
      type = types_->slice_of(type);
    }
    parameters.push_back(type);
  }
  for (const Parameter& result : function.results) results.push_back(type_of(result.type));
  const Type* type = types_->function(std::move(parameters), std::move(results), variadic);
  function.mode = Mode::type;
  function.type = type;
  return type;
}

}  // namespace graphfuzz::go::syntax

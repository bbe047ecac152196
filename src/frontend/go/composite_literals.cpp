// Checker: composite literals.
#include "frontend/go/checker.hpp"

namespace graphfuzz::go::syntax {
namespace {

/// How far the index of an element may be beyond what is written.
constexpr std::int64_t kMaximalIndex = 1 << 16;

/// Constant keys and indices, to find those that occur twice.
std::string key_text(const Constant& constant) {
  return std::to_string(static_cast<int>(constant.kind)) +
         (constant.kind == ConstantKind::string ? constant.string : to_string(constant));
}

}  // namespace

/// `omitted`: the type, if it need not be written; a pointer to T stands for &T.
void Checker::composite_literal(CompositeLiteral& literal, const Type* omitted) {
  const Type* type = omitted;
  literal.length = 0;
  if (literal.type_expression != nullptr) {
    auto* array = literal.type_expression->kind == ExpressionKind::array_type
                      ? static_cast<ArrayType*>(literal.type_expression)
                      : nullptr;
    if (array != nullptr && !array->slice && array->length == nullptr) {
      const Type* element_type = type_of(array->element);
      array_literal(literal, types_->slice_of(element_type));
      type = types_->array_of(element_type, literal.length);
      check_size(type, literal.place);
      array->mode = Mode::type;
      array->type = type;
      set_value(literal, type);
      return;
    }
    type = type_of(literal.type_expression);
  }
  if (type == nullptr) fail(literal.place, "expected the type of the composite literal");
  const Type* base = under(type);
  if (literal.type_expression == nullptr && base->kind == TypeKind::pointer) base = under(base->element);
  switch (base->kind) {
    case TypeKind::structure:
      structure_literal(literal, base);
      break;
    case TypeKind::slice:
    case TypeKind::array:
      array_literal(literal, base);
      break;
    case TypeKind::map:
      map_literal(literal, base);
      break;
    default:
      fail(literal.place, "invalid type of a composite literal: " + to_string(type));
  }
  set_value(literal, type);
}

/// A value inside of a literal, where the type of a literal may be omitted.
void Checker::element(Expression* expression, const Type* type, std::string_view context) {
  if (expression->kind == ExpressionKind::composite_literal) {
    auto& literal = static_cast<CompositeLiteral&>(*expression);
    if (literal.type_expression == nullptr) {
      const Level level(*this, literal.place);
      composite_literal(literal, type);
      return;
    }
  }
  value(expression);
  assign(expression, type, context);
}

void Checker::structure_literal(CompositeLiteral& literal, const Type* type) {
  const bool keyed = !literal.elements.empty() && literal.elements[0].key != nullptr;
  std::set<std::int64_t> seen;
  std::int64_t position = 0;
  for (Element& one : literal.elements) {
    if ((one.key != nullptr) != keyed) {
      fail(one.value->place, "mixture of field:value and value in a literal of a structure");
    }
    const auto fields = static_cast<std::int64_t>(type->fields.size());
    if (keyed) {
      if (one.key->kind != ExpressionKind::name) fail(one.key->place, "expected the name of a field");
      const auto& name = static_cast<Name&>(*one.key);
      for (one.index = 0; one.index < fields; ++one.index) {
        const Field& field = type->fields[static_cast<std::size_t>(one.index)];
        if (field.name == name.text && name.text != "_" && (field.package == nullptr || field.package == package_))
          break;
      }
      if (one.index == fields) fail(name.place, "unknown field " + name.text + " in the literal of a structure");
      if (!seen.insert(one.index).second) fail(name.place, "duplicate field " + name.text);
    } else {
      if (position == fields) fail(one.value->place, "too many values in the literal of a structure");
      one.index = position++;
    }
    const Field& field = type->fields[static_cast<std::size_t>(one.index)];
    if (field.package != nullptr && field.package != package_) {
      fail(one.value->place, "the field " + field.name + " belongs to another package");
    }
    value(one.value);  // here no type may be omitted
    assign(one.value, field.type, "the literal of a structure");
  }
  if (!keyed && position > 0 && position < static_cast<std::int64_t>(type->fields.size())) {
    fail(literal.closing, "too few values in the literal of a structure");
  }
}

void Checker::array_literal(CompositeLiteral& literal, const Type* type) {
  const std::int64_t limit = type->kind == TypeKind::array ? type->length : -1;
  std::set<std::int64_t> seen;
  std::int64_t next = 0;
  for (Element& one : literal.elements) {
    if (one.key != nullptr) {
      const auto constant = index_value(one.key, "index", limit);
      if (!constant) fail(one.key->place, "the index in a literal must be constant");
      if (*constant > kMaximalIndex) fail(one.key->place, "literals with as many elements are not supported");
      next = *constant;
    }
    if (limit >= 0 && next >= limit) {
      fail(one.value->place,
           "index " + std::to_string(next) + " is out of bounds of " + std::to_string(limit) + " elements");
    }
    if (!seen.insert(next).second) fail(one.value->place, "duplicate index " + std::to_string(next));
    one.index = next++;
    literal.length = std::max(literal.length, next);
    element(one.value, type->element, "the literal of an array or slice");
  }
}

void Checker::map_literal(CompositeLiteral& literal, const Type* type) {
  std::set<std::string> seen;
  for (Element& one : literal.elements) {
    if (one.key == nullptr) fail(one.value->place, "missing key in the literal of a map");
    element(one.key, type->key, "the literal of a map");
    if (one.key->constant != nullptr &&
        !seen.insert(key_text(*one.key->constant) + "," + std::to_string(one.key->type->number)).second) {
      fail(one.key->place, "duplicate key " + to_string(*one.key->constant) + " in the literal of a map");
    }
    element(one.value, type->element, "the literal of a map");
  }
}

}  // namespace graphfuzz::go::syntax

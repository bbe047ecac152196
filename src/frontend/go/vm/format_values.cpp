// Structures, arrays, slices, maps, interfaces and pointers as package fmt prints them.
#include <algorithm>
#include <vector>

#include "frontend/go/vm/format_spec.hpp"
#include "frontend/go/vm/values.hpp"

namespace graphfuzz::go::vm {

using syntax::Type;
using syntax::TypeKind;
using syntax::under;

namespace {

std::uint32_t slots_of(const Type* type) {
  type = under(type);
  std::uint32_t count = 0;
  switch (type->kind) {
    case TypeKind::structure:
      for (const syntax::Field& field : type->fields) count += slots_of(field.type);
      return count;
    case TypeKind::array:
      return slots_of(type->element) * static_cast<std::uint32_t>(type->length);
    default:
      return 1;
  }
}

void format_structure(std::string& out, const Spec& spec, const Type* type, const Slot* value, int depth) {
  const Type* structure = under(type);
  if (spec.syntax) out += to_string(type);
  out += '{';
  bool first = true;
  for (const syntax::Field& field : structure->fields) {
    if (!first) out += spec.syntax ? ", " : " ";
    first = false;
    if (spec.names || spec.syntax) out += field.name + ":";
    Spec inner = spec;
    inner.hidden = spec.hidden || field.package != nullptr;
    format_value(out, inner, field.type, value, depth + 1);
    value += slots_of(field.type);
  }
  out += '}';
}

void format_elements(std::string& out, const Spec& spec, const Type* type, const Slot* first, std::int64_t count,
                     int depth) {
  const Type* element = under(type)->element;
  if (spec.syntax) out += to_string(type);
  out += spec.syntax ? '{' : '[';
  for (std::int64_t i = 0; i < count; ++i) {
    if (i > 0) out += spec.syntax ? ", " : " ";
    format_value(out, spec, element, first, depth + 1);
    first += slots_of(element);
  }
  out += spec.syntax ? '}' : ']';
}

void format_slice(std::string& out, const Spec& spec, const Type* type, const Slot* value, int depth) {
  if (under(under(type)->element)->kind == TypeKind::uint8 &&
      (spec.verb == 's' || spec.verb == 'q' || spec.verb == 'x' || spec.verb == 'X')) {
    std::string text;
    for (std::uint32_t i = 0; i < value->length(); ++i) text += static_cast<char>(value->p[i].i);
    const Slot slot = Slot::text(text);
    format_string(out, spec, type, &slot);
  } else if (spec.verb == 'p') {
    format_address(out, spec, value);
  } else if (spec.syntax && value->p == nullptr) {
    out += to_string(type) + "(nil)";
  } else {
    format_elements(out, spec, type, value->p, value->length(), depth);
  }
}

/// A pointer to what has parts is printed as these, but not within others.
void format_pointer(std::string& out, const Spec& spec, const Type* element, const Slot* value, int depth) {
  const TypeKind kind = under(element)->kind;
  if (depth == 0 && value->p != nullptr && spec.verb != 'p' &&
      (kind == TypeKind::structure || kind == TypeKind::slice || kind == TypeKind::array || kind == TypeKind::map)) {
    out += '&';
    format_value(out, spec, element, value->p, depth + 1);
  } else {
    format_address(out, spec, value);
  }
}

void format_map(std::string& out, const Spec& spec, const Type* type, const Map* map, int depth) {
  const Type* key = under(type)->key;
  std::vector<const Slot*> entries;
  if (map != nullptr) {
    std::int64_t place = 0;
    while (const Slot* entry = map->next(place)) entries.push_back(entry);
  }
  std::stable_sort(entries.begin(), entries.end(), [&](const Slot* a, const Slot* b) {
    if (is_string(key)) return a->string() < b->string();
    if (is_float(key)) return a->f < b->f;
    if (is_unsigned(key)) return a->u < b->u;
    return is_integer(key) && a->i < b->i;
  });
  out += spec.syntax ? to_string(type) + "{" : "map[";
  bool first = true;
  for (const Slot* entry : entries) {
    if (!first) out += spec.syntax ? ", " : " ";
    first = false;
    format_value(out, spec, key, entry, depth + 1);
    out += ':';
    format_value(out, spec, under(type)->element, entry + slots_of(key), depth + 1);
  }
  out += spec.syntax ? '}' : ']';
}

/// Is what `value` prints as what its method Error or String returns? Then that is printed, or asked for.
bool format_by_method(std::string& out, const Spec& spec, const Type* type, const Slot* value) {
  if (spec.texts == nullptr || spec.hidden || spec.syntax || is_interface(type) ||
      std::string_view("vsqxX").find(spec.verb) == std::string_view::npos) {
    return false;
  }
  const TypeInfo* info = spec.texts->info(type);
  if (info == nullptr || info->text_method == nullptr) return false;
  if (type->kind == TypeKind::pointer && value->p == nullptr) {
    pad(out, spec, "<nil>", false);
    return true;
  }
  if (const Slot* text = spec.texts->find(*info, value)) {
    Spec plain = spec;
    plain.texts = nullptr;
    format_string(out, plain, type, text);
  }
  return true;
}

}  // namespace

void format_value(std::string& out, const Spec& spec, const Type* type, const Slot* value, int depth) {
  if (depth > 20) {
    out += "...";
    return;
  }
  if (format_by_method(out, spec, type, value)) return;
  const Type* of = under(type);
  switch (of->kind) {
    case TypeKind::boolean:
      if (spec.verb == 'v' || spec.verb == 't') {
        pad(out, spec, value->i != 0 ? "true" : "false", false);
      } else {
        bad_verb(out, spec, type, value);
      }
      return;
    case TypeKind::string:
      format_string(out, spec, type, value);
      return;
    case TypeKind::float32:
    case TypeKind::float64:
      if (std::string_view("veEfFgG").find(spec.verb) == std::string_view::npos) {
        bad_verb(out, spec, type, value);
      } else {
        format_real(out, spec, value->f, of->kind == TypeKind::float32);
      }
      return;
    case TypeKind::structure:
      format_structure(out, spec, type, value, depth);
      return;
    case TypeKind::array:
      format_elements(out, spec, type, value, of->length, depth);
      return;
    case TypeKind::slice:
      format_slice(out, spec, type, value, depth);
      return;
    case TypeKind::map:
      format_map(out, spec, type, static_cast<const Map*>(value->o), depth);
      return;
    case TypeKind::interface:
      if (value->t == nullptr) {
        pad(out, spec, "<nil>", false);
      } else {
        format_value(out, spec, value->t->type, value->t->word ? value : value->p, depth);
      }
      return;
    case TypeKind::pointer:
      format_pointer(out, spec, of->element, value, depth);
      return;
    case TypeKind::channel:
    case TypeKind::function:
    case TypeKind::unsafe_pointer:
      format_address(out, spec, value);
      return;
    default:
      format_integer(out, spec, type, value);
      return;
  }
}

void bad_verb(std::string& out, const Spec& spec, const Type* type, const Slot* value) {
  out += "%!";
  out += spec.verb;
  out += '(' + to_string(type) + '=';
  format_value(out, Spec{}, type, value, 0);
  out += ')';
}

}  // namespace graphfuzz::go::vm

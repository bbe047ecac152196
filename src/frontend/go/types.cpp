// Types, each made once: the key of a composite type is made of the numbers of its parts.
#include "frontend/go/types.hpp"

#include <algorithm>

#include "frontend/go/checked.hpp"

namespace graphfuzz::go::syntax {
namespace {

/// What a named type is defined as until that is known.
const Type kUnknown;

constexpr std::string_view kBasicNames[] = {
    "bool",         "int",           "int8",           "int16",          "int32",        "int64",
    "uint",         "uint8",         "uint16",         "uint32",         "uint64",       "uintptr",
    "float32",      "float64",       "string",         "unsafe.Pointer", "untyped bool", "untyped int",
    "untyped rune", "untyped float", "untyped string", "untyped nil"};

std::string number(const Type* type) { return std::to_string(type->number) + ","; }

std::string package_key(const Package* package) { return std::to_string(reinterpret_cast<std::uintptr_t>(package)); }

void append(std::string& text, const Type* type);

void append_list(std::string& text, const std::vector<const Type*>& types, bool variadic = false) {
  text += '(';
  for (std::size_t i = 0; i < types.size(); ++i) {
    if (i > 0) text += ", ";
    const bool dots = variadic && i + 1 == types.size();
    if (dots) text += "...";
    append(text, dots ? types[i]->element : types[i]);
  }
  text += ')';
}

void append_signature(std::string& text, const Type* type) {
  append_list(text, type->parameters, type->variadic);
  if (type->results.size() == 1) {
    text += ' ';
    append(text, type->results[0]);
  } else if (!type->results.empty()) {
    text += ' ';
    append_list(text, type->results);
  }
}

void append(std::string& text, const Type* type) {
  switch (type->kind) {
    case TypeKind::named:
      if (type->package != nullptr) text += type->package->name + ".";
      text += type->name;
      return;
    case TypeKind::pointer:
      text += '*';
      append(text, type->element);
      return;
    case TypeKind::slice:
      text += "[]";
      append(text, type->element);
      return;
    case TypeKind::array:
      text += "[" + std::to_string(type->length) + "]";
      append(text, type->element);
      return;
    case TypeKind::map:
      text += "map[";
      append(text, type->key);
      text += ']';
      append(text, type->element);
      return;
    case TypeKind::channel: {
      text += type->direction == Direction::receive_only ? "<-chan " : "chan";
      if (type->direction == Direction::send_only) text += "<- ";
      if (type->direction == Direction::both) text += ' ';
      const bool ambiguous = type->direction != Direction::send_only && type->element->kind == TypeKind::channel &&
                             type->element->direction == Direction::receive_only;
      if (ambiguous) text += '(';
      append(text, type->element);
      if (ambiguous) text += ')';
      return;
    }
    case TypeKind::function:
      text += "func";
      append_signature(text, type);
      return;
    case TypeKind::structure:
      text += "struct {";
      for (std::size_t i = 0; i < type->fields.size(); ++i) {
        text += i == 0 ? " " : "; ";
        if (!type->fields[i].embedded) text += type->fields[i].name + " ";
        append(text, type->fields[i].type);
      }
      text += type->fields.empty() ? "}" : " }";
      return;
    case TypeKind::interface:
      text += "interface {";
      for (std::size_t i = 0; i < type->interface_methods.size(); ++i) {
        text += (i == 0 ? " " : "; ") + type->interface_methods[i].name;
        append_signature(text, type->interface_methods[i].signature);
      }
      text += type->interface_methods.empty() ? "}" : " }";
      return;
    case TypeKind::tuple:
      append_list(text, type->elements);
      return;
    case TypeKind::invalid:
      text += "invalid type";
      return;
    default:
      text += kBasicNames[static_cast<std::size_t>(type->kind)];
      return;
  }
}

}  // namespace

bool is_boolean(const Type* type) {
  const TypeKind kind = under(type)->kind;
  return kind == TypeKind::boolean || kind == TypeKind::untyped_bool;
}
bool is_integer(const Type* type) {
  const TypeKind kind = under(type)->kind;
  return (kind >= TypeKind::int_ && kind <= TypeKind::uintptr) || kind == TypeKind::untyped_int ||
         kind == TypeKind::untyped_rune;
}
bool is_unsigned(const Type* type) {
  const TypeKind kind = under(type)->kind;
  return kind >= TypeKind::uint && kind <= TypeKind::uintptr;
}
bool is_float(const Type* type) {
  const TypeKind kind = under(type)->kind;
  return kind == TypeKind::float32 || kind == TypeKind::float64 || kind == TypeKind::untyped_float;
}
bool is_numeric(const Type* type) { return is_integer(type) || is_float(type); }
bool is_string(const Type* type) {
  const TypeKind kind = under(type)->kind;
  return kind == TypeKind::string || kind == TypeKind::untyped_string;
}
bool is_untyped(const Type* type) {
  return type->kind >= TypeKind::untyped_bool && type->kind <= TypeKind::untyped_nil;
}
bool is_interface(const Type* type) { return under(type)->kind == TypeKind::interface; }
bool is_pointer(const Type* type) { return under(type)->kind == TypeKind::pointer; }

bool has_nil(const Type* type) {
  switch (under(type)->kind) {
    case TypeKind::pointer:
    case TypeKind::slice:
    case TypeKind::map:
    case TypeKind::channel:
    case TypeKind::function:
    case TypeKind::interface:
    case TypeKind::unsafe_pointer:
    case TypeKind::untyped_nil:
      return true;
    default:
      return false;
  }
}

bool is_comparable(const Type* type) {
  const Type* defined = under(type);
  switch (defined->kind) {
    case TypeKind::slice:
    case TypeKind::map:
    case TypeKind::function:
    case TypeKind::tuple:
    case TypeKind::invalid:
      return false;
    case TypeKind::array:
      return is_comparable(defined->element);
    case TypeKind::structure:
      return std::all_of(defined->fields.begin(), defined->fields.end(),
                         [](const Field& field) { return is_comparable(field.type); });
    default:
      return true;
  }
}

int bits(const Type* type) {
  switch (under(type)->kind) {
    case TypeKind::int8:
    case TypeKind::uint8:
      return 8;
    case TypeKind::int16:
    case TypeKind::uint16:
      return 16;
    case TypeKind::int32:
    case TypeKind::uint32:
      return 32;
    default:
      return 64;
  }
}

std::string to_string(const Type* type) {
  std::string text;
  append(text, type);
  return text;
}

Types::Types() {
  for (int kind = 0; kind <= static_cast<int>(TypeKind::untyped_nil); ++kind) add(static_cast<TypeKind>(kind));
  any_ = interface({});
  empty_tuple_ = tuple({});
  error_ = named("error", nullptr);
  define(error_, interface({{"Error", function({}, {basic(TypeKind::string)}, false), nullptr}}));
}

Type* Types::add(TypeKind kind) {
  all_.push_back(std::make_unique<Type>());
  all_.back()->kind = kind;
  all_.back()->number = static_cast<std::uint32_t>(all_.size() - 1);
  return all_.back().get();
}

const Type* Types::basic(TypeKind kind) const { return all_[static_cast<std::size_t>(kind)].get(); }

template <typename Fill>
const Type* Types::once(std::string key, TypeKind kind, Fill fill) {
  const auto found = by_key_.find(key);
  if (found != by_key_.end()) return found->second;
  Type* type = add(kind);
  fill(*type);
  by_key_.emplace(std::move(key), type);
  return type;
}

const Type* Types::pointer_to(const Type* element) {
  return once("*" + number(element), TypeKind::pointer, [&](Type& type) { type.element = element; });
}

const Type* Types::slice_of(const Type* element) {
  return once("[" + number(element), TypeKind::slice, [&](Type& type) { type.element = element; });
}

const Type* Types::array_of(const Type* element, std::int64_t length) {
  return once("a" + number(element) + std::to_string(length), TypeKind::array, [&](Type& type) {
    type.element = element;
    type.length = length;
  });
}

const Type* Types::map_of(const Type* key, const Type* element) {
  return once("m" + number(key) + number(element), TypeKind::map, [&](Type& type) {
    type.key = key;
    type.element = element;
  });
}

const Type* Types::channel_of(const Type* element, Direction direction) {
  return once("c" + std::to_string(static_cast<int>(direction)) + "," + number(element), TypeKind::channel,
              [&](Type& type) {
                type.element = element;
                type.direction = direction;
              });
}

const Type* Types::tuple(std::vector<const Type*> elements) {
  std::string key = "t";
  for (const Type* element : elements) key += number(element);
  return once(std::move(key), TypeKind::tuple, [&](Type& type) { type.elements = std::move(elements); });
}

const Type* Types::function(std::vector<const Type*> parameters, std::vector<const Type*> results, bool variadic) {
  std::string key = variadic ? "v" : "f";
  for (const Type* parameter : parameters) key += number(parameter);
  key += ':';
  for (const Type* result : results) key += number(result);
  return once(std::move(key), TypeKind::function, [&](Type& type) {
    type.result_type = results.size() == 1 ? results[0] : tuple(results);
    type.parameters = std::move(parameters);
    type.results = std::move(results);
    type.variadic = variadic;
  });
}

const Type* Types::structure(std::vector<Field> fields) {
  std::string key = "s";
  for (const Field& field : fields) {
    key += field.name + (field.embedded ? "!" : " ") + package_key(field.package) + "," + number(field.type);
  }
  return once(std::move(key), TypeKind::structure, [&](Type& type) { type.fields = std::move(fields); });
}

const Type* Types::interface(std::vector<InterfaceMethod> methods) {
  std::sort(methods.begin(), methods.end(),
            [](const InterfaceMethod& a, const InterfaceMethod& b) { return a.name < b.name; });
  std::string key = "i";
  for (const InterfaceMethod& method : methods) {
    key += method.name + " " + package_key(method.package) + "," + number(method.signature);
  }
  return once(std::move(key), TypeKind::interface, [&](Type& type) { type.interface_methods = std::move(methods); });
}

const Type* Types::named(std::string name, const Package* package) {
  Type* type = add(TypeKind::named);
  type->name = std::move(name);
  type->package = package;
  type->underlying = &kUnknown;
  return type;
}

}  // namespace graphfuzz::go::syntax

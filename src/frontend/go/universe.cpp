// The predeclared names (Go specification, "Predeclared identifiers").
#include <utility>

#include "frontend/go/checker.hpp"

namespace graphfuzz::go::syntax {
namespace {

constexpr std::pair<std::string_view, TypeKind> kTypes[] = {
    {"bool", TypeKind::boolean},    {"int", TypeKind::int_},        {"int8", TypeKind::int8},
    {"int16", TypeKind::int16},     {"int32", TypeKind::int32},     {"int64", TypeKind::int64},
    {"uint", TypeKind::uint},       {"uint8", TypeKind::uint8},     {"uint16", TypeKind::uint16},
    {"uint32", TypeKind::uint32},   {"uint64", TypeKind::uint64},   {"uintptr", TypeKind::uintptr},
    {"float32", TypeKind::float32}, {"float64", TypeKind::float64}, {"string", TypeKind::string},
    {"byte", TypeKind::uint8},      {"rune", TypeKind::int32}};

constexpr std::pair<std::string_view, Builtin> kBuiltins[] = {
    {"append", Builtin::append},   {"cap", Builtin::cap},         {"close", Builtin::close},
    {"copy", Builtin::copy},       {"delete", Builtin::delete_},  {"len", Builtin::len},
    {"make", Builtin::make},       {"new", Builtin::new_},        {"panic", Builtin::panic},
    {"print", Builtin::print},     {"println", Builtin::println}, {"recover", Builtin::recover},
    {"complex", Builtin::complex}, {"imag", Builtin::imag},       {"real", Builtin::real}};

template <typename Made>
Made* declare(Program& program, Scope& scope, std::string_view name, std::unique_ptr<Made> made) {
  Made* result = made.get();
  result->name = name;
  scope.names.emplace(name, result);
  program.entities.push_back(std::move(made));
  return result;
}

}  // namespace

void declare_universe(Program& program, Scope& scope) {
  const auto type = [&](std::string_view name, const Type* denoted) {
    declare(program, scope, name, std::make_unique<Entity>(EntityKind::type))->type = denoted;
  };
  for (const auto& [name, kind] : kTypes) type(name, program.types.basic(kind));
  type("error", program.types.error());
  type("any", program.types.empty_interface());
  const auto constant = [&](std::string_view name, TypeKind kind, Constant value) {
    auto* entity = declare(program, scope, name, std::make_unique<ConstantEntity>());
    entity->type = program.types.basic(kind);
    entity->value = std::move(value);
  };
  constant("true", TypeKind::untyped_bool, Constant::of(true));
  constant("false", TypeKind::untyped_bool, Constant::of(false));
  constant("iota", TypeKind::untyped_int, Constant::of(Integer{0}));  // its value is the context's
  declare(program, scope, "nil", std::make_unique<Entity>(EntityKind::nil))->type =
      program.types.basic(TypeKind::untyped_nil);
  for (const auto& [name, builtin] : kBuiltins) {
    declare(program, scope, name, std::make_unique<BuiltinEntity>())->builtin = builtin;
  }
}

}  // namespace graphfuzz::go::syntax

// Names: what binds them, what they stand for, and what may have been meant by unknown ones.
#include <fmt/format.h>

#include <algorithm>

#include "graphfuzz/graph/spelling.hpp"
#include "model/cat/compiler.hpp"
#include "model/cat/nesting.hpp"
#include "model/cat/predefined.hpp"

namespace graphfuzz::cat {
namespace {

std::string suggestions(const std::string& name, const Scope* scope) {
  if (name == "co" || name == "fr" || name == "coe" || name == "fre" || name == "coi" || name == "fri") {
    return "; include \"cos.cat\" defines it";
  }
  std::vector<std::string> known;
  for (; scope != nullptr; scope = scope->outer) known.push_back(scope->name);
  return did_you_mean(name, known);
}

[[noreturn]] void unknown(const std::string& name, const Position& position, const Scope* scope) {
  const auto known = unsupported_names();
  if (std::find(known.begin(), known.end(), name) != known.end()) {
    fail(position, fmt::format("herd7's primitive '{}' is not supported", name));
  }
  fail(position, fmt::format("unknown name '{}'{}", name, suggestions(name, scope)));
}

}  // namespace

const Scope* Compiler::lookup(const std::string& name, const Position& position, const Scope* scope) {
  std::uint64_t passed = 0;
  while (scope != nullptr && scope->name != name) {
    scope = scope->outer;
    ++passed;
  }
  spend(position, 1 + passed / 128);
  return scope;
}

const Scope* Compiler::bind(const Scope* outer, std::string name, Value value) {
  if (value.kind == Value::Kind::set || value.kind == Value::Kind::relation) builder_.call(value.node, name);
  return &scopes_.emplace_back(Scope{std::move(name), std::move(value), outer});
}

const Scope* Compiler::bind(const Scope* outer, const Pattern& pattern, Value value) {
  if (!pattern.tuple) return pattern.names[0].empty() ? outer : bind(outer, pattern.names[0], std::move(value));
  if (pattern.names.size() == 1) return bind(outer, Pattern{false, pattern.names, pattern.position}, std::move(value));
  if (value.kind != Value::Kind::tuple || value.items.size() != pattern.names.size()) {
    fail(pattern.position, fmt::format("expected {} values, found {}", pattern.names.size(), describe(value)));
  }
  for (std::size_t i = 0; i < pattern.names.size(); ++i) {
    if (!pattern.names[i].empty()) outer = bind(outer, pattern.names[i], std::move(value.items[i]));
  }
  return outer;
}

const Scope* Compiler::bind_all(const std::vector<Binding>& bindings, const Scope* scope) {
  const Scope* result = scope;
  for (const Binding& binding : bindings) result = bind(result, binding.pattern, evaluate(binding.body, scope));
  return result;
}

// Functions may call themselves and each other: their scope is the one in which all of them are known. For sets and
// relations the type is found first, by assuming that they are empty, then what they stand for.
const Scope* Compiler::bind_recursively(const std::vector<Binding>& bindings, const Scope* scope,
                                        const Position& position) {
  for (const Binding& binding : bindings) {
    if (binding.pattern.tuple || binding.pattern.names[0].empty()) {
      fail(binding.pattern.position, "expected a name: a recursive definition cannot bind a tuple or '_'");
    }
  }
  const auto is_function = [](const Binding& b) { return b.body.kind == Expression::Kind::function; };
  if (std::any_of(bindings.begin(), bindings.end(), is_function)) {
    const std::size_t first = closures_.size();
    for (const Binding& binding : bindings) {
      if (!is_function(binding)) {
        fail(binding.pattern.position, "functions cannot be defined recursively together with sets and relations");
      }
      closures_.push_back({&binding.body.patterns[0], &binding.body.children[0], nullptr, binding.pattern.names[0]});
      Value value;
      value.kind = Value::Kind::closure;
      value.closure = &closures_.back();
      scope = bind(scope, binding.pattern.names[0], std::move(value));
    }
    for (std::size_t i = 0; i < bindings.size(); ++i) {
      closures_[first + i].scope = scope;
      std::vector<std::string> local;
      check_names(bindings[i].body, scope, local);
    }
    return scope;
  }
  std::vector<Value> types(bindings.size());
  for (std::size_t round = 0; round <= bindings.size(); ++round) {
    const Scope* inner = scope;
    for (std::size_t i = 0; i < bindings.size(); ++i) {
      // Not bind(): what is assumed to be empty is not to be called by this name.
      inner = &scopes_.emplace_back(Scope{bindings[i].pattern.names[0], types[i], inner});
    }
    bool known = true;
    for (std::size_t i = 0; i < bindings.size(); ++i) {
      const Value value = evaluate(bindings[i].body, inner);
      if (value.kind == Value::Kind::set || value.kind == Value::Kind::relation) {
        types[i].kind = value.kind;
        types[i].node = builder_.none(value.kind == Value::Kind::relation);
      } else if (value.kind == Value::Kind::nothing) {
        known = false;
      } else {
        fail(bindings[i].body.position, fmt::format("expected a set or a relation as the body of the recursive "
                                                    "definition of '{}', found {}",
                                                    bindings[i].pattern.names[0], describe(value)));
      }
    }
    if (known) break;
  }
  Plan& plan = builder_.plan();
  const std::size_t number = plan.recursions.size();
  if (number >= 64) fail(position, "a model may have at most 64 recursive definitions");
  Recursion& recursion = plan.recursions.emplace_back();
  recursion.position = position;
  for (std::size_t i = 0; i < bindings.size(); ++i) {
    Value& value = types[i];
    if (value.kind == Value::Kind::nothing) value.kind = Value::Kind::relation;
    value.node = builder_.variable(value.kind == Value::Kind::relation, number);
    recursion.variables.push_back(value.node);
    recursion.names.push_back(bindings[i].pattern.names[0]);
    scope = bind(scope, bindings[i].pattern.names[0], value);
  }
  std::vector<NodeId> bodies;
  for (std::size_t i = 0; i < bindings.size(); ++i) {
    bodies.push_back(types[i].kind == Value::Kind::relation ? relation(bindings[i].body, scope)
                                                            : set(bindings[i].body, scope));
  }
  plan.recursions[number].bodies = std::move(bodies);  // the body may have had recursions of its own
  return scope;
}

const Scope* Compiler::predefined() {
  const Scope* scope = nullptr;
  for (const PredefinedNode& known : predefined_nodes()) {
    Value value;
    value.node = known.make(builder_);
    value.kind = builder_.relation(value.node) ? Value::Kind::relation : Value::Kind::set;
    // Base relations have names of their own, and what is empty is nobody's.
    const Op op = builder_.at(value.node).op;
    if (op == Op::base_relation || builder_.empty(value.node)) {
      scope = &scopes_.emplace_back(Scope{std::string(known.name), value, scope});
    } else {
      scope = bind(scope, std::string(known.name), value);
    }
  }
  for (auto [name, builtin] : {std::pair{"domain", Builtin::domain},
                               {"range", Builtin::range},
                               {"generate_cos", Builtin::generate_cos},
                               {"generate_orders", Builtin::generate_orders}}) {
    Value value;
    value.kind = Value::Kind::builtin;
    value.builtin = builtin;
    value.text = name;
    scope = bind(scope, name, std::move(value));
  }
  return scope;
}

const Value& Compiler::find(const std::string& name, const Position& position, const Scope* scope) {
  const Scope* found = lookup(name, position, scope);
  if (found == nullptr) unknown(name, position, scope);
  return found->value;
}

Value Compiler::function(const Expression& expression, const Scope* scope) {
  std::vector<std::string> local;
  check_names(expression, scope, local);
  closures_.push_back({&expression.patterns[0], &expression.children[0], scope, expression.text});
  Value value;
  value.kind = Value::Kind::closure;
  value.closure = &closures_.back();
  return value;
}

void Compiler::check_names(const Expression& e, const Scope* scope, std::vector<std::string>& local) {
  using Kind = Expression::Kind;
  const std::size_t before = local.size();
  const auto add = [&](const Pattern& pattern) {
    local.insert(local.end(), pattern.names.begin(), pattern.names.end());
  };
  switch (e.kind) {
    case Kind::name:
      if (std::find(local.begin(), local.end(), e.text) == local.end() &&
          lookup(e.text, e.position, scope) == nullptr) {
        unknown(e.text, e.position, scope);
      }
      return;
    case Kind::attempt:
      check_names(e.children[1], scope, local);
      return;
    case Kind::function:
      add(e.patterns[0]);
      break;
    case Kind::let_rec_in:
      for (const Binding& b : e.bindings) add(b.pattern);
      for (const Binding& b : e.bindings) check_names(b.body, scope, local);
      break;
    case Kind::let_in:
      for (const Binding& b : e.bindings) check_names(b.body, scope, local);
      for (const Binding& b : e.bindings) add(b.pattern);
      break;
    case Kind::match_set:
      check_names(e.children[0], scope, local);
      check_names(e.children[1], scope, local);
      for (const Pattern& p : e.patterns) add(p);
      check_names(e.children[2], scope, local);
      local.resize(before);
      return;
    default:
      break;
  }
  for (const Expression& child : e.children) check_names(child, scope, local);
  local.resize(before);
}

}  // namespace graphfuzz::cat

// What the names of a cat model stand for while it is compiled.
#pragma once

#include <string>
#include <vector>

#include "model/cat/plan.hpp"
#include "model/cat/syntax.hpp"

namespace graphfuzz::cat {

struct Scope;

/// A function of the model, with the scope in which it was defined.
struct Closure {
  const Pattern* parameter = nullptr;
  const Expression* body = nullptr;
  const Scope* scope = nullptr;
  std::string name;
};

enum class Builtin : std::uint8_t { domain, range, generate_cos, generate_orders, unsupported };

struct Value {
  enum class Kind : std::uint8_t {
    nothing,   // 0: the empty set or relation, as the place demands
    set,       // node
    relation,  // node
    tag,       // text
    list,      // items: an explicit set {a, b}; of tags, it is a set of tags
    tuple,     // items
    closure,
    builtin,
    orders,  // what generate_cos gives; node: its one element, the graph's mo
    procedure,
  };
  Kind kind = Kind::nothing;
  NodeId node = kNoNode;
  Builtin builtin = Builtin::domain;
  std::string text;
  std::vector<Value> items;
  const Closure* closure = nullptr;
  const Instruction* procedure = nullptr;
  const Scope* scope = nullptr;  // procedure
};

/// How a message names what it is.
std::string describe(const Value& value);

/// One binding and those before it. Scopes belong to the compiler and outlive all that refers to them.
struct Scope {
  std::string name;
  Value value;
  const Scope* outer = nullptr;
};

}  // namespace graphfuzz::cat

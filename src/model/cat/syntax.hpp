// The syntax tree of a cat model, as it was written.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "graphfuzz/model/cat.hpp"
#include "model/cat/token.hpp"

namespace graphfuzz::cat {

struct Binding;

/// What binds names: one name ("" for `_`), or a tuple of names.
struct Pattern {
  bool tuple = false;
  std::vector<std::string> names;
  Position position;
};

struct Expression {
  enum class Kind : std::uint8_t {
    nothing,       // 0
    universe,      // _
    name,          // text
    tag,           // text
    variant,       // text: is herd7's variant of that name on?
    identity,      // [0]
    explicit_set,  // {0, 1, …}
    tuple,         // (0, 1, …)
    unite,         // 0 | 1 | …
    add,           // 0 ++ 1
    compose,       // 0 ; 1 ; …
    subtract,      // 0 \ 1
    intersect,     // 0 & 1
    cartesian,     // 0 * 1
    complement,    // ~0
    reflexive,     // 0?
    closure,       // 0+
    star,          // 0*
    inverse,       // 0^-1
    apply,         // 0 1
    function,      // fun parameters[0] -> 0
    let_in,        // let bindings in 0
    let_rec_in,    // let rec bindings in 0
    if_else,       // if 0 then 1 else 2
    equal,         // 0 = 1        (a condition, as are all up to `both`)
    subset,        // 0 subset 1
    member,        // 0 in 1
    negation,      // not 0
    either,        // 0 || 1
    both,          // 0 && 1
    attempt,       // try 0 with 1
    match_tag,     // match 0 with clauses: `tags` name those of 1, …; "_" is the default
    match_set,     // match 0 with {} -> 1 || patterns[0] ++ patterns[1] -> 2
  };
  Kind kind = Kind::nothing;
  Position position;
  std::string text;
  std::vector<Expression> children;
  std::vector<std::string> tags;
  std::vector<Pattern> patterns;
  std::vector<Binding> bindings;
  unsigned depth = 1;  ///< height of the tree
};

/// `pattern = body`; `let f x = e` is f bound to a function.
struct Binding {
  Pattern pattern;
  Expression body;
};

struct Instruction {
  enum class Kind : std::uint8_t {
    let,        // bindings
    let_rec,    // bindings, and has_test: when test
    test,       // test
    include,    // name: the file
    show,       // names; `show e as name` has an expression
    unshow,     // names
    procedure,  // name, pattern, body; recursive
    call,       // name, expressions[0], label
    for_each,   // forall name in expressions[0] do body end
    with_from,  // with name from expressions[0]
    match,      // match expressions[0] with tags[i] -> bodies[i]
    if_else,    // if expressions[0] then body else bodies[0]
    enumerate,  // enum name = tags
    debug,      // expressions[0]
  };
  struct Test {
    CatCheck check;                      // without a name if it was not given one
    std::vector<Expression> expression;  // one
    Position position;
  };
  Kind kind = Kind::let;
  Position position;
  std::string name;
  std::string label;
  bool recursive = false;
  Pattern pattern;
  std::vector<std::string> names;
  std::vector<std::string> tags;
  std::vector<Binding> bindings;
  std::vector<Expression> expressions;
  std::vector<Test> tests;
  std::vector<Instruction> body;
  std::vector<std::vector<Instruction>> bodies;
};

struct ModelText {
  std::string title;
  std::vector<Instruction> instructions;
  Position end;
};

}  // namespace graphfuzz::cat

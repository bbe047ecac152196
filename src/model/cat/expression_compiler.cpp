// Expressions of a cat model become values: nodes of the plan for sets and relations, the rest is gone when the model
// is compiled.
#include <fmt/format.h>

#include <algorithm>

#include "graphfuzz/stop/stop.hpp"
#include "model/cat/compiler.hpp"
#include "model/cat/nesting.hpp"

namespace graphfuzz::cat {
namespace {

// Of evaluations that are not finished: functions called from functions are as deep as expressions in expressions.
constexpr unsigned kDeepestEvaluation = 1000;
constexpr std::uint64_t kMostSteps = 300'000;

bool same(const Value& a, const Value& b) {
  return a.kind == b.kind && a.node == b.node && a.text == b.text && a.closure == b.closure &&
         std::equal(a.items.begin(), a.items.end(), b.items.begin(), b.items.end(), same);
}

Value value_of(NodeId node, bool relation) {
  Value result;
  result.kind = relation ? Value::Kind::relation : Value::Kind::set;
  result.node = node;
  return result;
}

}  // namespace

std::string describe(const Value& value) {
  switch (value.kind) {
    case Value::Kind::nothing:
      return "the empty relation";
    case Value::Kind::set:
      return "a set of events";
    case Value::Kind::relation:
      return "a relation";
    case Value::Kind::tag:
      return "the tag '" + value.text;
    case Value::Kind::list:
      return "an explicit set";
    case Value::Kind::tuple:
      return fmt::format("a tuple of {} values", value.items.size());
    case Value::Kind::orders:
      return "a set of orders";
    case Value::Kind::procedure:
      return "a procedure";
    default:
      return "a function";
  }
}

void Compiler::spend(const Position& position, std::uint64_t steps) {
  stop_point();
  builder_.locate(position);
  spent_ += steps;
  if (spent_ > kMostSteps) fail(position, "the model takes too many steps to compile: its functions grow without end");
}

NodeId Compiler::to_set(const Value& value, const Position& position) {
  if (value.kind == Value::Kind::set) return value.node;
  if (value.kind == Value::Kind::nothing || (value.kind == Value::Kind::list && value.items.empty())) {
    return builder_.none(false);
  }
  fail(position, "expected a set of events, found " + describe(value));
}

NodeId Compiler::to_relation(const Value& value, const Position& position) {
  if (value.kind == Value::Kind::relation) return value.node;
  if (value.kind == Value::Kind::nothing) return builder_.none(true);
  fail(position, "expected a relation, found " + describe(value));
}

NodeId Compiler::set(const Expression& e, const Scope* scope) { return to_set(evaluate(e, scope), e.position); }
NodeId Compiler::relation(const Expression& e, const Scope* scope) {
  return to_relation(evaluate(e, scope), e.position);
}

bool Compiler::unify(Value& a, Value& b) {
  const auto empty = [](const Value& v) {
    return v.kind == Value::Kind::nothing || (v.kind == Value::Kind::list && v.items.empty());
  };
  const auto algebraic = [](const Value& v) { return v.kind == Value::Kind::set || v.kind == Value::Kind::relation; };
  if (algebraic(a) && empty(b)) b = value_of(builder_.none(builder_.relation(a.node)), builder_.relation(a.node));
  if (algebraic(b) && empty(a)) a = value_of(builder_.none(builder_.relation(b.node)), builder_.relation(b.node));
  return a.kind == b.kind && algebraic(a);
}

Value Compiler::evaluate(const Expression& e, const Scope* scope) {
  using Kind = Expression::Kind;
  spend(e.position);
  const NestedCall nested(depth_, e.position, kDeepestEvaluation);
  switch (e.kind) {
    case Kind::nothing:
      return {};
    case Kind::universe:
      return value_of(builder_.base(BaseSet::universe), false);
    case Kind::name:
      return find(e.text, e.position, scope);
    case Kind::tag: {
      Value result;
      result.kind = Value::Kind::tag;
      result.text = e.text;
      return result;
    }
    case Kind::tuple: {
      Value result;
      result.kind = Value::Kind::tuple;
      for (const Expression& child : e.children) result.items.push_back(evaluate(child, scope));
      return result;
    }
    case Kind::explicit_set:
      return explicit_set(e, scope);
    case Kind::add:
      return add(e, scope);
    case Kind::apply:
      return apply(e, scope);
    case Kind::function:
      return function(e, scope);
    case Kind::let_in:
      return evaluate(e.children[0], bind_all(e.bindings, scope));
    case Kind::let_rec_in:
      return evaluate(e.children[0], bind_recursively(e.bindings, scope, e.position));
    case Kind::if_else:
      return choose(e, scope);
    case Kind::match_tag:
      return match_tag(e, scope);
    case Kind::match_set:
      return match_set(e, scope);
    case Kind::attempt: {
      // Only an unknown name makes the fallback count: any other mistake is one.
      try {
        std::vector<std::string> local;
        check_names(e.children[0], scope, local);
      } catch (const CatError&) {
        return evaluate(e.children[1], scope);
      }
      return evaluate(e.children[0], scope);
    }
    default:
      return operate(e, scope);
  }
}

Value Compiler::operate(const Expression& e, const Scope* scope) {
  using Kind = Expression::Kind;
  switch (e.kind) {
    case Kind::identity:
      return value_of(builder_.identity(set(e.children[0], scope)), true);
    case Kind::cartesian: {
      const NodeId left = set(e.children[0], scope);
      return value_of(builder_.cartesian(left, set(e.children[1], scope)), true);
    }
    case Kind::reflexive:
      return value_of(builder_.reflexive(relation(e.children[0], scope)), true);
    case Kind::closure:
      return value_of(builder_.closure(relation(e.children[0], scope)), true);
    case Kind::star:
      return value_of(builder_.star(relation(e.children[0], scope)), true);
    case Kind::inverse:
      return value_of(builder_.inverse(relation(e.children[0], scope)), true);
    case Kind::complement: {
      const Value value = evaluate(e.children[0], scope);
      if (value.kind == Value::Kind::set) return value_of(builder_.complement(value.node), false);
      return value_of(builder_.complement(to_relation(value, e.children[0].position)), true);
    }
    case Kind::compose: {
      NodeId result = relation(e.children[0], scope);
      // From the right, as the operator associates: it matters to what is shared, not to what is meant.
      std::vector<NodeId> operands{result};
      for (std::size_t i = 1; i < e.children.size(); ++i) operands.push_back(relation(e.children[i], scope));
      result = operands.back();
      for (std::size_t i = operands.size() - 1; i-- > 0;) result = builder_.compose(operands[i], result);
      return value_of(result, true);
    }
    case Kind::unite:
    case Kind::intersect:
    case Kind::subtract:
      return combine(e, scope);
    default:
      fail(e.position, "expected a set or a relation, found a condition");
  }
}

// | & \ on sets, on relations, and on sets of tags.
Value Compiler::combine(const Expression& e, const Scope* scope) {
  using Kind = Expression::Kind;
  Value result = evaluate(e.children[0], scope);
  for (std::size_t i = 1; i < e.children.size(); ++i) {
    Value next = evaluate(e.children[i], scope);
    if (result.kind == Value::Kind::nothing && next.kind == Value::Kind::nothing) continue;
    if (result.kind == Value::Kind::list && next.kind == Value::Kind::list) {
      const auto contains = [](const Value& list, const Value& item) {
        return std::any_of(list.items.begin(), list.items.end(), [&](const Value& v) { return same(v, item); });
      };
      if (e.kind == Kind::unite) {
        for (Value& item : next.items) {
          if (!contains(result, item)) result.items.push_back(std::move(item));
        }
      } else {
        std::erase_if(result.items, [&](const Value& v) { return contains(next, v) == (e.kind == Kind::subtract); });
      }
      continue;
    }
    if (!unify(result, next)) {
      const bool first_is_wrong = result.kind != Value::Kind::set && result.kind != Value::Kind::relation &&
                                  result.kind != Value::Kind::nothing;
      const std::string wanted = first_is_wrong                         ? "a set or a relation"
                                 : result.kind == Value::Kind::set      ? "a set of events"
                                 : result.kind == Value::Kind::relation ? "a relation"
                                                                        : "a set or a relation";
      fail(e.children[first_is_wrong ? 0 : i].position,
           fmt::format("expected {}, found {}", wanted, describe(first_is_wrong ? result : next)));
    }
    const NodeId node = e.kind == Kind::unite       ? builder_.unite(result.node, next.node)
                        : e.kind == Kind::intersect ? builder_.intersect(result.node, next.node)
                                                    : builder_.subtract(result.node, next.node);
    result = value_of(node, result.kind == Value::Kind::relation);
  }
  return result;
}

Value Compiler::explicit_set(const Expression& e, const Scope* scope) {
  Value result;
  result.kind = Value::Kind::list;
  for (const Expression& child : e.children) {
    Value item = evaluate(child, scope);
    if (std::none_of(result.items.begin(), result.items.end(), [&](const Value& v) { return same(v, item); })) {
      result.items.push_back(std::move(item));
    }
  }
  return result;
}

Value Compiler::add(const Expression& e, const Scope* scope) {
  Value item = evaluate(e.children[0], scope);
  Value rest = evaluate(e.children[1], scope);
  if (rest.kind == Value::Kind::nothing) rest.kind = Value::Kind::list;
  if (rest.kind != Value::Kind::list) {
    fail(e.children[1].position, "expected an explicit set such as {a, b} after '++', found " + describe(rest));
  }
  if (std::none_of(rest.items.begin(), rest.items.end(), [&](const Value& v) { return same(v, item); })) {
    rest.items.insert(rest.items.begin(), std::move(item));
  }
  return rest;
}

Value Compiler::apply(const Expression& e, const Scope* scope) {
  const Value function = evaluate(e.children[0], scope);
  return apply(function, evaluate(e.children[1], scope), e.position, e.children[1].position);
}

Value Compiler::apply(const Value& function, Value argument, const Position& position,
                      const Position& argument_position) {
  if (function.kind == Value::Kind::builtin) return apply(function.builtin, argument, argument_position);
  if (function.kind != Value::Kind::closure) fail(position, "expected a function, found " + describe(function));
  const Closure& closure = *function.closure;
  if (calls_ >= kMostCalls) {
    fail(position, fmt::format("'{}' does not come to an end: its calls are nested {} deep", closure.name, calls_));
  }
  const std::size_t wanted = closure.parameter->names.size();
  if (closure.parameter->tuple && wanted != 1 &&
      (argument.kind != Value::Kind::tuple || argument.items.size() != wanted)) {
    const std::size_t given = argument.kind == Value::Kind::tuple ? argument.items.size() : 1;
    fail(argument_position, fmt::format("'{}' takes {} arguments, found {}", closure.name, wanted, given));
  }
  ++calls_;
  const Scope* inner = closure.scope;
  // Parameters do not name what they are given.
  if (!closure.parameter->tuple || wanted == 1) {
    inner = &scopes_.emplace_back(Scope{closure.parameter->names[0], std::move(argument), inner});
  } else {
    for (std::size_t i = 0; i < wanted; ++i) {
      inner = &scopes_.emplace_back(Scope{closure.parameter->names[i], std::move(argument.items[i]), inner});
    }
  }
  Value result = evaluate(*closure.body, inner);
  --calls_;
  return result;
}

Value Compiler::apply(Builtin builtin, const Value& argument, const Position& position) {
  switch (builtin) {
    case Builtin::domain:
      return value_of(builder_.domain(to_relation(argument, position)), false);
    case Builtin::range:
      return value_of(builder_.range(to_relation(argument, position)), false);
    case Builtin::generate_cos: {
      to_relation(argument, position);
      Value result;
      result.kind = Value::Kind::orders;
      result.items = {value_of(builder_.base(BaseRelation::mo), true), argument};
      return result;
    }
    default: {
      if (argument.kind != Value::Kind::tuple || argument.items.size() != 2) {
        fail(position, "generate_orders takes 2 arguments, a set of writes and an order");
      }
      const NodeId writes = builder_.identity(to_set(argument.items[0], position));
      to_relation(argument.items[1], position);
      Value result;
      result.kind = Value::Kind::orders;
      const NodeId mo = builder_.base(BaseRelation::mo);
      const NodeId among = writes == builder_.identity(builder_.base(BaseSet::write))
                               ? mo
                               : builder_.compose(builder_.compose(writes, mo), writes);
      result.items = {value_of(among, true), argument.items[1]};
      return result;
    }
  }
}

Compiler::Condition Compiler::condition(const Expression& e, const Scope* scope) {
  using Kind = Expression::Kind;
  spend(e.position);
  const NestedCall nested(depth_, e.position, kDeepestEvaluation);
  switch (e.kind) {
    case Kind::variant:
      return {false};
    case Kind::negation:
    case Kind::either:
    case Kind::both: {
      std::vector<bool> known;
      for (const Expression& child : e.children) {
        const Condition c = condition(child, scope);
        if (!c.known) fail(child.position, "not, && and || take only conditions that do not depend on the execution");
        known.push_back(*c.known);
      }
      if (e.kind == Kind::negation) return {!known[0]};
      return {e.kind == Kind::either ? known[0] || known[1] : known[0] && known[1]};
    }
    default:
      break;
  }
  Value left = evaluate(e.children[0], scope);
  Value right = evaluate(e.children[1], scope);
  if (e.kind == Kind::member) {
    if (right.kind != Value::Kind::list) {
      fail(e.children[1].position, "expected an explicit set such as {a, b}, found " + describe(right));
    }
    return {std::any_of(right.items.begin(), right.items.end(), [&](const Value& v) { return same(v, left); })};
  }
  if (unify(left, right)) {
    if (left.node == right.node) return {true};
    return {std::nullopt,
            e.kind == Kind::equal ? builder_.equal(left.node, right.node) : builder_.included(left.node, right.node)};
  }
  const auto among = [](const Value& a, const Value& b) {
    return std::all_of(a.items.begin(), a.items.end(), [&](const Value& x) {
      return std::any_of(b.items.begin(), b.items.end(), [&](const Value& y) { return same(x, y); });
    });
  };
  if (left.kind == Value::Kind::list && right.kind == Value::Kind::list) {
    return {among(left, right) && (e.kind == Kind::subset || among(right, left))};
  }
  if (e.kind == Kind::equal && left.kind == right.kind) return {same(left, right)};
  fail(e.children[1].position, fmt::format("cannot compare {} with {}", describe(left), describe(right)));
}

Value Compiler::choose(const Expression& e, const Scope* scope) {
  const Condition test = condition(e.children[0], scope);
  if (test.known) return evaluate(e.children[*test.known ? 1 : 2], scope);
  Value yes = evaluate(e.children[1], scope);
  Value no = evaluate(e.children[2], scope);
  if (yes.kind == Value::Kind::nothing && no.kind == Value::Kind::nothing) return {};
  if (!unify(yes, no)) {
    fail(e.position, fmt::format("the branches of this 'if' must be sets or relations both, found {} and {}",
                                 describe(yes), describe(no)));
  }
  return value_of(builder_.choose(test.node, yes.node, no.node), yes.kind == Value::Kind::relation);
}

Value Compiler::match_tag(const Expression& e, const Scope* scope) {
  const Value tag = evaluate(e.children[0], scope);
  if (tag.kind != Value::Kind::tag) fail(e.children[0].position, "expected a tag, found " + describe(tag));
  for (std::size_t i = 0; i < e.tags.size(); ++i) {
    if (e.tags[i] == tag.text || e.tags[i] == "_") return evaluate(e.children[i + 1], scope);
  }
  fail(e.position, fmt::format("no clause for the tag '{}", tag.text));
}

Value Compiler::match_set(const Expression& e, const Scope* scope) {
  Value set = evaluate(e.children[0], scope);
  if (set.kind != Value::Kind::list && set.kind != Value::Kind::nothing) {
    fail(e.children[0].position, "expected an explicit set such as {a, b}: going through " + describe(set) +
                                     " element by element is not supported");
  }
  if (set.items.empty()) return evaluate(e.children[1], scope);
  const Value first = set.items.front();
  set.items.erase(set.items.begin());
  const Scope* inner = bind(scope, e.patterns[0], first);
  return evaluate(e.children[2], bind(inner, e.patterns[1], std::move(set)));
}

}  // namespace graphfuzz::cat

// The instructions of a cat model, one after the other.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "model/cat/compiler.hpp"
#include "model/cat/nesting.hpp"
#include "model/cat/parser.hpp"

namespace graphfuzz::cat {
namespace {

constexpr unsigned kDeepestInstruction = 200;
constexpr std::size_t kMostIncludes = 50;

std::string_view word(CatCheck::Kind kind) {
  constexpr std::string_view words[] = {"acyclic", "irreflexive", "empty"};
  return words[static_cast<std::size_t>(kind)];
}

}  // namespace

Compiler::Compiler() : plan_(std::make_unique<Plan>()), builder_(*plan_) {}

std::unique_ptr<const Plan> Compiler::compile(const Source& source) {
  scope_ = predefined();
  const Source library = {"stdlib.cat", std::string(*shipped("stdlib.cat")), true};
  include(library, {});
  include(source, {});
  if (!tested_) {
    fail(texts_[1].end,
         "expected a check (acyclic, irreflexive, empty, or a flag), found none in this model or in what it includes; "
         "a model that allows everything says 'empty 0'");
  }
  plan_->title = texts_[1].title;
  find_happens_before();
  finish(*plan_);
  return std::move(plan_);
}

// Models are free to call it otherwise, which then nobody knows.
void Compiler::find_happens_before() {
  const auto knows_races = [](const Test& test) { return test.check.role == CatCheck::Role::undefined_unless; };
  if (std::ranges::none_of(plan_->tests, knows_races)) return;
  const Scope* const found = lookup("hb", {}, scope_);
  if (found != nullptr && found->value.kind == Value::Kind::relation) plan_->happens_before = found->value.node;
}

void Compiler::include(const Source& source, const Position& position) {
  const auto open = std::find(open_files_.begin(), open_files_.end(), source.file);
  if (open != open_files_.end()) {
    std::string chain;
    for (auto file = open; file != open_files_.end(); ++file) chain += *file + " includes ";
    fail(position, "these files include each other: " + chain + source.file);
  }
  if (open_files_.size() >= kMostIncludes) fail(position, "files include each other too deeply");
  if (!read_files_.insert(source.file).second) return;
  if (!source.built_in) plan_->files.push_back(source.file);
  open_files_.push_back(source.file);
  texts_.push_back(parse(source.text, source.file));
  run(texts_.back().instructions);
  open_files_.pop_back();
}

void Compiler::run(const std::vector<Instruction>& instructions) {
  for (const Instruction& instruction : instructions) run(instruction);
}

void Compiler::run(const Instruction& i) {
  using Kind = Instruction::Kind;
  spend(i.position);
  switch (i.kind) {
    case Kind::let:
      scope_ = bind_all(i.bindings, scope_);
      return;
    case Kind::let_rec:
      scope_ = bind_recursively(i.bindings, scope_, i.position);
      for (const Instruction::Test& t : i.tests) test(t);
      return;
    case Kind::test:
      test(i.tests[0]);
      return;
    case Kind::include:
      include(find_included(i.name, open_files_.back(), i.position), i.position);
      return;
    case Kind::show:
      show(i);
      return;
    case Kind::unshow:
      for (const std::string& name : i.names) {
        find(name, i.position, scope_);
        std::erase(plan_->shown, name);
      }
      return;
    case Kind::procedure: {
      Value value;
      value.kind = Value::Kind::procedure;
      value.procedure = &i;
      value.scope = scope_;
      scope_ = bind(scope_, i.name, std::move(value));
      if (i.recursive) scopes_.back().value.scope = scope_;
      return;
    }
    case Kind::call:
      call(i);
      return;
    case Kind::for_each:
      for_each(i);
      return;
    case Kind::with_from:
      with_from(i);
      return;
    case Kind::match:
      match(i);
      return;
    case Kind::if_else: {
      const Condition test = condition(i.expressions[0], scope_);
      if (!test.known) fail(i.position, "expected a condition that does not depend on the execution");
      if (*test.known) {
        run(i.body);
      } else if (!i.bodies.empty()) {
        run(i.bodies[0]);
      }
      return;
    }
    case Kind::enumerate: {
      Value value;
      value.kind = Value::Kind::list;
      for (const std::string& tag : i.tags) {
        Value item;
        item.kind = Value::Kind::tag;
        item.text = tag;
        value.items.push_back(std::move(item));
      }
      scope_ = bind(scope_, i.name, std::move(value));
      return;
    }
    case Kind::debug:
      evaluate(i.expressions[0], scope_);
      return;
  }
}

void Compiler::test(const Instruction::Test& t) {
  tested_ = true;
  const Value value = evaluate(t.expression[0], scope_);
  const Position& position = t.expression[0].position;
  Test result;
  result.check = t.check;
  const bool set = t.check.kind == CatCheck::Kind::empty && value.kind != Value::Kind::relation &&
                   value.kind != Value::Kind::nothing;
  if (t.check.kind == CatCheck::Kind::empty && set && value.kind != Value::Kind::set &&
      value.kind != Value::Kind::list) {
    fail(position, "expected a set or a relation, found " + describe(value));
  }
  result.node = set ? to_set(value, position) : to_relation(value, position);
  if (result.check.name.empty()) result.check.name = call_label_;
  if (result.check.name.empty()) {
    result.check.name = fmt::format("{}{}-line-{}", t.check.negated ? "not-" : "", word(t.check.kind), t.position.line);
  }
  plan_->tests.push_back(std::move(result));
}

void Compiler::show(const Instruction& i) {
  for (const Expression& e : i.expressions) {
    const Value value = evaluate(e, scope_);
    if (value.kind != Value::Kind::set && value.kind != Value::Kind::relation && value.kind != Value::Kind::nothing) {
      fail(e.position, "expected a set or a relation, found " + describe(value));
    }
  }
  for (const std::string& name : i.names) {
    if (std::find(plan_->shown.begin(), plan_->shown.end(), name) == plan_->shown.end()) plan_->shown.push_back(name);
  }
}

void Compiler::call(const Instruction& i) {
  const Value procedure = find(i.name, i.position, scope_);
  if (procedure.kind != Value::Kind::procedure) {
    fail(i.position, fmt::format("expected a procedure, found {}", describe(procedure)));
  }
  if (calls_ >= kMostCalls) fail(i.position, fmt::format("'{}' does not come to an end", i.name));
  const NestedCall nested(depth_, i.position, kDeepestInstruction);
  const Scope* outer = scope_;
  const std::string outer_label = call_label_;
  Value arguments = evaluate(i.expressions[0], scope_);
  const Pattern& pattern = procedure.procedure->pattern;
  if (pattern.tuple && pattern.names.size() != 1 &&
      (arguments.kind != Value::Kind::tuple || arguments.items.size() != pattern.names.size())) {
    const std::size_t given = arguments.kind == Value::Kind::tuple ? arguments.items.size() : 1;
    fail(i.expressions[0].position,
         fmt::format("'{}' takes {} arguments, found {}", i.name, pattern.names.size(), given));
  }
  scope_ = bind(procedure.scope, pattern, std::move(arguments));
  if (!i.label.empty()) call_label_ = i.label;
  ++calls_;
  run(procedure.procedure->body);
  --calls_;
  call_label_ = outer_label;
  scope_ = outer;
}

void Compiler::for_each(const Instruction& i) {
  const Value set = evaluate(i.expressions[0], scope_);
  if (set.kind != Value::Kind::list && set.kind != Value::Kind::nothing) {
    fail(i.expressions[0].position, "expected an explicit set such as {a, b}: going through " + describe(set) +
                                        " element by element is not supported");
  }
  const NestedCall nested(depth_, i.position, kDeepestInstruction);
  const Scope* outer = scope_;
  for (const Value& item : set.items) {
    scope_ = bind(outer, i.name, item);
    run(i.body);
  }
  scope_ = outer;
}

// The only enumeration there is: of modification orders, of which a graph has one. Given an order that they extend, a
// graph whose mo does not is inconsistent; mo does extend co0.
void Compiler::with_from(const Instruction& i) {
  const Value orders = evaluate(i.expressions[0], scope_);
  if (orders.kind != Value::Kind::orders) {
    fail(i.position,
         fmt::format("with {} from …: only generate_cos and generate_orders can be enumerated, since a graph "
                     "has its modification order; found {}",
                     i.name, describe(orders)));
  }
  const NodeId co0 = find("co0", i.position, scope_).node;
  const Value& extended = orders.items[1];
  if (extended.kind == Value::Kind::relation && extended.node != co0 && !builder_.empty(extended.node)) {
    Test extends;
    extends.check.name = i.name + "-order";
    extends.node = builder_.unite(extended.node, orders.items[0].node);
    plan_->tests.push_back(std::move(extends));
  }
  scope_ = &scopes_.emplace_back(Scope{i.name, orders.items[0], scope_});
}

void Compiler::match(const Instruction& i) {
  const Value tag = evaluate(i.expressions[0], scope_);
  if (tag.kind != Value::Kind::tag) fail(i.expressions[0].position, "expected a tag, found " + describe(tag));
  for (std::size_t clause = 0; clause < i.tags.size(); ++clause) {
    if (i.tags[clause] != tag.text && i.tags[clause] != "_") continue;
    run(i.bodies[clause]);
    return;
  }
  fail(i.position, fmt::format("no clause for the tag '{}", tag.text));
}

}  // namespace graphfuzz::cat

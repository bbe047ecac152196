// Compiles a cat model: resolves names, applies functions and procedures, checks types, and leaves a plan.
#pragma once

#include <deque>
#include <optional>
#include <set>

#include "model/cat/plan_builder.hpp"
#include "model/cat/source.hpp"
#include "model/cat/value.hpp"

namespace graphfuzz::cat {

class Compiler {
 public:
  Compiler();
  /// The plan of a model. Throws CatError. To be called once.
  std::unique_ptr<const Plan> compile(const Source& source);

 private:
  // instruction_compiler.cpp
  void find_happens_before();
  void include(const Source& source, const Position& position);
  void run(const std::vector<Instruction>& instructions);
  void run(const Instruction& instruction);
  void let(const Instruction& instruction);
  void let_rec(const Instruction& instruction);
  void test(const Instruction::Test& test);
  void show(const Instruction& instruction);
  void call(const Instruction& instruction);
  void for_each(const Instruction& instruction);
  void with_from(const Instruction& instruction);
  void match(const Instruction& instruction);

  // expression_compiler.cpp
  Value evaluate(const Expression& expression, const Scope* scope);
  Value operate(const Expression& expression, const Scope* scope);
  Value combine(const Expression& expression, const Scope* scope);
  Value explicit_set(const Expression& expression, const Scope* scope);
  Value add(const Expression& expression, const Scope* scope);
  Value apply(const Expression& expression, const Scope* scope);
  Value apply(const Value& function, Value argument, const Position& position, const Position& argument_position);
  Value apply(Builtin builtin, const Value& argument, const Position& position);
  Value choose(const Expression& expression, const Scope* scope);
  Value match_tag(const Expression& expression, const Scope* scope);
  Value match_set(const Expression& expression, const Scope* scope);
  /// The value of a condition if it is known now, or its node.
  struct Condition {
    std::optional<bool> known;
    NodeId node = kNoNode;
  };
  Condition condition(const Expression& expression, const Scope* scope);
  NodeId set(const Expression& expression, const Scope* scope);
  NodeId relation(const Expression& expression, const Scope* scope);
  NodeId to_set(const Value& value, const Position& position);
  NodeId to_relation(const Value& value, const Position& position);
  /// Makes two values sets or relations both. False if one is neither.
  bool unify(Value& a, Value& b);

  // scopes.cpp
  const Scope* bind(const Scope* outer, std::string name, Value value);
  const Scope* bind(const Scope* outer, const Pattern& pattern, Value value);
  const Scope* bind_all(const std::vector<Binding>& bindings, const Scope* scope);
  const Scope* bind_recursively(const std::vector<Binding>& bindings, const Scope* scope, const Position& position);
  const Scope* predefined();
  const Scope* lookup(const std::string& name, const Position& position, const Scope* scope);
  const Value& find(const std::string& name, const Position& position, const Scope* scope);
  Value function(const Expression& expression, const Scope* scope);
  /// Are all names known? Functions are checked where they are defined, whether they are used or not.
  void check_names(const Expression& expression, const Scope* scope, std::vector<std::string>& local);

  void spend(const Position& position, std::uint64_t steps = 1);

  std::unique_ptr<Plan> plan_;
  PlanBuilder builder_;
  std::deque<Scope> scopes_;
  std::deque<Closure> closures_;
  std::deque<ModelText> texts_;          // what closures and procedures refer to
  std::vector<std::string> open_files_;  // being included
  std::set<std::string> read_files_;
  const Scope* scope_ = nullptr;  // of the instruction at hand
  unsigned depth_ = 0;            // of evaluate() and run()
  unsigned calls_ = 0;            // of functions and procedures, that are not finished
  std::uint64_t spent_ = 0;
  bool tested_ = false;     // has the model a check?
  std::string call_label_;  // for tests without a name in a procedure
};

}  // namespace graphfuzz::cat

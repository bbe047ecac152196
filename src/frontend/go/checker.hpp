// Checker: the type checker of one package (Go specification 1.19, without type parameters). It resolves names,
// computes types and constants, and annotates the tree (checked.hpp says with what). Throws at the first error.
//
// Declarations outside of functions may refer to each other in any order: each is resolved when it is first mentioned.
// Functions' bodies are checked when all of them are.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/go/checked.hpp"
#include "frontend/go/constant_arithmetic.hpp"
#include "frontend/go/source.hpp"

namespace graphfuzz::go::syntax {

struct Scope {
  Scope* parent = nullptr;
  std::map<std::string_view, Entity*> names = {};
};

/// The predeclared names, made once per program.
void declare_universe(Program& program, Scope& scope);

/// Does control never get past it (Go specification, "Terminating statements")? `broken`: the statements that a break
/// refers to.
bool terminates(const std::vector<Statement*>& statements, const std::set<const Statement*>& broken);

class Checker {
 public:
  /// `universe` has the predeclared names. All imports must be in `program` already.
  Checker(Program& program, Package& package, const SourceText& source, Scope& universe);
  void check();

 private:
  /// A declaration outside of functions that is not resolved yet.
  struct Pending {
    VariableDeclaration* variable = nullptr;
    ConstantDeclaration* constant = nullptr;
    TypeDeclaration* type = nullptr;
    FunctionDeclaration* function = nullptr;
    std::size_t position = 0;  ///< among the names of the declaration
    bool in_progress = false;
  };
  /// A type that is defined as another one, which is not known yet.
  struct Waiting {
    const Type* named;
    const Type* defined_as;
    Place place;
  };
  /// A statement that break or continue may leave or repeat.
  struct Target {
    Statement* statement;
    std::string_view label;
  };
  /// What surrounds the place that is being checked.
  struct Context {
    Scope* scope = nullptr;
    Function* function = nullptr;
    std::optional<std::int64_t> iota;
    /// Outside of functions: whose initial value, or body, this is; its mentions of others give the order of
    /// initialization.
    Entity* dependent = nullptr;
    std::vector<Target> targets;
    std::set<std::string_view> labels;  ///< all of the function
    std::vector<std::string_view> label_uses;
    std::string_view label_of_next;  ///< of the statement that is about to be checked
    std::set<const Statement*> broken;
    int literals = 0;
  };
  /// Bounds recursion: declarations that refer to each other can be nested more deeply than any tree.
  class Level {
   public:
    Level(Checker& checker, Place place) : checker_(&checker) {
      if (++checker.depth_ <= 5 * kMaximalDepth) return;
      checker.fail(place, "declarations refer to each other in a chain that is too long");
    }
    ~Level() { --checker_->depth_; }
    Level(const Level&) = delete;
    Level& operator=(const Level&) = delete;

   private:
    Checker* checker_;
  };
  class BlockScope;
  class FreshContext;

  [[noreturn]] void fail(Place place, const std::string& message) const { source_->fail(place, message); }
  template <typename Made>
  Made* make(std::string_view name, Place place);
  const Constant* keep(Constant constant);

  // Names.
  void declare(Scope& scope, Entity* entity);
  Entity* find(std::string_view name) const;
  /// … or throws.
  Entity* find(const Name& name) const;
  Variable* new_variable(std::string_view name, Place place, const Type* type, VariableRole role);
  /// New, declared in the current scope, and its Name annotated. Null for _.
  Variable* declare_variable(Name* name, const Type* type, VariableRole role = VariableRole::local);
  void mention(Name* name, Variable* variable);

  // declarations.cpp
  void declare_imports();
  void declare_all();
  void declare_function(FunctionDeclaration& declaration);
  void declare_method(FunctionDeclaration& declaration);
  void check_function(FunctionDeclaration& declaration);
  void check_imports_used() const;
  void check_map_keys() const;
  void find_entry_points();

  // resolution.cpp
  void resolve(Entity* entity);
  void resolve_constant(ConstantEntity* entity, const ConstantDeclaration& declaration, std::size_t position);
  void constant_value(ConstantEntity* entity, const ConstantDeclaration& declaration, std::size_t position,
                      const Type* type);
  void resolve_type(Entity* entity, const TypeDeclaration& declaration);
  void define(const Type* named, const Type* underlying, Place place);
  void refuse_undefined() const;
  void resolve_variable(Entity* entity, VariableDeclaration& declaration, std::size_t position);

  // initialization.cpp
  void order_initializers();

  // type_expressions.cpp
  const Type* type_of(Expression* expression);
  const Type* array_type(ArrayType& array);
  const Type* structure_type(StructureType& structure);
  const Type* interface_type(InterfaceType& interface);
  const Type* signature(FunctionType& function);
  /// Types that are as large as this, or contain themselves, are refused.
  void check_size(const Type* type, Place place) const;

  // type_arguments.cpp
  static bool is_generic(const Package& package, std::string_view member);
  bool type_instance(Index& index);
  const Type* atomic_pointer(const Type* element, const Package& atomic);

  // functions.cpp
  void declare_parameters(Function& function, FunctionType& signature, const Parameter* receiver);
  void check_body(Function& function, Block& body);
  void function_literal(FunctionLiteral& literal);

  // expressions.cpp
  /// Annotates it, whatever it is: value, type, builtin, tuple, …
  void expression(Expression* expression);
  /// … and it has one value; may be untyped.
  void value(Expression* expression);
  /// … of a type that is not untyped.
  void typed_value(Expression* expression);
  void require_value(const Expression& expression) const;
  void name(Name& name);
  void selector(Selector& selector);
  bool package_member(Selector& selector);
  void index(Index& index);
  void slice(Slice& slice);
  void type_assertion(TypeAssertion& assertion);
  void refuse_impossible(const Expression& operand, const Type* asserted, Place place) const;
  // composite_literals.cpp
  void composite_literal(CompositeLiteral& literal, const Type* omitted);
  void element(Expression* value, const Type* type, std::string_view context);
  void structure_literal(CompositeLiteral& literal, const Type* type);
  void array_literal(CompositeLiteral& literal, const Type* type);
  void map_literal(CompositeLiteral& literal, const Type* type);
  /// An index: an int, or a constant that is representable as one. Its value if it is constant.
  std::optional<std::int64_t> index_value(Expression* expression, std::string_view what, std::int64_t length = -1);
  void set_constant(Expression& expression, const Type* type, Constant constant);

  // operators.cpp
  void unary_expression(Unary& unary);
  void dereference(Dereference& dereference);
  void binary_expression(Binary& binary);
  void comparison(Operator op, Expression* left, Expression* right, Place place);
  void shift(Expression& result, Operator op, Expression* left, Expression* right, Place place);
  /// Gives both operands one type; untyped ones may stay so.
  void match(Expression* left, Expression* right, Place place);
  void require_operator(Operator op, const Expression& operand, Place place) const;
  /// What `left op= right` asks of both.
  void compound(Operator op, Expression* left, Expression* right, Place place);
  /// &x or the like happens to it: its variable may be known elsewhere.
  void take_address(Expression* expression);
  /// The variable that it is (a part of), not through a pointer; null if there is none.
  Variable* root(Expression* expression) const;

  // conversions.cpp
  bool assignable(const Type* from, const Type* to) const;
  /// Makes the value one of type `to`, as by assignment. `context`: "assignment", "argument", for messages.
  void assign(Expression* value, const Type* to, std::string_view context);
  /// For the parts of a tuple.
  void assign_type(const Type* from, const Type* to, Place place, std::string_view context) const;
  /// An untyped value becomes one of type `to`.
  void convert_untyped(Expression* value, const Type* to);
  void set_type(Expression* value, const Type* type);
  void make_default(Expression* value);
  const Type* default_type(const Expression& value) const;
  void conversion(Call& call, const Type* to);
  bool convertible(const Type* from, const Type* to) const;

  // calls.cpp
  void call(Call& call);
  void arguments(Call& call, const Type& function);
  void builtin(Call& call, Builtin builtin);
  void builtin_length(Call& call, Builtin builtin);
  void builtin_append(Call& call);
  void builtin_copy(Call& call);
  void builtin_make(Call& call);
  void set_value(Expression& expression, const Type* type, Mode mode = Mode::value) const;

  // statements.cpp and assignments.cpp
  void statement(Statement* statement);
  void statements(const std::vector<Statement*>& list);
  void block(Block& block);
  void declaration_statement(DeclarationStatement& declaration);
  void expression_statement(Expression* expression, std::string_view keyword);
  void send(Send& send);
  void assignment(Assignment& assignment);
  void definition(Assignment& assignment);
  /// The types of the values for `left` places. Sets comma_ok where two are wanted.
  std::vector<const Type*> right_sides(const std::vector<Expression*>& right, std::size_t left, Place place);
  void left_side(Expression* left);
  void return_statement(Return& statement);
  void branch(Branch& branch);
  void labeled(Labeled& labeled);
  void condition(Expression* condition, std::string_view keyword);
  void if_statement(If& statement);
  void for_statement(For& loop);
  void range(Range& range);
  void target(Statement* statement);

  // clauses.cpp
  void switch_statement(Switch& statement);
  void type_switch(TypeSwitch& statement);
  void select(Select& select);
  void clause_body(Clause& clause, bool last, bool may_fall_through);

  Program* program_;
  Package* package_;
  const SourceText* source_;
  Types* types_;
  Scope package_scope_;
  Scope file_scope_;  ///< the imports; between package and universe, since no name may be in both
  Context context_;
  std::deque<Scope> blocks_;  ///< that are being checked, the innermost last
  std::map<const Entity*, Pending> pending_;
  std::vector<Waiting> waiting_;
  std::vector<Entity*> declared_;  ///< outside of functions, in source order
  std::map<const Entity*, std::set<const Entity*>> mentions_;
  std::vector<std::vector<Variable*>> globals_;          ///< per declaration in the file, _ included
  std::vector<std::pair<const Type*, Place>> map_keys_;  ///< to be checked when all types are known
  int depth_ = 0;
};

/// What is declared in a block goes with it.
class Checker::BlockScope {
 public:
  explicit BlockScope(Checker& checker) : checker_(&checker) {
    checker.context_.scope = &checker.blocks_.emplace_back(Scope{checker.context_.scope});
  }
  ~BlockScope() {
    checker_->context_.scope = checker_->blocks_.back().parent;
    checker_->blocks_.pop_back();
  }
  BlockScope(const BlockScope&) = delete;
  BlockScope& operator=(const BlockScope&) = delete;

 private:
  Checker* checker_;
};

/// Another place is checked for the moment.
class Checker::FreshContext {
 public:
  FreshContext(Checker& checker, Context context) : checker_(&checker), before_(std::move(checker.context_)) {
    checker.context_ = std::move(context);
  }
  ~FreshContext() { checker_->context_ = std::move(before_); }
  FreshContext(const FreshContext&) = delete;
  FreshContext& operator=(const FreshContext&) = delete;

 private:
  Checker* checker_;
  Context before_;
};

template <typename Made>
Made* Checker::make(std::string_view name, Place place) {
  auto made = std::make_unique<Made>();
  Made* result = made.get();
  result->name = name;
  result->place = place;
  result->package = package_;
  program_->entities.push_back(std::move(made));
  return result;
}

}  // namespace graphfuzz::go::syntax

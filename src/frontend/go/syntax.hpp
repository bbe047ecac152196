// The syntax tree of a Go file, with the place of every node. The parser fills in what the source says; the checker
// the members under "checked:", which are what the compiler works from (checked.hpp says what it can rely on).
//
// Nodes belong to the Tree that made them and refer to each other by plain pointers; a pointer is null only where a
// comment says so. Depth is bounded (kMaximalDepth), so recursion over a tree is safe.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "frontend/go/constant.hpp"

namespace graphfuzz::go::syntax {

struct Type;
struct Entity;
struct Variable;
struct Function;
struct Selection;
struct Block;

/// A place in the source. `file` indexes Program::files; 0 is the user's. Lines and columns (bytes) count from 1.
struct Place {
  std::uint32_t file = 0;
  std::uint32_t line = 0;
  std::uint32_t column = 0;
};

/// How deeply statements, expressions and types may be nested, together.
inline constexpr int kMaximalDepth = 200;

enum class Operator : std::uint8_t {
  add,
  subtract,
  multiply,
  divide,
  remainder,
  bit_and,
  bit_or,
  bit_xor,
  and_not,
  shift_left,
  shift_right,
  logical_and,
  logical_or,
  equal,
  not_equal,
  less,
  less_equal,
  greater,
  greater_equal,
  // Unary only (as are add, subtract and bit_xor, which is complement there):
  logical_not,
  address,
  receive,
};

// ---------------------------------------------------------------------------------------------------- expressions

enum class ExpressionKind : std::uint8_t {
  name,
  basic_literal,
  composite_literal,
  function_literal,
  parenthesized,
  selector,
  index,
  slice,
  type_assertion,
  call,
  dereference,  ///< *x; as a type: a pointer type
  unary,
  binary,
  // Types:
  array_type,
  map_type,
  channel_type,
  function_type,
  structure_type,
  interface_type,
};

/// What an expression denotes.
enum class Mode : std::uint8_t {
  unchecked,
  no_value,   ///< a call without results
  builtin,    ///< the name of a builtin function, in a call
  package,    ///< the name of a package, left of a selector's dot
  type,       ///< a type: `type` is that type
  constant,   ///< `constant` is its value, `type` its type
  nil,        ///< `type` is the pointer, slice, … type that it is nil of
  variable,   ///< addressable: variable, *p, s[i], a[i] of a variable, x.f of a variable or through a pointer
  map_entry,  ///< m[k]: assignable, not addressable
  value,      ///< anything else with one value
  tuple,      ///< a call with several results: `type` is a tuple
};

struct Expression {
  ExpressionKind kind;
  Place place;
  explicit Expression(ExpressionKind k) : kind(k) {}
  Expression(const Expression&) = delete;
  Expression& operator=(const Expression&) = delete;
  virtual ~Expression() = default;

  // checked:
  Mode mode = Mode::unchecked;
  const Type* type = nullptr;
  /// The value, if it is a constant (then it need not be evaluated). It is representable in `type`.
  const Constant* constant = nullptr;
  /// The interface type that the value, once computed, is implicitly converted to; null if there is no such
  /// conversion. Set if and only if `type` differs from the interface type expected there. (A value of an interface
  /// type may so be converted to another interface type.) Does not cover what becomes of the parts of a tuple.
  const Type* converted = nullptr;
  /// m[k], x.(T), <-c: two values are wanted, the second a bool. `type` remains that of the first.
  bool comma_ok = false;
};

/// The type of the value once it is where it is wanted.
inline const Type* final_type(const Expression* e) { return e->converted != nullptr ? e->converted : e->type; }

struct Name : Expression {
  Name() : Expression(ExpressionKind::name) {}
  std::string text;
  // checked:
  /// What it denotes. Null for the blank identifier, and for names that are only declared or keys of fields.
  Entity* entity = nullptr;
};

enum class LiteralKind : std::uint8_t { integer, floating, imaginary, rune, string };

struct BasicLiteral : Expression {
  BasicLiteral() : Expression(ExpressionKind::basic_literal) {}
  LiteralKind literal = LiteralKind::integer;
  Constant value;
};

/// [key:] value of a composite literal.
struct Element {
  Expression* key = nullptr;  ///< null: without
  Expression* value = nullptr;
  // checked:
  /// The field of the structure, or the index in the array or slice. Unused for maps.
  std::int64_t index = 0;
};

/// T{…}. checked: `type` is the type of the literal. In a literal with elements of pointer type the `&T` may be
/// left out: then `type` is the pointer type: the literal is the address of a new variable.
struct CompositeLiteral : Expression {
  CompositeLiteral() : Expression(ExpressionKind::composite_literal) {}
  Expression* type_expression = nullptr;  ///< null: left out, taken from the literal around it
  std::vector<Element> elements;
  Place closing;
  // checked:
  std::int64_t length = 0;  ///< arrays and slices: one more than the largest index
};

struct FunctionType;

struct FunctionLiteral : Expression {
  FunctionLiteral() : Expression(ExpressionKind::function_literal) {}
  FunctionType* signature = nullptr;
  Block* body = nullptr;
  // checked:
  Function* function = nullptr;
};

struct Parenthesized : Expression {
  Parenthesized() : Expression(ExpressionKind::parenthesized) {}
  Expression* inner = nullptr;  ///< checked: has the same type and constant; `converted` is on the outer one only
};

struct Selector : Expression {
  Selector() : Expression(ExpressionKind::selector) {}
  Expression* operand = nullptr;
  Name* name = nullptr;
  // checked:
  Selection* selection = nullptr;
};

struct Index : Expression {
  Index() : Expression(ExpressionKind::index) {}
  Expression* operand = nullptr;  ///< slice, array, pointer to array (implicitly dereferenced), string or map
  Expression* index = nullptr;
};

struct Slice : Expression {
  Slice() : Expression(ExpressionKind::slice) {}
  Expression* operand = nullptr;  ///< slice, string, array variable, pointer to array
  Expression* low = nullptr;      ///< each of these may be null
  Expression* high = nullptr;
  Expression* maximum = nullptr;
};

struct TypeAssertion : Expression {
  TypeAssertion() : Expression(ExpressionKind::type_assertion) {}
  Expression* operand = nullptr;
  Expression* asserted = nullptr;  ///< null: x.(type), in the head of a type switch only
};

enum class Builtin : std::uint8_t {
  append,
  cap,
  close,
  copy,
  delete_,
  len,
  make,
  new_,
  panic,
  print,
  println,
  recover,
  complex,
  imag,
  real,  ///< rejected by the checker
};

enum class CallKind : std::uint8_t {
  function,    ///< of a function, method or function value: `callee` has a function type
  conversion,  ///< `callee` is a type, there is one argument
  builtin,
};

struct Call : Expression {
  Call() : Expression(ExpressionKind::call) {}
  Expression* callee = nullptr;
  std::vector<Expression*> arguments;
  bool spread = false;  ///< f(a, b...)
  Place closing;
  // checked:
  CallKind call = CallKind::function;
  Builtin builtin = Builtin::append;
};

struct Dereference : Expression {
  Dereference() : Expression(ExpressionKind::dereference) {}
  Expression* operand = nullptr;
};

struct Unary : Expression {
  Unary() : Expression(ExpressionKind::unary) {}
  Operator op = Operator::add;
  Expression* operand = nullptr;  ///< address: a variable or a (parenthesized) composite literal
};

/// checked: the operands have one type (`converted` is set on an operand that is compared with an interface), but
/// for shifts. The place is that of the operator.
struct Binary : Expression {
  Binary() : Expression(ExpressionKind::binary) {}
  Operator op = Operator::add;
  Expression* left = nullptr;
  Expression* right = nullptr;
};

struct ArrayType : Expression {
  ArrayType() : Expression(ExpressionKind::array_type) {}
  bool slice = false;
  Expression* length = nullptr;  ///< null: a slice, or [...]
  Expression* element = nullptr;
};

struct MapType : Expression {
  MapType() : Expression(ExpressionKind::map_type) {}
  Expression* key = nullptr;
  Expression* element = nullptr;
};

struct ChannelType : Expression {
  ChannelType() : Expression(ExpressionKind::channel_type) {}
  bool sends = true;     ///< may be sent to
  bool receives = true;  ///< may be received from
  Expression* element = nullptr;
};

struct Parameter {
  Name* name = nullptr;  ///< null: unnamed
  Expression* type = nullptr;
  bool variadic = false;
  Place place;
};

struct FunctionType : Expression {
  FunctionType() : Expression(ExpressionKind::function_type) {}
  std::vector<Parameter> parameters;
  std::vector<Parameter> results;
};

struct FieldDeclaration {
  Name* name = nullptr;  ///< null: embedded
  Expression* type = nullptr;
  Place place;
};

struct StructureType : Expression {
  StructureType() : Expression(ExpressionKind::structure_type) {}
  std::vector<FieldDeclaration> fields;
};

struct MethodDeclaration {
  Name* name = nullptr;        ///< null: an embedded interface
  Expression* type = nullptr;  ///< a FunctionType, or the embedded interface
  Place place;
};

struct InterfaceType : Expression {
  InterfaceType() : Expression(ExpressionKind::interface_type) {}
  std::vector<MethodDeclaration> methods;
};

// ----------------------------------------------------------------------------------------------------- statements

enum class StatementKind : std::uint8_t {
  empty,
  expression,
  send,
  increment,
  assignment,
  go,
  defer,
  return_,
  branch,
  block,
  if_,
  switch_,
  type_switch,
  select,
  for_,
  range,
  labeled,
  declaration,
};

struct Statement {
  StatementKind kind;
  Place place;
  explicit Statement(StatementKind k) : kind(k) {}
  Statement(const Statement&) = delete;
  Statement& operator=(const Statement&) = delete;
  virtual ~Statement() = default;
};

struct Empty : Statement {
  Empty() : Statement(StatementKind::empty) {}
};

struct ExpressionStatement : Statement {
  ExpressionStatement() : Statement(StatementKind::expression) {}
  Expression* expression = nullptr;  ///< checked: a call or a receive
};

struct Send : Statement {
  Send() : Statement(StatementKind::send) {}
  Expression* channel = nullptr;
  Expression* value = nullptr;
  Place arrow;
};

struct Increment : Statement {
  Increment() : Statement(StatementKind::increment) {}
  Expression* operand = nullptr;
  bool decrement = false;
};

/// a, b = c, d; a += b; a, b := f(); a, ok := <-c. As many right sides as left ones, or one: a call of tuple type or
/// an expression with comma_ok.
struct Assignment : Statement {
  Assignment() : Statement(StatementKind::assignment) {}
  std::vector<Expression*> left;  ///< a blank identifier is a Name "_" without entity and type
  std::vector<Expression*> right;
  bool compound = false;        ///< left[0] op= right[0]
  Operator op = Operator::add;  ///< if compound
  bool defines = false;         ///< :=
  Place place_of_operator;
  // checked:
  /// If it defines: per left side the new variable, or null if it is assigned to only. As long as `left`.
  std::vector<Variable*> defined;
};

struct Go : Statement {
  Go() : Statement(StatementKind::go) {}
  Expression* call = nullptr;  ///< checked: a Call, never a conversion
};

struct Defer : Statement {
  Defer() : Statement(StatementKind::defer) {}
  Expression* call = nullptr;  ///< as in Go
};

struct Return : Statement {
  Return() : Statement(StatementKind::return_) {}
  /// Empty: no results, or named ones as they are. Otherwise as many as the function has, or one of tuple type.
  std::vector<Expression*> results;
};

enum class BranchKind : std::uint8_t { break_, continue_, goto_, fallthrough };

struct Branch : Statement {
  Branch() : Statement(StatementKind::branch) {}
  BranchKind branch = BranchKind::break_;
  Name* label = nullptr;  ///< null: without
  // checked: never a goto
  Statement* target = nullptr;  ///< break, continue: the for, range, switch or select (not the labeled statement)
};

struct Block : Statement {
  Block() : Statement(StatementKind::block) {}
  std::vector<Statement*> statements;
  Place closing;
};

struct If : Statement {
  If() : Statement(StatementKind::if_) {}
  Statement* initial = nullptr;  ///< may be null
  Expression* condition = nullptr;
  Block* then = nullptr;
  Statement* otherwise = nullptr;  ///< Block or If; may be null
};

struct Clause {
  std::vector<Expression*> values;  ///< switch: values; type switch: types, or `nil` (a Name of mode nil)
  bool is_default = false;
  std::vector<Statement*> body;
  Place place;
  // checked:
  bool falls_through = false;  ///< the last statement is a fallthrough
  /// Type switch with x := y.(type): this clause's x, of the clause's type if it has just one, otherwise of y's. Null
  /// if it is never used in this clause.
  Variable* variable = nullptr;
};

struct Switch : Statement {
  Switch() : Statement(StatementKind::switch_) {}
  Statement* initial = nullptr;  ///< may be null
  /// Null: true. Evaluated once; `converted` is never set on it: if a value is of an interface type and the tag is not,
  /// the compiler converts it for that comparison.
  Expression* tag = nullptr;
  std::vector<Clause> clauses;
};

struct TypeSwitch : Statement {
  TypeSwitch() : Statement(StatementKind::type_switch) {}
  Statement* initial = nullptr;   ///< may be null
  Name* name = nullptr;           ///< the x of x := y.(type); may be null
  Expression* operand = nullptr;  ///< the y
  std::vector<Clause> clauses;
};

struct Communication {
  /// Send; ExpressionStatement or Assignment whose only right side is a (parenthesized) Unary receive; null: default.
  Statement* operation = nullptr;
  std::vector<Statement*> body;
  Place place;
};

struct Select : Statement {
  Select() : Statement(StatementKind::select) {}
  std::vector<Communication> cases;
};

struct For : Statement {
  For() : Statement(StatementKind::for_) {}
  Statement* initial = nullptr;  ///< each of these may be null. Variables are per loop, as in Go 1.19
  Expression* condition = nullptr;
  Statement* post = nullptr;
  Block* body = nullptr;
};

/// for key, value := range operand. The operand's underlying type is an integer, string, slice, array, pointer to
/// array, map or channel. Variables are per loop, as in Go 1.19.
struct Range : Statement {
  Range() : Statement(StatementKind::range) {}
  Expression* key = nullptr;    ///< may be null; for channels what is received
  Expression* value = nullptr;  ///< may be null
  bool defines = false;
  Expression* operand = nullptr;  ///< an integer constant has the type of the key, by default int
  Block* body = nullptr;
  // checked:
  Variable* key_variable = nullptr;  ///< if it defines one (null for _)
  Variable* value_variable = nullptr;
};

struct Labeled : Statement {
  Labeled() : Statement(StatementKind::labeled) {}
  Name* label = nullptr;
  Statement* statement = nullptr;
};

// --------------------------------------------------------------------------------------------------- declarations

struct VariableDeclaration {
  std::vector<Name*> names;
  Expression* type = nullptr;       ///< may be null
  std::vector<Expression*> values;  ///< none, as many as names, or one of tuple type or with comma_ok
  Place place;
  // checked:
  std::vector<Variable*> variables;  ///< as many as names; null for _
  const Type* declared = nullptr;    ///< what `type` denotes, or null
};

struct ConstantDeclaration {
  std::vector<Name*> names;
  Expression* type = nullptr;       ///< may be null
  std::vector<Expression*> values;  ///< those of the declaration before it, if it repeats them
  std::int64_t iota = 0;
  Place place;
  bool repeats = false;
};

struct TypeDeclaration {
  Name* name = nullptr;
  bool alias = false;
  Expression* type = nullptr;
  Place place;
};

/// One parenthesised group, in a function: only `variables` have anything to execute.
struct DeclarationStatement : Statement {
  DeclarationStatement() : Statement(StatementKind::declaration) {}
  std::vector<VariableDeclaration> variables;
  std::vector<ConstantDeclaration> constants;
  std::vector<TypeDeclaration> types;
};

struct FunctionDeclaration {
  Name* name = nullptr;
  Parameter receiver;  ///< type null: a function
  FunctionType* signature = nullptr;
  Block* body = nullptr;  ///< null: intrinsic (in the engine's own packages only)
  Place place;
  // checked:
  Function* function = nullptr;
};

struct ImportDeclaration {
  std::string path;
  Name* name = nullptr;  ///< null: the package's own
  Place place;
};

struct File {
  std::uint32_t index = 0;  ///< in Program::files
  Name* package = nullptr;
  std::vector<ImportDeclaration> imports;
  // Those outside of functions, each kind in source order:
  std::vector<VariableDeclaration> variables;
  std::vector<ConstantDeclaration> constants;
  std::vector<TypeDeclaration> types;
  std::vector<FunctionDeclaration> functions;
};

/// Owns nodes.
class Tree {
 public:
  template <typename Node, typename... Arguments>
  Node* make(Place place, Arguments&&... arguments) {
    auto node = std::make_unique<Node>(std::forward<Arguments>(arguments)...);
    node->place = place;
    Node* result = node.get();
    keep(std::move(node));
    return result;
  }

 private:
  void keep(std::unique_ptr<Expression> node) { expressions_.push_back(std::move(node)); }
  void keep(std::unique_ptr<Statement> node) { statements_.push_back(std::move(node)); }

  std::deque<std::unique_ptr<Expression>> expressions_;
  std::deque<std::unique_ptr<Statement>> statements_;
};

/// The expression without parentheses around it.
inline Expression* unparenthesized(Expression* expression) {
  while (expression != nullptr && expression->kind == ExpressionKind::parenthesized) {
    expression = static_cast<Parenthesized*>(expression)->inner;
  }
  return expression;
}

}  // namespace graphfuzz::go::syntax

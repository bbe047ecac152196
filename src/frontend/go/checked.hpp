// What the checker leaves to the compiler: the entities that names denote, what selectors select, and the program as
// a whole. The tree itself is annotated under "checked:" in syntax.hpp.
//
// What the compiler can rely on, once `check` has returned:
//  - The program is valid Go in the subset that is supported; anything else was thrown as a ParseError.
//  - Every expression has mode and type. Constants have a value that is representable in their (typed) type; an
//    expression with a `constant` need not be evaluated, it has no effects. No expression is of an untyped type: an
//    untyped constant has the type of where it is used, or its default type (and then perhaps `converted`).
//  - A value has the very type that is expected where it stands, or `converted` is that type, or the two types have
//    identical underlying types (a named and an unnamed one, or channels of different direction), which is no
//    different representation. In tuples (f(g()), return g(), a, b = g(), a, b := g(), and the comma_ok forms) the
//    compiler compares the tuple's types with those expected itself: where the latter is an interface and differs, it
//    has to convert.
//  - Branches have their targets; every function with results ends in a terminating statement.
//  - Every entity that is mentioned exists, imports and local variables are used.
//
// Packages (fmt, sync, …) are Go source of our own, in packages/, parsed and checked like the user's. A function or
// method without a body is intrinsic: the virtual machine performs it, told by its `full_name` ("sync.(*Mutex).Lock",
// "fmt.Println"). The types that intrinsics need state for are structures with fields of ordinary types
// (`type Mutex struct { handle int }`), so that zero values, copies, embedding and comparison need nothing special.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/go/syntax.hpp"
#include "frontend/go/types.hpp"

namespace graphfuzz::go::syntax {

enum class EntityKind : std::uint8_t { variable, constant, type, function, package, builtin, nil };

/// What a name denotes.
struct Entity {
  EntityKind kind;
  std::string name;
  Place place;
  const Type* type = nullptr;        ///< of a variable, constant or function; for a type: that type
  const Package* package = nullptr;  ///< in which it is declared; null for predeclared ones
  explicit Entity(EntityKind k) : kind(k) {}
  virtual ~Entity() = default;
};

enum class VariableRole : std::uint8_t { global, local, parameter, receiver, result };

struct Variable : Entity {
  Variable() : Entity(EntityKind::variable) {}
  VariableRole role = VariableRole::local;
  Function* owner = nullptr;  ///< null for globals
  std::uint32_t index = 0;    ///< in owner->variables, or in Program::globals
  bool captured = false;      ///< a function literal inside of its owner mentions it
  /// &x, or of a part of it (x.f, x[i] of an array, a slice x[:] of an array, a method with pointer receiver called on
  /// it). If neither this nor `captured` is set, the variable is known to its owner's frame alone.
  bool address_taken = false;
  bool assigned_again = false;  ///< something after its declaration assigns to it (not counting through pointers)
  bool used = false;
  bool shared() const { return role == VariableRole::global || captured || address_taken; }
};

struct ConstantEntity : Entity {
  ConstantEntity() : Entity(EntityKind::constant) {}
  Constant value;
};

/// A function, method or function literal. Its `type` is its signature, without receiver.
struct Function : Entity {
  Function() : Entity(EntityKind::function) {}
  std::string full_name;  ///< "main.f", "main.T.m", "main.(*T).m", "main.f.func1" (literals count from 1 per function)
  Block* body = nullptr;  ///< null: intrinsic
  Function* enclosing = nullptr;        ///< of a literal in a function; null for one in a global's initial value
  const Type* receiver_type = nullptr;  ///< T or *T; null if it is no method
  bool pointer_receiver = false;
  Variable* receiver = nullptr;  ///< null: no method, or nameless
  /// One per parameter and result; null: nameless or _. Named results: either all or none have a name.
  std::vector<Variable*> parameters;
  std::vector<Variable*> results;
  bool named_results = false;  ///< also if all are _
  /// All variables that it owns: receiver, parameters, results, locals of all its blocks.
  std::vector<Variable*> variables;
  /// Literals: the variables of enclosing functions that it, or a literal within it, mentions; in the order of mention.
  std::vector<Variable*> captures;
  bool defers = false;  ///< has a defer statement of its own
  bool intrinsic() const { return body == nullptr; }
};

struct BuiltinEntity : Entity {
  BuiltinEntity() : Entity(EntityKind::builtin) {}
  Builtin builtin = Builtin::append;
};

struct PackageEntity : Entity {
  PackageEntity() : Entity(EntityKind::package) {}
  const Package* imported = nullptr;
  bool used = false;
};

/// One step to a field.
struct FieldStep {
  bool dereference = false;    ///< what was reached so far is a pointer: go through it
  std::uint32_t index = 0;     ///< the field
  const Type* type = nullptr;  ///< the field's type
};

enum class SelectionKind : std::uint8_t {
  package_member,    ///< fmt.Println: `entity`
  field,             ///< x.f: after `path`
  method,            ///< x.m, called or as a value: `function`, on the receiver found after `path` and `adjust`
  interface_method,  ///< x.m, where what `path` leads to is an interface: its method number `index`
  /// T.m or (*T).m as a function: `function` or `index` after `path` and `adjust` from the first parameter; `type` of
  /// the selector is the signature with that parameter.
  method_expression,
};

/// How the receiver of a method is had from what the path leads to.
enum class Adjust : std::uint8_t { none, address, dereference };

struct Selection {
  SelectionKind kind = SelectionKind::field;
  std::vector<FieldStep> path;
  Adjust adjust = Adjust::none;
  Entity* entity = nullptr;         ///< package_member
  Function* function = nullptr;     ///< method; method_expression unless of an interface
  const Type* interface = nullptr;  ///< the interface type (underlying) whose method it is
  std::uint32_t index = 0;          ///< in interface->interface_methods
};

/// Finds the field or method `name` of a value of `type`, embedded ones included (Go specification, "Selectors").
/// `package`: who asks, for names that are not exported. Null if there is none, or no single one at the shallowest
/// depth. As for an addressable operand: a method with pointer receiver is found with Adjust::address.
/// The same serves dynamic dispatch: look the method's name up in the dynamic type. Paths are then from a value of
/// that type, and Adjust::address does not occur, since the checker has made sure of the method set.
std::unique_ptr<Selection> look_up(const Type* type, std::string_view name, const Package* package);

/// Does `type` have all methods of the interface, in the method set of its values (not of its address)? Serves x.(I)
/// at run time too. If not, and `missing` is not null, the name of the first one that is missing (or has another
/// signature) is stored there.
bool implements(const Type* type, const Type* interface, std::string* missing = nullptr);

/// A global variable's value, or one call for several.
struct Initializer {
  std::vector<Variable*> variables;  ///< null for _
  Expression* value = nullptr;
};

struct SourceFile {
  std::string name;
  const Package* package = nullptr;
  bool prelude = false;  ///< one of our own packages, not the user's file
};

struct Package {
  std::string path;  ///< as imported; "main" (or what it calls itself) for the user's
  std::string name;
  bool prelude = false;
  File* file = nullptr;
  std::map<std::string, Entity*, std::less<>> members;
};

/// A checked program: everything, packages included. Immutable for the compiler.
struct Program {
  Tree tree;
  Types types;
  std::vector<SourceFile> files;  ///< 0 is the user's
  /// Those in use; a package comes after those that it imports, the user's is last.
  std::vector<std::unique_ptr<Package>> packages;
  std::vector<Variable*> globals;  ///< of all packages
  /// In the order in which they are to be executed (Go specification, "Package initialization"), of all packages.
  std::vector<Initializer> initializers;
  std::vector<Function*> init_functions;               ///< func init(), in order, of all packages
  std::vector<Function*> functions;                    ///< all with or without a body: functions, methods, literals
  Function* main = nullptr;                            ///< null if there is none: then there are tests
  std::vector<Function*> tests;                        ///< func TestX(t *testing.T), in source order
  std::map<const Type*, const Type*> atomic_pointers;  ///< by T: atomic.Pointer[T]

  // Storage.
  std::deque<std::unique_ptr<Entity>> entities;
  std::deque<std::unique_ptr<Selection>> selections;
  std::deque<Constant> constants;
  std::deque<File> parsed;
};

/// Parses and checks. Throws ParseError (include/graphfuzz/frontend/litmus.hpp) on the first error.
std::unique_ptr<Program> check(std::string_view text, std::string file_name);

/// The source of one of the engine's packages, by import path ("sync/atomic"); empty if there is none. Each is in a
/// file of its own in packages/.
std::string_view package_source(std::string_view path);

}  // namespace graphfuzz::go::syntax

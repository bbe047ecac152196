// The types of Go. Types are canonical: two types are identical (as the Go specification defines it) exactly if they
// are the same object, so that types are compared by address. All live as long as the Types that made them.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace graphfuzz::go::syntax {

struct Function;
struct Package;
struct Type;

enum class TypeKind : std::uint8_t {
  // Basic types, from here …
  boolean,
  int_,
  int8,
  int16,
  int32,  ///< also rune
  int64,
  uint,
  uint8,  ///< also byte
  uint16,
  uint32,
  uint64,
  uintptr,
  float32,
  float64,
  string,
  unsafe_pointer,  ///< never occurs in checked programs
  // … of which these are the untyped ones: only constants and nil have them while the checker works. No expression
  // that the compiler evaluates has one: it has the type that it is converted to, or its default type.
  untyped_bool,
  untyped_int,
  untyped_rune,
  untyped_float,
  untyped_string,
  untyped_nil,
  // … to here.
  named,      ///< a defined type: methods, and an underlying type
  pointer,    ///< element
  slice,      ///< element
  array,      ///< element, length
  map,        ///< key, element
  channel,    ///< element, direction
  function,   ///< a signature
  structure,  ///< fields
  interface,  ///< interface_methods: all of them, those of embedded interfaces included, sorted by name
  tuple,      ///< elements: what a call of a function with no or several results gives
  invalid,    ///< never occurs in checked programs
};

enum class Direction : std::uint8_t { both, send_only, receive_only };

struct Field {
  std::string name;  ///< "_" for a blank one; for an embedded one the name of its type
  const Type* type = nullptr;
  bool embedded = false;
  /// The package, if the name is not exported: such names of different packages are different.
  const Package* package = nullptr;
};

/// A method that an interface asks for.
struct InterfaceMethod {
  std::string name;
  const Type* signature = nullptr;   ///< without a receiver
  const Package* package = nullptr;  ///< as in Field
};

/// Immutable for the compiler. Which members mean something depends on the kind.
struct Type {
  TypeKind kind = TypeKind::invalid;
  const Type* element = nullptr;
  const Type* key = nullptr;
  std::int64_t length = 0;
  Direction direction = Direction::both;
  bool variadic = false;                ///< function: the last parameter, whose type is the slice, is "...T"
  std::vector<const Type*> parameters;  ///< function: without the receiver
  std::vector<const Type*> results;     ///< function
  const Type* result_type = nullptr;    ///< function: what a call gives: the only result, or the tuple of them
  std::vector<const Type*> elements;    ///< tuple
  std::vector<Field> fields;            ///< structure
  std::vector<InterfaceMethod> interface_methods;
  // named:
  std::string name;
  const Package* package = nullptr;  ///< null for `error`
  const Type* underlying = nullptr;  ///< never named itself
  std::vector<Function*> methods;    ///< those declared for T and for *T, in source order
  std::uint32_t number = 0;          ///< dense, in the order of creation: for tables indexed by type
};

/// The type itself, or what a named type is defined as.
inline const Type& under(const Type& type) { return type.kind == TypeKind::named ? *type.underlying : type; }
inline const Type* under(const Type* type) { return &under(*type); }

// Predicates on the underlying type, untyped ones included.
inline bool is_exported(std::string_view name) { return !name.empty() && name[0] >= 'A' && name[0] <= 'Z'; }
bool is_boolean(const Type* type);
bool is_integer(const Type* type);
bool is_unsigned(const Type* type);
bool is_float(const Type* type);
bool is_numeric(const Type* type);
bool is_string(const Type* type);
bool is_untyped(const Type* type);
bool is_interface(const Type* type);
bool is_pointer(const Type* type);
/// Can be nil: pointers, functions, slices, maps, channels, interfaces.
bool has_nil(const Type* type);
/// Can be compared with ==. Interfaces can; whether their values can is only known when the program runs.
bool is_comparable(const Type* type);
/// Bits of an integer type (int, uint and uintptr have 64).
int bits(const Type* type);

/// As Go prints it in messages and for %T: "*main.T", "map[string]int", "chan<- struct {}".
std::string to_string(const Type* type);

/// Makes types, each once. Not thread-safe while it makes any.
class Types {
 public:
  Types();
  Types(const Types&) = delete;
  Types& operator=(const Types&) = delete;

  const Type* basic(TypeKind kind) const;
  const Type* error() const { return error_; }              ///< the predeclared interface
  const Type* empty_interface() const { return any_; }      ///< interface{}, also any
  const Type* empty_tuple() const { return empty_tuple_; }  ///< what a call of a function without results gives

  const Type* pointer_to(const Type* element);
  const Type* slice_of(const Type* element);
  const Type* array_of(const Type* element, std::int64_t length);
  const Type* map_of(const Type* key, const Type* element);
  const Type* channel_of(const Type* element, Direction direction);
  const Type* function(std::vector<const Type*> parameters, std::vector<const Type*> results, bool variadic);
  const Type* structure(std::vector<Field> fields);
  /// In any order; no name twice.
  const Type* interface(std::vector<InterfaceMethod> methods);
  const Type* tuple(std::vector<const Type*> elements);
  /// A new one each time, defined as `invalid` until `define` says otherwise.
  const Type* named(std::string name, const Package* package);

  void add_method(const Type* named, Function* method) { all_[named->number]->methods.push_back(method); }
  void define(const Type* named, const Type* underlying) { all_[named->number]->underlying = underlying; }

  /// All types, by number.
  const std::vector<std::unique_ptr<Type>>& all() const { return all_; }

 private:
  Type* add(TypeKind kind);
  /// The type with this key, or a new one that `fill` completes.
  template <typename Fill>
  const Type* once(std::string key, TypeKind kind, Fill fill);

  std::vector<std::unique_ptr<Type>> all_;
  std::map<std::string, const Type*, std::less<>> by_key_;
  const Type* error_ = nullptr;
  const Type* any_ = nullptr;
  const Type* empty_tuple_ = nullptr;
};

}  // namespace graphfuzz::go::syntax

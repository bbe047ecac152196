// Types, constants and memory orders in C.
#pragma once

#include <string>
#include <string_view>

#include "../type.hpp"
#include "graphfuzz/program/program.hpp"

namespace graphfuzz::litmus::c11 {

/// How tightly the outermost operator of a text binds.
enum Level : std::uint8_t {
  kComma,
  kAssignment,
  kConditional,
  kOr,
  kAnd,
  kBits,  ///< |, ^ and &, which compilers want parentheses around
  kEquality,
  kRelation,
  kShift,
  kSum,
  kProduct,
  kUnary,
  kPrimary,
};

struct Text {
  std::string text;
  Level level = kPrimary;
};

/// In parentheses if it binds less tightly than `level`.
std::string at_least(const Text& text, Level level);
inline std::string argument(const Text& text) { return at_least(text, kAssignment); }

class Spelling {
 public:
  /// `volatile_atomics`: objects that are accessed atomically are volatile, too.
  explicit Spelling(bool volatile_atomics) : volatile_(volatile_atomics) {}

  /// Of a register: pointers point to atomic objects.
  std::string value_type(const Type& type) const;
  /// Of an object that is accessed atomically.
  std::string atomic_type(const Type& type) const;

 private:
  bool volatile_;
};

/// "int r0", "atomic_int *q"; "volatile int r0", "atomic_int *volatile q".
std::string declaration(const std::string& type, std::string_view name, bool is_volatile = false);

/// The value, which the type can hold; of type int if that can hold it and has no narrower one.
Text constant_text(Value value, const Type& type);
std::string_view order_name(MemoryOrder order);

}  // namespace graphfuzz::litmus::c11

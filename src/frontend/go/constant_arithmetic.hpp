// Computing with constants (Go specification, "Constant expressions").
#pragma once

#include <optional>
#include <string>

#include "frontend/go/syntax.hpp"
#include "frontend/go/types.hpp"

namespace graphfuzz::go::syntax {

/// The constant as one of the basic (or untyped) type `type`, if its value is one of that type's (Go specification,
/// "Representability"): 2.0 as an int, 5 as a float32 (rounded), but not 300 as a uint8.
std::optional<Constant> represented(const Constant& constant, const Type* type);

/// Operands of one kind. Null if the result has more than 128 bits or is no finite number. Integer division by zero
/// is the caller's to prevent. Not for shifts.
std::optional<Constant> binary(Operator op, const Constant& left, const Constant& right);
/// left << count, left >> count, for an integer; `count` is not negative.
std::optional<Constant> shifted(Operator op, const Constant& left, Integer count);
/// `type`: for ^x of an unsigned type.
std::optional<Constant> unary(Operator op, const Constant& operand, const Type* type);

/// For messages.
std::string to_string(const Constant& constant);
std::string to_string(Integer value);

}  // namespace graphfuzz::go::syntax

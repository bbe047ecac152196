// The values of literals.
#pragma once

#include <string>
#include <string_view>

#include "frontend/go/lexer.hpp"

namespace graphfuzz::go::syntax {

/// The value of a number, rune or string token. Throws ParseError: a malformed escape, a rune of no or several
/// characters, an integer beyond 128 bits, a number that is too large.
Constant value_of(const Token& token, const SourceText& source);

}  // namespace graphfuzz::go::syntax

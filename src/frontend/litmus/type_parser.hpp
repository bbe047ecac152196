// Type names, which the program zone and the init zone share.
#pragma once

#include <optional>
#include <string_view>

#include "lexer.hpp"
#include "type.hpp"

namespace graphfuzz::litmus {

/// Is this a word that a type can begin with (a type name or a qualifier)?
bool is_type_word(std::string_view word);

/// Parses qualifiers and a base type (no '*'); nothing, without taking a token, if none begins here. Throws for types
/// that are known but not supported: structures, 128-bit integers.
std::optional<Type> parse_base_type(Lexer& lexer);

/// Parses the '*'s (and qualifiers between them) after a base type.
Type parse_pointers(Lexer& lexer, Type type);

}  // namespace graphfuzz::litmus

// Splits the text of a cat model into tokens.
#pragma once

#include <string_view>
#include <vector>

#include "model/cat/token.hpp"

namespace graphfuzz::cat {

/// The tokens, the last of kind `end`. Throws CatError on characters that cat does not have and on comments and strings
/// that do not end. O(text).
std::vector<Token> tokenize(std::string_view text, const std::string& file);

}  // namespace graphfuzz::cat

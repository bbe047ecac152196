// What may have been meant by a word that is not known: a name in a model, and on the command line an option, a
// command, a model, a value.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace graphfuzz {

/// Are they the same but for capital letters (ASCII)?
bool same_letters(std::string_view a, std::string_view b);

/// Those of the `known` words, nearest first and at most three, that are one mistake away from `word`, or two if it has
/// more than three letters. A mistake is a letter left out, put in, replaced, or swapped with its neighbour (optimal
/// string alignment; time |word| |known|); a capital letter for a small one is half a mistake. None if `word` is very
/// long.
std::vector<std::string> near_words(std::string_view word, const std::vector<std::string>& known);

/// "; did you mean 'A', 'B'?", with `prefix` before each, or "" if there are none near.
std::string did_you_mean(std::string_view word, const std::vector<std::string>& known, std::string_view prefix = "");

}  // namespace graphfuzz

// Command lines as texts: response files (@FILE) of compilers, CFLAGS, and the like.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace graphfuzz::native {

using Words = std::vector<std::string>;

/// The words of a text, as GCC and clang read response files: white space separates; quotes of either kind keep words
/// together; a backslash takes what follows it as it is.
Words split_words(std::string_view text);

inline void append(Words& words, const Words& more) { words.insert(words.end(), more.begin(), more.end()); }

/// The same words as a text that split_words would read, one a line.
std::string join_words(const Words& words);

}  // namespace graphfuzz::native

// What of a C source goes wrong where its functions are inlined, or are not.
#pragma once

#include <string>
#include <string_view>

namespace graphfuzz::native {

/// Does the text of a C source, preprocessed, define or declare functions whose calls are one step of their own by
/// their name (`__VERIFIER_atomic_…`, but not `_begin` and `_end`)? Where they are inlined nobody sees that they are
/// called.
bool has_atomic_functions(std::string_view preprocessed);

/// Does it define functions that are `inline` and no more? By C99 that is for inlining alone: where the compiler does
/// not, there is no such function. Not if it also has `extern inline` ones, which older rules (`-fgnu89-inline`) take
/// for the other kind.
bool defines_only_inline(std::string_view preprocessed);

/// The text, whose function `reach_error` now calls `__VERIFIER_error` first; empty if it defines no such function. To
/// call it is the error, in the programs of the competition on software verification, and in most it does nothing.
std::string with_error_reached(std::string_view preprocessed);

}  // namespace graphfuzz::native

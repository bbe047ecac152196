// In place of libstdc++'s header of this name, for programs that graphfuzz runs: std::string's functions are the
// program's own, compiled with it, and not those in the library, of which nobody tells what they read and write. From
// C++20 on that is so anyway.
#ifndef _BASIC_STRING_TCC

#include <bits/c++config.h>

#pragma GCC system_header

#pragma push_macro("_GLIBCXX_EXTERN_TEMPLATE")
#undef _GLIBCXX_EXTERN_TEMPLATE
#define _GLIBCXX_EXTERN_TEMPLATE -1
#include_next <bits/basic_string.tcc>
#pragma pop_macro("_GLIBCXX_EXTERN_TEMPLATE")

#endif

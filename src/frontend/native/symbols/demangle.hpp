// The names of C++ in symbols and debug information, as one writes them.
#pragma once

#include <string>

namespace graphfuzz::native {

/// A function: "ns::Queue<int>::push(int)", without the type that it returns; its name alone if it is of C. What
/// compilers append to the names of clones is left out.
std::string demangled_function(const char* symbol);

/// A variable: "ns::x"; "x" for one in an unnamed namespace.
std::string demangled_variable(const char* symbol);

}  // namespace graphfuzz::native

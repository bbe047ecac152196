// The names of C++ in symbols and debug information, as one writes them.
#pragma once

#include <string>

namespace graphfuzz::native {

/// A function: "ns::Queue<int>::push", without parameters, without the type that it returns and without unnamed
/// namespaces; its name alone if it is of C. A lambda is "f::{lambda#1}". What compilers append to the names of clones
/// is left out.
std::string demangled_function(const char* symbol);

/// A variable: "ns::x"; "f::x" for one in a function, unless it is of C.
std::string demangled_variable(const char* symbol);

}  // namespace graphfuzz::native

// Where the dynamic linker puts addresses of functions of other libraries.
#pragma once

#include "frontend/native/code/instruction.hpp"

namespace graphfuzz::native {

/// May only the dynamic linker write the pointer there? A slot of its tables for functions of other libraries, or of
/// what is made read-only when it is done.
bool is_of_linker(CodeAddress pointer);

}  // namespace graphfuzz::native

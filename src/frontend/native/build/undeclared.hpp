// Functions that a C source calls without having declared them.
#pragma once

#include <string_view>

namespace graphfuzz::native {

/// Does the text of a C source, preprocessed, call the function somewhere, and declare it nowhere outside of functions?
/// The compiler then takes the function for one that returns an int, unless it knows it.
bool calls_undeclared(std::string_view preprocessed, std::string_view function);

}  // namespace graphfuzz::native

// Programs whose first function is not main(), as they were written for tools that have one of their own.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "graphfuzz/frontend/native/compiler.hpp"
#include "graphfuzz/frontend/native/words.hpp"

namespace graphfuzz::native {

/// What is needed to make a program of them.
struct OtherMain {
  Words flags;                   ///< to compile each source
  std::filesystem::path source;  ///< one more source, C and C++, that has a main(); empty: they have one
};

/// Of sources which have a user_main(), as programs for CDSChecker and C11Tester do: the headers of these tools, and a
/// main() if there is none. Nothing of others. The sources are read as they are, without preprocessing them; those that
/// cannot be read have none.
OtherMain other_main(const std::vector<std::string>& sources, const Installation& installation);

}  // namespace graphfuzz::native

// graphfuzz-cc and graphfuzz-c++: compilers that build for graphfuzz's runtime, in place of cc and c++.
//
//   CXX=graphfuzz-c++ cmake -B build        CC=graphfuzz-cc ./configure        make CXX=graphfuzz-c++
//
// What they do is what the compiler would do with the same arguments, but that sources are instrumented and programs
// are linked with the runtime. Arguments by which nothing is compiled or linked (--version, -dumpmachine, -print-…) are
// the compiler's alone.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "graphfuzz/frontend/native/compiler.hpp"

namespace graphfuzz::native {

/// The arguments, with the words of response files (@FILE) in their places. What cannot be read stays as it is.
std::vector<std::string> expand_response_files(const std::vector<std::string>& arguments);

/// -flto, of which object files hold no instrumented code: it would be made when they are linked.
bool defers_compilation(std::string_view word);

struct Wrapping {
  CompilerKind kind = CompilerKind::gcc;
  Installation installation;
  /// The name of a file with that text, for GCC's -specs.
  std::function<std::string(const std::string&)> file_with;
};

/// What to give to the compiler instead of the arguments. Flags of the user's come after ours, and so override them
/// (-O3, -g0, -fno-sanitize=thread). Dropped: -fsanitize=thread where something is linked, and what
/// defers_compilation. Throws BuildError for programs that cannot be linked with the runtime (-static).
std::vector<std::string> wrapped_arguments(const std::vector<std::string>& arguments, const Wrapping& wrapping);

/// Becomes the compiler. Returns only if that fails: an exit code, after a line on standard error.
int run_wrapper(const std::string& name, Language language, const std::vector<std::string>& arguments,
                const Installation& installation);

}  // namespace graphfuzz::native

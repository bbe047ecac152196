// The compilers of this machine, and the flags by which they build for graphfuzz's runtime.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "graphfuzz/frontend/native/build.hpp"

namespace graphfuzz::native {

enum class CompilerKind { gcc, clang };

struct Compiler {
  std::vector<std::string> command;  ///< what to run: the first word is a path
  CompilerKind kind = CompilerKind::gcc;
};

/// The compiler that `asked` names (gcc and clang mean g++ and clang++ for C++), or if it is empty, that of the
/// environment variable GRAPHFUZZ_CC or GRAPHFUZZ_CXX, or else the first that there is of GCC and clang. `option`: how
/// the user can choose, for messages. Throws BuildError if there is none, or if it is a wrapper of ours.
Compiler find_compiler(Language language, const std::string& asked, const std::string& option);

/// What tells this version of the compiler from others: its own words, and its file.
std::string identity(const Compiler& compiler);

/// The file that a shell would run; empty if there is none.
std::string in_path(const std::string& name);
/// The first line that a command prints, such as `g++ --version`; empty if it prints none, fails or cannot be run. The
/// first word is a path. Throws Stopped.
std::string first_line_of(const std::vector<std::string>& command);

/// The flags to be given to the compiler before those of the user, who can override them: optimization, debug
/// information, instrumentation. `users`: those, which say whether there is optimization.
std::vector<std::string> compile_flags(CompilerKind kind, std::span<const std::string> users,
                                       bool distinguish_volatile);
/// The flags after all others: those by which graphfuzz's headers are found, and what is not to be turned on.
std::vector<std::string> last_compile_flags(const Installation& installation);
/// The flags to be given to the linker before what is to be linked, and after it.
std::vector<std::string> first_link_flags(const Installation& installation);
/// … of executables: functions of theirs with names of the C library's are their own (cmake/program_map.cmake).
std::vector<std::string> executable_link_flags(const Installation& installation);
std::vector<std::string> last_link_flags();

/// Does the flag ask for a program that is linked statically, which the runtime cannot be part of?
bool links_statically(std::string_view flag);
inline constexpr const char* kLinkedStatically =
    "-static: a program that is linked statically cannot be run by graphfuzz; link it without";

/// Throws BuildError if the runtime library is not where it should be.
void check_installation(const Installation& installation);

inline constexpr const char* kRuntimeFile = "libgraphfuzz-runtime.so";

}  // namespace graphfuzz::native

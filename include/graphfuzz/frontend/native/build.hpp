// Native programs: from sources in C and C++ to an executable that is linked with graphfuzz's runtime.
//
// Sources are compiled with ThreadSanitizer's instrumentation, but not linked with its runtime: the calls that the
// compiler inserts go to libgraphfuzz-runtime.so. What was built before is taken from a cache.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace graphfuzz::native {

/// A program cannot be built. what() says why in one line.
class BuildError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

enum class Language { c, cxx };

/// Is the name that of a source that build_program takes? C: .c and .i; C++: .cc, .cpp, .cxx, .c++, .C
/// and .ii.
bool is_source(std::string_view file);
/// Which of the two, by the name, of which is_source is true.
Language language_of(std::string_view file);

/// Where the parts of graphfuzz are that programs are built with.
struct Installation {
  std::filesystem::path runtime;  ///< the folder of libgraphfuzz-runtime.so
  std::filesystem::path include;  ///< the folder of graphfuzz/harness.h
};
/// By the folder of the executable that is running (graphfuzz, graphfuzz-cc, …) and where, from there, the others are:
/// an installation may be moved.
Installation installation_beside(const std::filesystem::path& executable, const std::filesystem::path& library_folder,
                                 const std::filesystem::path& include_folder);
/// /proc/self/exe, followed.
std::filesystem::path this_executable();

struct BuildOptions {
  std::string c_compiler;    ///< a name, a path, or words such as "ccache gcc"; empty: see find_compiler
  std::string cxx_compiler;  ///< the same
  std::vector<std::string> compile_flags;
  std::vector<std::string> link_flags;  ///< the others are given to the linker as well
  /// Accesses to volatile objects are told from plain ones (else the runtime cannot see that they are volatile).
  bool distinguish_volatile = false;
  Installation installation;
  std::filesystem::path cache;                         ///< empty: the user's, see default_cache()
  std::uint64_t cache_limit = std::uint64_t{1} << 30;  ///< bytes, of which old ones are removed
  /// Takes what compiler and linker say, as they say it.
  std::function<void(std::string_view)> show = [](std::string_view) {};
  bool colour = false;  ///< may they say it in colours?
};

/// $XDG_CACHE_HOME/graphfuzz, or ~/.cache/graphfuzz, or, if there is neither variable, a folder of the user's own in
/// the folder for temporary files. Throws BuildError if that belongs to somebody else.
std::filesystem::path default_cache();

/// The path of the executable that these sources make together. It is in the cache, under the name of the first one,
/// and is not removed from there within an hour. What has the same preprocessed text, compiler, flags and folder as
/// before is not compiled again. Several processes may do this at a time. Throws BuildError, and Stopped if the user
/// interrupts it (stop/stop.hpp).
std::filesystem::path build_program(const std::vector<std::string>& sources, const BuildOptions& options);

}  // namespace graphfuzz::native

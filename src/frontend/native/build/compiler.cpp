#include "graphfuzz/frontend/native/compiler.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string_view>

#include "frontend/native/build/process.hpp"
#include "graphfuzz/frontend/native/words.hpp"

namespace fs = std::filesystem;

namespace graphfuzz::native {
namespace {

bool is_program(const fs::path& path) {
  std::error_code error;
  return fs::is_regular_file(path, error) && ::access(path.c_str(), X_OK) == 0;
}

/// gcc for g++ and the other way round, so that one word may stand for both: "gcc-12" is "g++-12" for C++. Names of
/// other compilers are left alone.
std::string driver_for(Language language, const std::string& command) {
  struct Pair {
    std::string_view c, cxx;
  };
  static constexpr std::array<Pair, 2> kPairs{{{"clang", "clang++"}, {"gcc", "g++"}}};
  const std::size_t begin = command.rfind('/') + 1;  // 0 if there is none
  const std::string_view name = std::string_view(command).substr(begin);
  for (const Pair& pair : kPairs) {
    const std::string_view from = language == Language::c ? pair.cxx : pair.c;
    const std::string_view to = language == Language::c ? pair.c : pair.cxx;
    // x86_64-linux-gnu-gcc-12: behind a '-' or at the beginning, before a '-' or at the end.
    const std::size_t at = name.rfind(from);
    if (at == std::string_view::npos || (at > 0 && name[at - 1] != '-')) continue;
    const std::string_view rest = name.substr(at + from.size());
    if (!rest.empty() && rest[0] != '-') continue;
    return command.substr(0, begin + at) + std::string(to) + std::string(rest);
  }
  return command;
}

bool has(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

std::string own_words(const std::vector<std::string>& command) {
  std::vector<std::string> asking = command;
  asking.emplace_back("--version");
  Process process(asking);
  process.wait();
  return process.output() + process.errors();
}

CompilerKind kind_of(const std::vector<std::string>& command) {
  std::error_code error;
  for (const std::string& word : command) {
    for (const fs::path& path : {fs::path(word), fs::canonical(word, error)}) {
      const std::string name = path.filename().string();
      if (has(name, "clang")) return CompilerKind::clang;
      if (has(name, "gcc") || has(name, "g++")) return CompilerKind::gcc;
    }
  }
  const std::string words = own_words(command);
  return has(words, "clang") || has(words, "LLVM") ? CompilerKind::clang : CompilerKind::gcc;
}

// As we have it do, unless the last flag says otherwise.
bool optimizes(std::span<const std::string> users) {
  const auto last =
      std::find_if(users.rbegin(), users.rend(), [](const std::string& flag) { return flag.starts_with("-O"); });
  return last == users.rend() || *last != "-O0";
}

}  // namespace

std::string in_path(const std::string& name) {
  if (name.find('/') != std::string::npos) return is_program(name) ? name : "";
  const char* const path = std::getenv("PATH");
  std::string_view rest = path != nullptr ? path : "/usr/local/bin:/usr/bin:/bin";
  for (bool more = true; more;) {
    const std::size_t colon = rest.find(':');
    const std::string_view folder = rest.substr(0, colon);
    const fs::path file = fs::path(folder.empty() ? "." : folder) / name;
    if (is_program(file)) return file.string();
    more = colon != std::string_view::npos;
    if (more) rest.remove_prefix(colon + 1);
  }
  return "";
}

Compiler find_compiler(Language language, const std::string& asked, const std::string& option) {
  const bool cxx = language == Language::cxx;
  std::string chosen = asked;
  std::string chosen_by = option;
  const char* const variable = cxx ? "GRAPHFUZZ_CXX" : "GRAPHFUZZ_CC";
  if (chosen.empty()) {
    const char* const value = std::getenv(variable);
    if (value != nullptr) chosen = value;
    chosen_by = variable;
  }
  Compiler compiler;
  compiler.command = split_words(chosen);
  if (compiler.command.empty()) {
    for (const char* name : cxx ? std::array{"g++", "clang++"} : std::array{"gcc", "clang"}) {
      const std::string path = in_path(name);
      if (path.empty()) continue;
      compiler.command = {path};
      break;
    }
    if (compiler.command.empty()) {
      throw BuildError(fmt::format(
          "there is no {} compiler: neither {} is in PATH; install one (on Debian: apt-get "
          "install {}), or name one with {} or {}",
          cxx ? "C++" : "C", cxx ? "g++ nor clang++" : "gcc nor clang", cxx ? "g++" : "gcc", option, variable));
    }
  } else {
    std::string& first = compiler.command.front();
    const std::string path = in_path(driver_for(language, first));
    if (path.empty()) {
      throw BuildError(fmt::format("{}: expected a {} compiler, found no such program{}", chosen_by, cxx ? "C++" : "C",
                                   (first.find('/') == std::string::npos ? " in PATH: '" : ": '") + first + "'"));
    }
    first = path;
    for (std::size_t i = 1; i < compiler.command.size(); ++i) {  // ccache g++
      compiler.command[i] = driver_for(language, compiler.command[i]);
    }
  }
  for (const std::string& word : compiler.command) {
    std::error_code error;
    const std::string name = fs::canonical(word, error).filename().string();
    if (name == "graphfuzz-cc" || name == "graphfuzz-c++") {
      throw BuildError(fmt::format("{}: expected a compiler, found '{}', which is a wrapper for one", chosen_by, word));
    }
  }
  compiler.kind = kind_of(compiler.command);
  return compiler;
}

std::string identity(const Compiler& compiler) {
  std::string text;
  for (const std::string& word : compiler.command) {
    text += word + '\n';
    struct stat status {};
    if (::stat(word.c_str(), &status) != 0) continue;
    text += fmt::format("{} {}.{}\n", status.st_size, status.st_mtim.tv_sec, status.st_mtim.tv_nsec);
  }
  return text + own_words(compiler.command);
}

std::string first_line_of(const std::vector<std::string>& command) {
  try {
    Process process(command);
    if (!process.wait()) return "";
    const std::string output = process.output();
    return output.substr(0, output.find('\n'));
  } catch (const BuildError&) {
    return "";
  }
}

std::vector<std::string> compile_flags(CompilerKind kind, std::span<const std::string> users,
                                       bool distinguish_volatile) {
  std::vector<std::string> flags = {"-O1", "-g", "-fsanitize=thread"};
  if (kind == CompilerKind::gcc) {
    // GCC warns of every fence, which ThreadSanitizer's own runtime does not model.
    flags.emplace_back("-Wno-tsan");
    // A plain read whose value nobody uses is one that may race. Both passes remove it before it can be told.
    append(flags, {"-fno-tree-dce", "-fno-tree-dse"});
    // What it makes of these, and of several writes that it has told of, is told by nobody, or not where it happens.
    for (const char* function :
         {"memset",     "memcpy",      "memmove", "memcmp",   "mempcpy",  "bzero",    "bcmp",   "bcopy",
          "strcpy",     "stpcpy",      "strncpy", "stpncpy",  "strcat",   "strncat",  "strcmp", "strncmp",
          "strcasecmp", "strncasecmp", "strlen",  "strnlen",  "strchr",   "strrchr",  "strstr", "strspn",
          "strcspn",    "strpbrk",     "sprintf", "snprintf", "vsprintf", "vsnprintf"}) {
      flags.push_back(std::string("-fno-builtin-") + function);
    }
    flags.emplace_back("-fno-store-merging");
    // Two functions of the same body are two, of which one may be a section by its name.
    flags.emplace_back("-fno-ipa-icf");
    // A function may write all registers that it may write, whatever its code: what a thread will read goes by that.
    flags.emplace_back("-fno-ipa-ra");
  }
  // What is done to memory that is freed is a bug to be found, not dead code.
  for (const char* function : {"malloc", "calloc", "realloc", "aligned_alloc", "free"}) {
    flags.push_back(std::string("-fno-builtin-") + function);
  }
  if (kind == CompilerKind::clang) {
    // What a thread does depends on all that it reads, so the read of `x++` is to be told, too.
    append(flags, {"-mllvm", "-tsan-instrument-read-before-write=1"});
    // Clang looks whether others may come to a local by the pointer that it is accessed with, and so overlooks who has
    // got another one to the same, as constructors of atomic objects do: it is not to look that far. Without
    // optimization constructors are called, and it would tell of so much that waiting loops cannot be told.
    if (optimizes(users)) append(flags, {"-mllvm", "-capture-tracking-max-uses-to-explore=0"});
    // A thread that waits is known by coming back to where it was. Clang is not to put what a loop begins with in front
    // of it, and once more at its end: the first iteration would be at other places than the rest. It takes the option
    // once, so the user's, if there is one, is all.
    const auto is_rotation = [](const std::string& flag) { return flag.starts_with("-rotation-max-header-size"); };
    if (std::ranges::none_of(users, is_rotation)) append(flags, {"-mllvm", "-rotation-max-header-size=0"});
  }
  if (distinguish_volatile) {
    const bool gcc = kind == CompilerKind::gcc;
    flags.emplace_back(gcc ? "--param" : "-mllvm");
    flags.emplace_back(gcc ? "tsan-distinguish-volatile=1" : "-tsan-distinguish-volatile=1");
  }
  return flags;
}

std::vector<std::string> last_compile_flags(const Installation& installation) {
  // Last, for it may be /usr/include. The folder of compat/ is for sources that were written for other tools. Headers
  // in place of the standard library's come before it.
  const std::filesystem::path compat = installation.include / "graphfuzz" / "compat";
  // Functions that check how much they write (__memcpy_chk) are others than those that are watched.
  return {"-U_FORTIFY_SOURCE",     "-isystem",   (compat / "libstdc++").string(), "-isystem",
          (compat / "c").string(), "-idirafter", installation.include.string(),   "-idirafter",
          compat.string()};
}

std::vector<std::string> first_link_flags(const Installation& installation) {
  // Before all other libraries, since the first that defines a function is the one whose function is called. And of
  // functions that read and write what the program points to the program calls ours, but not its libraries:
  // src/runtime/hooks_strings.cpp.
  return {"-L" + installation.runtime.string(), "-Wl,--push-state,--no-as-needed", "-lgraphfuzz-runtime",
          "-Wl,--pop-state", "-Wl,@" + (installation.runtime / "program.wraps").string()};
}

std::vector<std::string> executable_link_flags(const Installation& installation) {
  return {"-Wl,--version-script=" + (installation.runtime / "program.map").string()};
}

std::vector<std::string> last_link_flags() { return {"-pthread", "-Wl,-z,now"}; }

bool links_statically(std::string_view flag) {
  return flag == "-static" || flag == "--static" || flag == "-static-pie" || flag == "-Wl,-static";
}

void check_installation(const Installation& installation) {
  std::error_code error;
  const std::filesystem::path headers = installation.include / "graphfuzz" / "compat";
  if (!fs::exists(headers, error)) {
    throw BuildError(fmt::format(
        "{}: expected the headers of C and C++ programs, found no such folder; is graphfuzz installed as a whole?",
        headers.string()));
  }
  if (fs::exists(installation.runtime / kRuntimeFile, error)) return;
  throw BuildError(
      fmt::format("{}: expected the runtime library of C and C++ programs, found no such file; is "
                  "graphfuzz installed as a whole?",
                  (installation.runtime / kRuntimeFile).string()));
}

}  // namespace graphfuzz::native

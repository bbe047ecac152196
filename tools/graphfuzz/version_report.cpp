#include "version_report.hpp"

#include <fmt/format.h>
#include <gnu/libc-version.h>
#include <sys/auxv.h>
#include <sys/utsname.h>

#include <cstdlib>
#include <filesystem>
#include <string_view>
#include <thread>
#include <vector>

#include "build_info.hpp"
#include "graphfuzz/frontend/native/compiler.hpp"
#include "graphfuzz/model/registry.hpp"
#include "graphfuzz/store/atomic_file.hpp"
#include "graphfuzz/store/error.hpp"

namespace fs = std::filesystem;

namespace graphfuzz::cli {
namespace {

constexpr std::string_view kUnknown = "unknown";

std::string or_unknown(std::string_view text) { return std::string(text.empty() ? kUnknown : text); }

std::string compiler_here(native::Language language) {
  try {
    const native::Compiler compiler = native::find_compiler(language, "", "--cc or --cxx");
    std::vector<std::string> asking = compiler.command;
    asking.emplace_back("--version");
    return fmt::format("{} ({})", fmt::join(compiler.command, " "), or_unknown(native::first_line_of(asking)));
  } catch (const native::BuildError&) {
    return "none";
  }
}

std::string go_here() {
  const std::string path = native::in_path("go");
  if (path.empty()) return "none";
  return fmt::format("{} ({})", path, or_unknown(native::first_line_of({path, "version"})));
}

/// The value of the first line "model name : …" of /proc/cpuinfo.
std::string processor() {
  try {
    const std::string text = store::read_text("/proc/cpuinfo", std::size_t{16} << 20);
    const std::size_t line = text.find("model name");
    const std::size_t colon = text.find(": ", line);
    if (line == std::string::npos || colon == std::string::npos) return std::string(kUnknown);
    return text.substr(colon + 2, text.find('\n', colon) - colon - 2);
  } catch (const store::Error&) {
    return std::string(kUnknown);
  }
}

/// Native programs have thread-local memory of their own for each thread, which is switched to by an instruction or by
/// a system call.
std::string fsgsbase() {
#ifdef __x86_64__
  constexpr unsigned long kFsgsbase = 1UL << 1;  // HWCAP2_FSGSBASE
  return (::getauxval(AT_HWCAP2) & kFsgsbase) != 0 ? "yes" : "no: native programs switch threads by system calls";
#else
  return "no: not x86-64";
#endif
}

std::string address_randomisation() {
  try {
    std::string text = store::read_text("/proc/sys/kernel/randomize_va_space", 16);
    while (!text.empty() && text.back() == '\n') text.pop_back();
    return text + (text == "0" ? " (off)" : " (on; switched off for native programs)");
  } catch (const store::Error&) {
    return std::string(kUnknown);
  }
}

std::string system_here() {
  utsname name{};
  if (::uname(&name) != 0) return std::string(kUnknown);
  return fmt::format("{} {} {}, glibc {}", name.sysname, name.release, name.machine, ::gnu_get_libc_version());
}

std::string with_presence(const fs::path& path) {
  std::error_code error;
  return path.string() + (fs::exists(path, error) ? "" : " (not there)");
}

std::string models_here() {
  std::string text;
  for (const ModelInfo& model : registered_models()) text += fmt::format("{}{}", text.empty() ? "" : ", ", model.name);
  return text;
}

std::string variable(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? "" : fmt::format("{}={}", name, value);
}

std::string variables_here() {
  std::string text;
  for (const char* const name :
       {"GRAPHFUZZ_CC", "GRAPHFUZZ_CXX", "XDG_CACHE_HOME", "TMPDIR", "GOFLAGS", "CFLAGS", "CXXFLAGS"}) {
    const std::string set = variable(name);
    if (!set.empty()) text += (text.empty() ? "" : " ") + set;
  }
  return text.empty() ? "none that matter" : text;
}

std::string cache_here() {
  try {
    return with_presence(native::default_cache());
  } catch (const native::BuildError& e) {
    return fmt::format("none: {}", e.what());
  }
}

std::string temporary_folder() {
  std::error_code error;
  const fs::path folder = fs::temp_directory_path(error);
  return error ? "none: " + error.message() : folder.string();
}

}  // namespace

std::string version_report() {
  const fs::path executable = native::this_executable();
  const native::Installation installed =
      native::installation_beside(executable, GRAPHFUZZ_LIBRARY_FOLDER, GRAPHFUZZ_INCLUDE_FOLDER);
  const std::pair<const char*, std::string> rows[] = {
      {"Commit", or_unknown(kBuildInfo.commit)},
      {"Compiler", kBuildInfo.compiler},
      {"Build", fmt::format("{}, flags: {}", or_unknown(kBuildInfo.type), kBuildInfo.flags)},
      {"Libraries", kBuildInfo.libraries},
      {"Models", models_here()},
      {"System", system_here()},
      {"Processor", fmt::format("{}, {} threads", processor(), std::thread::hardware_concurrency())},
      {"fsgsbase", fsgsbase()},
      {"ASLR", address_randomisation()},
      {"C compiler", compiler_here(native::Language::c)},
      {"C++ compiler", compiler_here(native::Language::cxx)},
      {"Go", go_here()},
      {"Executable", executable.string()},
      {"Runtime", with_presence(installed.runtime / native::kRuntimeFile)},
      {"Headers", with_presence(installed.include / "graphfuzz")},
      {"Cache", cache_here()},
      {"Temporary", temporary_folder()},
      {"Environment", variables_here()},
  };
  std::string text = fmt::format("graphfuzz {}", kBuildInfo.version);
  for (const auto& [what, value] : rows) text += fmt::format("\n{:<13}{}", what, value);
  return text;
}

}  // namespace graphfuzz::cli

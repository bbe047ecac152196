#include "native_programs.hpp"

#include <fmt/format.h>
#include <sys/personality.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string_view>
#include <utility>

#include "graphfuzz/frontend/native/build.hpp"
#include "graphfuzz/frontend/native/executable.hpp"
#include "graphfuzz/frontend/native/machine.hpp"
#include "graphfuzz/frontend/native/words.hpp"
#include "interrupts.hpp"
#include "output.hpp"

extern char** environ;

/// Defined by the runtime library of native programs.
extern "C" int graphfuzz_runtime_present() __attribute__((weak));

namespace graphfuzz::cli {
namespace {

using native::Words;

/// Does this code run in the process of a native program?
bool inside_a_program() {
  return graphfuzz_runtime_present != nullptr && graphfuzz_runtime_present() != 0 &&
         std::getenv("GRAPHFUZZ_TOOL") != nullptr;
}

std::string build(const CommandLine& line, const Words& sources) {
  native::BuildOptions options;
  options.c_compiler = line.native.cc;
  options.cxx_compiler = line.native.cxx;
  options.compile_flags = native::split_words(line.native.cflags);
  if (line.load.plain != "watch") options.compile_flags.insert(options.compile_flags.begin(), "-O0");
  options.link_flags = native::split_words(line.native.ldflags);
  options.distinguish_volatile = line.load.volatiles == "relaxed";
  options.installation =
      native::installation_beside(native::this_executable(), GRAPHFUZZ_LIBRARY_FOLDER, GRAPHFUZZ_INCLUDE_FOLDER);
  options.show = [](std::string_view text) { std::fwrite(text.data(), 1, text.size(), stderr); };
  options.colour = isatty(STDERR_FILENO) == 1 && line.colour;
  try {
    return until_interrupted([&] { return native::build_program(sources, options).string(); });
  } catch (const native::BuildError& e) {
    throw UserError(e.what());
  }
}

/// The command line with the program in place of the inputs.
Words words_with(const CommandLine& line, const std::string& program) {
  Words words = {"graphfuzz"};
  bool named = false;
  for (std::size_t i = 0; i < line.words.size(); ++i) {
    if (!std::binary_search(line.places.begin(), line.places.end(), i)) {
      words.push_back(line.words[i]);
    } else if (!std::exchange(named, true)) {
      words.push_back(program);
    }
  }
  if (!named) words.push_back(program);  // --replay
  if (!line.arguments.empty()) words.emplace_back("--");
  native::append(words, line.arguments);
  return words;
}

[[noreturn]] void execute(const std::string& program, Words words, const Words& sources) {
  ::setenv("GRAPHFUZZ_TOOL", "1", 1);
  std::string names;
  for (const std::string& source : sources) names += (names.empty() ? "" : "\n") + source;
  if (names.empty()) {
    ::unsetenv("GRAPHFUZZ_SOURCES");
  } else {
    ::setenv("GRAPHFUZZ_SOURCES", names.c_str(), 1);
  }
  // Of libraries that the program brings along, for their data are reset, too.
  ::setenv("LD_BIND_NOW", "1", 1);
  // A sandbox may forbid it.
  const int current = ::personality(0xffffffff);
  if (current >= 0) ::personality(static_cast<unsigned long>(current) | ADDR_NO_RANDOMIZE);
  // By us, and exec would keep that.
  for (const int ignored : {SIGPIPE, SIGXFSZ}) std::signal(ignored, SIG_DFL);
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  ::execve(program.c_str(), arguments.data(), environ);
  throw UserError(fmt::format("{}: cannot be executed: {}", program, std::strerror(errno)));
}

}  // namespace

bool is_native_program(const std::string& input) {
  std::error_code error;
  if (native::is_source(input)) return !std::filesystem::is_directory(input, error);
  return native::looks_executable(input);
}

bool is_native_program(const std::vector<std::string>& inputs) {
  return std::any_of(inputs.begin(), inputs.end(), [](const std::string& input) { return is_native_program(input); });
}

void become_native_program(const CommandLine& line, const std::vector<std::string>& inputs) {
  if (inside_a_program() && native::machine() != nullptr) native::machine()->set_arguments(line.arguments);
  if (inside_a_program() || !is_native_program(inputs)) return;
  const auto other =
      std::find_if_not(inputs.begin(), inputs.end(), [](const std::string& input) { return is_native_program(input); });
  const bool sources = std::all_of(inputs.begin(), inputs.end(), [](auto& input) { return native::is_source(input); });
  if (other != inputs.end() || (!sources && inputs.size() > 1)) {
    throw UserError(fmt::format("expected the sources of one C or C++ program, or one executable, found {}",
                                other != inputs.end() ? *other + " besides" : "several programs"));
  }
  const std::string program = sources ? build(line, inputs) : inputs.front();
  const native::ExecutableCheck check = native::check_executable(program);
  if (!check.refusal.empty()) throw UserError(check.refusal);
  if (!check.remark.empty()) complain("note: " + check.remark);
  execute(program, words_with(line, program), sources ? inputs : Words{});
}

}  // namespace graphfuzz::cli

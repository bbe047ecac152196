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
#include <sstream>
#include <string_view>
#include <utility>

#include "graphfuzz/frontend/native/build.hpp"
#include "graphfuzz/frontend/native/executable.hpp"
#include "graphfuzz/frontend/native/machine.hpp"
#include "graphfuzz/frontend/native/words.hpp"
#include "graphfuzz/frontend/native/wrapper.hpp"
#include "graphfuzz/store/atomic_file.hpp"
#include "inputs.hpp"
#include "interrupts.hpp"
#include "output.hpp"

extern char** environ;

/// Defined by the runtime library of native programs.
extern "C" int graphfuzz_runtime_present() __attribute__((weak));

namespace graphfuzz::cli {
namespace {

using native::Words;

namespace fs = std::filesystem;

Words& process_words() {
  static Words words;
  return words;
}

/// Where a program was built: what it says of its sources, and what it is, depends on that.
class WorkingFolder {
 public:
  explicit WorkingFolder(const std::string& folder) {
    std::error_code error;
    if (folder.empty() || !fs::is_directory(folder, error)) return;
    before_ = fs::current_path(error);
    fs::current_path(folder, error);
  }
  ~WorkingFolder() {
    std::error_code error;
    if (!before_.empty()) fs::current_path(before_, error);
  }
  WorkingFolder(const WorkingFolder&) = delete;
  WorkingFolder& operator=(const WorkingFolder&) = delete;

 private:
  fs::path before_;
};

std::string build(const CommandLine& line, const Words& sources) {
  native::BuildOptions options;
  options.c_compiler = line.native.cc;
  options.cxx_compiler = line.native.cxx;
  options.compile_flags = native::split_words(line.native.cflags);
  if (line.load.plain != "watch") options.compile_flags.insert(options.compile_flags.begin(), "-O0");
  options.link_flags = native::split_words(line.native.ldflags);
  if (std::erase_if(options.compile_flags, native::defers_compilation) +
          std::erase_if(options.link_flags, native::defers_compilation) >
      0) {
    complain("note: -flto is left out: what is compiled when it is linked is not instrumented");
  }
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
  if (!line.command.empty()) words.push_back(line.command);
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

bool inside_native_program() {
  return graphfuzz_runtime_present != nullptr && graphfuzz_runtime_present() != 0 &&
         std::getenv("GRAPHFUZZ_TOOL") != nullptr;
}

void remember_words(int argc, const char* const* argv) {
  process_words().assign(argv, argv + argc);
  if (argc > 0) process_words().front() = "graphfuzz";
}

void name_command(const std::string& command) { process_words() = native::split_words(command); }

namespace {

/// Of the program in whose process this runs.
Words own_sources() {
  Words sources;
  if (const char* const names = std::getenv("GRAPHFUZZ_SOURCES")) {
    std::istringstream lines{names};
    for (std::string name; std::getline(lines, name);) sources.push_back(name);
  }
  return sources;
}

/// What whoever wants to run the program again has to know.
Settings built(const CommandLine& line) {
  const Words sources = own_sources();
  std::error_code error;
  Settings built = {{"arguments", native::join_words(line.arguments)},
                    {"sources", native::join_words(sources)},
                    {"folder", fs::current_path(error).string()},
                    {"cc", line.native.cc},
                    {"cxx", line.native.cxx},
                    {"cflags", line.native.cflags},
                    {"ldflags", line.native.ldflags},
                    {"plain-built", line.load.plain}};
  std::erase_if(built, [](const auto& setting) { return setting.second.empty(); });
  return built;
}

/// The executable, built anew if the inputs are sources.
std::string executable_of(const CommandLine& line, const Words& inputs) {
  const auto other =
      std::find_if_not(inputs.begin(), inputs.end(), [](const std::string& input) { return is_native_program(input); });
  const bool sources = std::all_of(inputs.begin(), inputs.end(), [](auto& input) { return native::is_source(input); });
  if (other != inputs.end() || (!sources && inputs.size() > 1)) {
    const std::string found = other == inputs.end() ? "several programs"
                              : other->empty()      ? "an empty name besides"
                                                    : *other + " besides";
    throw UserError("expected the sources of one C or C++ program, or one executable, found " + found);
  }
  std::string program = sources ? build(line, inputs) : inputs.front();
  const native::ExecutableCheck check = native::check_executable(program);
  if (!check.refusal.empty()) throw UserError(check.refusal);
  if (!check.remark.empty()) complain("note: " + check.remark);
  return program;
}

Words sources_of(const Words& inputs) { return native::is_source(inputs.front()) ? inputs : Words(); }

struct Again {
  CommandLine line;  // what it is to be built with
  Words inputs;
  std::string folder;
};

Again again(const CommandLine& line, const std::string& file, const Settings& settings) {
  const LoadOptions options = options_of(settings);
  Again how{line, {}, {}};
  const auto of = [&](const char* name) {
    const auto found = options.built.find(name);
    return found == options.built.end() ? std::string() : found->second;
  };
  for (const auto& [name, value] :
       {std::pair("cc", &how.line.native.cc), std::pair("cxx", &how.line.native.cxx),
        std::pair("cflags", &how.line.native.cflags), std::pair("ldflags", &how.line.native.ldflags)}) {
    if (!line.given.contains(std::string("--") + name)) *value = of(name);
  }
  // What it is run with may be another one, which the model has chosen.
  if (!line.given.contains("--plain")) {
    const std::string compiled_for = of("plain-built");
    how.line.load.plain = compiled_for.empty() ? options.plain : compiled_for;
  }
  if (!line.given.contains("--volatile")) how.line.load.volatiles = options.volatiles;
  how.inputs = native::split_words(of("sources"));
  how.folder = of("folder");
  if (!how.inputs.empty()) return how;
  std::error_code error;
  how.inputs = {fs::exists(file, error) ? file : (fs::path(how.folder) / file).string()};
  how.folder.clear();
  return how;
}

}  // namespace

void become_native_program(CommandLine& line, const std::vector<std::string>& inputs) {
  if (inside_native_program()) {
    line.load.built.merge(built(line));
    return;
  }
  if (!is_native_program(inputs)) return;
  const std::string program = executable_of(line, inputs);
  execute(program, words_with(line, program), sources_of(inputs));
}

void become_native_program(const CommandLine& line, const std::string& file, const Settings& settings) {
  if (inside_native_program()) return;
  const Again how = again(line, file, settings);
  const std::string program = [&] {
    const WorkingFolder folder(how.folder);
    return executable_of(how.line, how.inputs);
  }();
  execute(program, words_with(line, program), sources_of(how.inputs));
}

void become_native_program(const Task& task, const std::string& file) {
  if (inside_native_program() || kind_of(task.program) != "native") return;
  const Again how = again({}, task.program.file, task.settings);
  const std::string program = [&] {
    if (!task.at.program.empty()) return executable_of(how.line, {task.at.program});
    const WorkingFolder folder(how.folder);
    std::error_code error;
    for (const std::string& input : how.inputs) {
      if (fs::exists(input, error)) continue;
      throw UserError(fmt::format("{}: is about {}, which is not there: expected it in {}", file, input,
                                  fs::current_path(error).string()));
    }
    return executable_of(how.line, how.inputs);
  }();
  if (named_by_hash({task.program.file, store::read_file(program, kLargestExecutable)}).text != task.program.text) {
    throw UserError(
        fmt::format("{}: {} is not what it was when that was written; a campaign cannot go on with another "
                    "program, nor with one that another compiler has built",
                    file, task.program.file));
  }
  Words words = process_words();
  execute(program, std::move(words), sources_of(how.inputs));
}

std::vector<std::string> command_words(std::span<const std::string> inputs) {
  const Words sources = inside_native_program() ? own_sources() : Words();
  Words words;
  for (const std::string& word : process_words()) {
    if (sources.empty() || inputs.empty() || word != inputs.front()) {
      words.push_back(word);
    } else {
      native::append(words, sources);
    }
  }
  return words;
}

}  // namespace graphfuzz::cli

#include "graphfuzz/frontend/native/wrapper.hpp"

#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <set>
#include <string_view>

#include "graphfuzz/frontend/native/words.hpp"
#include "graphfuzz/store/atomic_file.hpp"

namespace fs = std::filesystem;

namespace graphfuzz::native {
namespace {

/// Options whose value is the next argument, so that it is no input.
bool takes_next(const std::string& option) {
  static const std::set<std::string_view> kOptions = {"-o",
                                                      "-x",
                                                      "-D",
                                                      "-U",
                                                      "-I",
                                                      "-L",
                                                      "-l",
                                                      "-include",
                                                      "-imacros",
                                                      "-isystem",
                                                      "-iquote",
                                                      "-idirafter",
                                                      "-iprefix",
                                                      "-iwithprefix",
                                                      "-iwithprefixbefore",
                                                      "-isysroot",
                                                      "-imultilib",
                                                      "-MF",
                                                      "-MT",
                                                      "-MQ",
                                                      "-Xlinker",
                                                      "-Xassembler",
                                                      "-Xpreprocessor",
                                                      "-Xclang",
                                                      "-T",
                                                      "-u",
                                                      "-z",
                                                      "-e",
                                                      "-A",
                                                      "-arch",
                                                      "-target",
                                                      "-mllvm",
                                                      "-aux-info",
                                                      "-dumpbase",
                                                      "-dumpbase-ext",
                                                      "-dumpdir",
                                                      "-B",
                                                      "-G",
                                                      "--param",
                                                      "-wrapper",
                                                      "-h",
                                                      "-current_version",
                                                      "--sysroot",
                                                      "-gcc-toolchain",
                                                      "--output",
                                                      "--include-directory",
                                                      "--language"};
  return kOptions.contains(option);
}

bool one_of(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

enum class Input { source, header, assembler, object };

/// What an input is, by the language of the last -x before it, or by its name.
Input kind_of(const std::string& file, const std::string& language) {
  if (!language.empty() && language != "none") {
    if (language.ends_with("-header")) return Input::header;
    return language == "assembler" ? Input::assembler : Input::source;
  }
  const std::string suffix = fs::path(file).extension().string();
  if (one_of(suffix, {".c", ".i", ".ii", ".cc", ".cp", ".cxx", ".cpp", ".CPP", ".c++", ".C", ".S", ".sx", ".m", ".mm",
                      ".M", ".mi", ".mii"})) {
    return Input::source;
  }
  if (one_of(suffix, {".h", ".hh", ".H", ".hp", ".hxx", ".hpp", ".HPP", ".h++", ".tcc"})) return Input::header;
  return suffix == ".s" ? Input::assembler : Input::object;
}

/// What a command line is about.
struct Line {
  bool links = true;  ///< but for its inputs
  bool relocatable = false;
  bool fixed = false;       ///< -static
  bool instruments = true;  ///< -fno-sanitize=thread
  std::vector<Input> inputs;

  bool has(Input input) const { return std::find(inputs.begin(), inputs.end(), input) != inputs.end(); }
};

/// -fsanitize=…,thread,… and -fno-sanitize=all: the last one is right.
bool instruments_after(std::string_view word, bool before) {
  const bool on = word.starts_with("-fsanitize=");
  std::string_view rest = word.substr(word.find('=') + 1);
  while (!rest.empty()) {
    const std::size_t comma = std::min(rest.find(','), rest.size());
    const std::string_view name = rest.substr(0, comma);
    if (name == "thread" || (name == "all" && !on)) before = on;
    rest.remove_prefix(std::min(comma + 1, rest.size()));
  }
  return before;
}

/// -fsanitize=address,thread → -fsanitize=address; "" if nothing is left.
std::string without_thread(const std::string& word) {
  constexpr std::string_view kOption = "-fsanitize=";
  std::string left;
  std::string_view rest = std::string_view(word).substr(kOption.size());
  while (!rest.empty()) {
    const std::size_t comma = std::min(rest.find(','), rest.size());
    if (rest.substr(0, comma) != "thread") {
      left += left.empty() ? "" : ",";
      left += rest.substr(0, comma);
    }
    rest.remove_prefix(std::min(comma + 1, rest.size()));
  }
  return left.empty() ? "" : std::string(kOption) + left;
}

Line read(const Words& arguments) {
  Line line;
  std::string language;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& word = arguments[i];
    if (word.size() < 2 || word[0] != '-') {  // "-" is standard input
      line.inputs.push_back(kind_of(word, language));
      continue;
    }
    if (one_of(word, {"-c", "-S", "-E", "-M", "-MM", "-fsyntax-only", "--compile", "--assemble", "--preprocess"})) {
      line.links = false;
    } else if (one_of(word, {"-r", "-Wl,-r", "-Wl,--relocatable"})) {
      line.relocatable = true;
    } else if (links_statically(word)) {
      line.fixed = true;
    } else if (word.starts_with("-fsanitize=") || word.starts_with("-fno-sanitize=")) {
      line.instruments = instruments_after(word, line.instruments);
    } else if (word.starts_with("-x") && word.size() > 2) {
      language = word.substr(2);
    } else if (word.starts_with("-l")) {
      if (word.size() > 2) line.inputs.push_back(Input::object);
    } else if (word.starts_with("--language=")) {
      language = word.substr(word.find('=') + 1);
    }
    if (!takes_next(word) || i + 1 == arguments.size()) continue;
    ++i;
    if (word == "-x" || word == "--language") language = arguments[i];
    if (word == "-l") line.inputs.push_back(Input::object);
  }
  return line;
}

Words filtered(const Words& arguments, bool links) {
  Words words;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& word = arguments[i];
    if (defers_compilation(word)) continue;
    if (links && (word == "-ltsan" || word == "-static-libtsan")) continue;
    if (links && word.starts_with("-fsanitize=")) {
      if (std::string left = without_thread(word); !left.empty()) words.push_back(std::move(left));
      continue;
    }
    words.push_back(word);
    if (takes_next(word) && i + 1 < arguments.size()) words.push_back(arguments[++i]);  // as it is
  }
  return words;
}

/// Compiled and linked by one command, which cannot be told to instrument, and not to link with ThreadSanitizer's
/// runtime. So only the compiler proper is told.
Words one_step_flags(const Line& line, const Words& users, const Wrapping& wrapping) {
  Words flags = compile_flags(wrapping.kind, users, false);
  const auto sanitize = std::find(flags.begin(), flags.end(), "-fsanitize=thread");
  if (!line.instruments) {
    flags.erase(sanitize);
  } else if (wrapping.kind == CompilerKind::clang) {
    flags.insert(sanitize, "-Xclang");
  } else {
    *sanitize = "-specs=" + wrapping.file_with("*cc1:\n+ -fsanitize=thread\n\n");
  }
  return flags;
}

/// A file that has no name but that of its number, which the compiler inherits.
std::string inherited_file(const std::string& text) {
  const int file = ::memfd_create("graphfuzz", 0);
  if (file < 0) throw BuildError(fmt::format("no temporary file can be made: {}", std::strerror(errno)));
  for (std::size_t written = 0; written < text.size();) {
    const ssize_t more = ::write(file, text.data() + written, text.size() - written);
    if (more < 0 && errno == EINTR) continue;
    if (more <= 0) throw BuildError(fmt::format("no temporary file can be written: {}", std::strerror(errno)));
    written += static_cast<std::size_t>(more);
  }
  return fmt::format("/proc/self/fd/{}", file);
}

void expand(const Words& arguments, int depth, Words& into) {
  constexpr int kDeepest = 20;
  constexpr std::size_t kLargest = 64 << 20;
  for (const std::string& word : arguments) {
    if (word.size() > 1 && word[0] == '@' && depth < kDeepest) {
      try {
        expand(split_words(store::read_file(word.substr(1), kLargest)), depth + 1, into);
        continue;
      } catch (const store::FileError&) {  // the compiler says what is wrong with it
      }
    }
    into.push_back(word);
  }
}

/// Is it a library, or is there a script of the user's own?
bool says_what_is_exported(const Words& words) {
  return std::ranges::any_of(words, [](const std::string& word) {
    return word == "-shared" || word == "--shared" || word.find("--version-script") != std::string::npos;
  });
}

}  // namespace

bool defers_compilation(std::string_view word) { return word == "-flto" || word.starts_with("-flto="); }

Words expand_response_files(const Words& arguments) {
  Words words;
  expand(arguments, 0, words);
  return words;
}

Words wrapped_arguments(const Words& arguments, const Wrapping& wrapping) {
  const Line line = read(arguments);
  const bool sources = line.has(Input::source);
  if (line.inputs.empty()) return arguments;
  const bool links = line.links && !line.has(Input::header);
  const Words rest = filtered(arguments, links);
  if (!links && !sources && !line.has(Input::header)) return rest;  // assembler
  Words words;
  if (sources || !links) {
    words = links ? one_step_flags(line, rest, wrapping) : compile_flags(wrapping.kind, rest, false);
  }
  if (!links || line.relocatable) {
    append(words, rest);
    append(words, last_compile_flags(wrapping.installation));
    return words;
  }
  if (line.fixed) throw BuildError(kLinkedStatically);
  check_installation(wrapping.installation);
  append(words, first_link_flags(wrapping.installation));
  if (!says_what_is_exported(rest)) append(words, executable_link_flags(wrapping.installation));
  append(words, rest);
  if (sources) append(words, last_compile_flags(wrapping.installation));
  append(words, last_link_flags());
  words.push_back("-Wl,-rpath," + wrapping.installation.runtime.string());
  return words;
}

int run_wrapper(const std::string& name, Language language, const Words& arguments, const Installation& installation) {
  // A command line may not be longer than a quarter of the stack; 128 kB are always allowed.
  constexpr std::size_t kLongest = 100'000;
  try {
    const Compiler compiler = find_compiler(language, "", "GRAPHFUZZ");
    Words words = wrapped_arguments(expand_response_files(arguments), {compiler.kind, installation, inherited_file});
    std::size_t length = 0;
    for (const std::string& word : words) length += word.size() + 1;
    if (length > kLongest) words = {"@" + inherited_file(join_words(words))};
    words.insert(words.begin(), compiler.command.begin(), compiler.command.end());
    std::vector<char*> pointers;
    for (std::string& word : words) pointers.push_back(word.data());
    pointers.push_back(nullptr);
    ::execv(pointers[0], pointers.data());
    throw BuildError(fmt::format("{}: cannot be run: {}", words[0], std::strerror(errno)));
  } catch (const BuildError& e) {
    fmt::print(stderr, "{}: {}\n", name, e.what());
    return 1;
  }
}

}  // namespace graphfuzz::native

#include "graphfuzz/frontend/native/build.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <climits>
#include <ctime>
#include <fstream>
#include <map>
#include <optional>
#include <set>
#include <thread>
#include <utility>

#include "frontend/native/build/cache.hpp"
#include "frontend/native/build/inlining.hpp"
#include "frontend/native/build/other_main.hpp"
#include "frontend/native/build/process.hpp"
#include "frontend/native/build/undeclared.hpp"
#include "graphfuzz/frontend/native/compiler.hpp"
#include "graphfuzz/frontend/native/words.hpp"
#include "graphfuzz/store/atomic_file.hpp"
#include "graphfuzz/store/hash128.hpp"

namespace fs = std::filesystem;

namespace graphfuzz::native {
namespace {

store::Hash128 key_of(const Words& parts) {
  store::Hasher128 hasher;
  for (const std::string& part : parts) {
    hasher.add(fmt::format("{}:", part.size()));
    hasher.add(part);
  }
  return hasher.hash();
}

/// The files whose text is in what the preprocessor has put out, by its lines `# 1 "FILE" …`.
std::set<std::string> files_in(std::string_view preprocessed) {
  std::set<std::string> files;
  for (std::size_t line = 0; line < preprocessed.size();) {
    const std::size_t end = std::min(preprocessed.find('\n', line), preprocessed.size());
    if (preprocessed.substr(line, 2) == "# ") {
      const std::string_view marker = preprocessed.substr(line, end - line);
      const std::size_t open = marker.find('"');
      const std::size_t close = marker.find('"', open + 1);
      if (close != std::string_view::npos) files.emplace(marker.substr(open + 1, close - open - 1));
    }
    line = end + 1;
  }
  return files;
}

bool changed_since(const timespec& moment, const std::set<std::string>& files) {
  return std::any_of(files.begin(), files.end(), [&](const std::string& file) {
    struct stat status {};
    if (::stat(file.c_str(), &status) != 0) return false;  // <built-in>
    const timespec& changed = status.st_ctim;
    return std::pair(changed.tv_sec, changed.tv_nsec) > std::pair(moment.tv_sec, moment.tv_nsec);
  });
}

/// One source and what becomes of it.
struct Translation {
  std::string source;
  Words command;  ///< to compile it, without what comes in and out
  std::string identity;
  Language language;
  std::string text{};  ///< preprocessed
  store::Hash128 key{};
  fs::path object{};
};

/// The command, but for flags that would have the compiler know nothing of a function which the source does not
/// declare: sources from when that was usual get their pointers from `malloc` by what the compiler knows of it.
/// With flags for sources whose functions must not be inlined, or should be and need not. `alone`: all of the program,
/// so that nobody else has functions of the same names.
Words command_for(const Translation& unit, bool alone) {
  constexpr std::string_view kUnknown = "-fno-builtin-";
  Words words;
  for (const std::string& word : unit.command) {
    const bool undeclared = unit.language == Language::c && word.starts_with(kUnknown) &&
                            calls_undeclared(unit.text, std::string_view(word).substr(kUnknown.size()));
    if (!undeclared) words.push_back(word);
  }
  if (unit.language != Language::c) return words;
  if (has_atomic_functions(unit.text)) words.emplace_back("-fno-inline");
  if (alone && defines_only_inline(unit.text)) words.emplace_back("-fgnu89-inline");
  return words;
}

class Builder {
 public:
  Builder(const std::vector<std::string>& sources, const BuildOptions& options)
      : options_(options), cache_(options.cache.empty() ? default_cache() : options.cache, options.cache_limit) {
    check_installation(options.installation);
    for (const std::vector<std::string>* flags : {&options.compile_flags, &options.link_flags}) {
      if (std::ranges::any_of(*flags, links_statically)) throw BuildError(kLinkedStatically);
    }
    for (const std::string& source : sources) {
      std::error_code error;
      if (!fs::is_regular_file(source, error)) {
        throw BuildError(fmt::format("{}: expected a source, found {}", source,
                                     fs::exists(source, error) ? "something that is no file" : "no such file"));
      }
    }
    const OtherMain other = other_main(sources, options.installation);
    for (const std::string& source : sources) add(source, language_of(source), other.flags);
    // In the language of the others, whose compiler there is.
    if (!other.source.empty()) add(other.source.string(), units_.front().language, other.flags);
    alone_ = sources.size() == 1;
  }

  fs::path build() {
    constexpr int kAttempts = 3;  // a file whose time is in the future always looks as if it had just changed
    bool changed = true;
    for (int attempt = 0; attempt < kAttempts && changed; ++attempt) {
      timespec begin{};
      ::clock_gettime(CLOCK_REALTIME_COARSE, &begin);  // by which files are stamped
      preprocess();
      changed = compile(begin);
    }
    return link();
  }

 private:
  struct Tool {
    Compiler compiler;
    std::string identity;
  };

  void add(const std::string& source, Language language, const Words& flags) {
    const Tool& tool = tool_for(language);
    Words command = tool.compiler.command;
    append(command, compile_flags(tool.compiler.kind, options_.compile_flags, options_.distinguish_volatile));
    command.emplace_back(language == Language::cxx ? "-std=gnu++20" : "-std=gnu17");
    append(command, options_.compile_flags);
    append(command, flags);
    append(command, last_compile_flags(options_.installation));
    // What is preprocessed is read as a source once more, which changes nothing: the text is what the key is of.
    if (source.ends_with(".i")) append(command, {"-x", "c"});
    if (source.ends_with(".ii") || language != language_of(source)) append(command, {"-x", "c++"});
    units_.push_back({source, std::move(command), tool.identity, language});
  }

  const Tool& tool_for(Language language) {
    const auto known = tools_.find(language);
    if (known != tools_.end()) return known->second;
    const bool cxx = language == Language::cxx;
    Tool tool{find_compiler(language, cxx ? options_.cxx_compiler : options_.c_compiler, cxx ? "--cxx" : "--cc"), {}};
    tool.identity = identity(tool.compiler);
    return tools_.emplace(language, std::move(tool)).first->second;
  }

  /// Runs a command for each of the units, a few at a time. `after` is called in their order.
  template <class Command, class After>
  void run(const std::vector<Translation*>& units, Command command, After after) {
    const std::size_t at_a_time = std::max(1U, std::thread::hardware_concurrency());
    for (std::size_t first = 0; first < units.size(); first += at_a_time) {
      std::vector<Process> processes;
      const std::size_t end = std::min(first + at_a_time, units.size());
      for (std::size_t i = first; i < end; ++i) processes.emplace_back(command(*units[i]));
      for (std::size_t i = first; i < end; ++i) {
        Process& process = processes[i - first];
        const bool good = process.wait();
        after(*units[i], process, good);
      }
    }
  }

  [[noreturn]] void fail(const std::string& what, const Process& process) const {
    options_.show(process.errors());
    throw BuildError(fmt::format("{} ({})", what, process.ending()));
  }

  Words with_colour(Words command) const {
    if (options_.colour) command.emplace_back("-fdiagnostics-color=always");
    return command;
  }

  void preprocess() {
    std::vector<Translation*> all;
    for (Translation& unit : units_) all.push_back(&unit);
    const auto command = [&](const Translation& unit) {
      Words words = with_colour(unit.command);
      append(words, {"-E", unit.source});
      return words;
    };
    run(all, command, [&](Translation& unit, const Process& process, bool good) {
      if (!good) fail(unit.source + ": does not compile", process);
      unit.text = process.output();
      // The folder is in the debug information.
      std::error_code error;
      Words parts = {"object 4", unit.identity, unit.source, fs::current_path(error).string(), unit.text};
      append(parts, command_for(unit, alone_));
      unit.key = key_of(parts);
    });
  }

  /// The source, or a file that stands for it, with flags that it needs.
  std::string what_to_compile(const Translation& unit, Words& words) {
    const std::string text = unit.language == Language::c ? with_error_reached(unit.text) : "";
    if (text.empty()) return unit.source;
    const fs::path file = cache_.begin(unit.key, "source.i");
    begun_.push_back(file);
    std::ofstream(file, std::ios::binary) << text;
    append(words, {"-x", "cpp-output"});
    return file.string();
  }

  /// True: a source has changed meanwhile, so that what was compiled may be something else than what was hashed.
  bool compile(const timespec& begin) {
    std::vector<Translation*> missing;
    for (Translation& unit : units_) {
      // What an assembler includes is not in the text.
      const bool known = unit.text.find(".incbin") == std::string::npos;
      const std::optional<fs::path> object = known ? cache_.find(unit.key, kObject) : std::nullopt;
      unit.object = object.value_or("");
      if (!object) missing.push_back(&unit);
    }
    const auto command = [&](Translation& unit) {
      unit.object = cache_.begin(unit.key, kObject);
      begun_.push_back(unit.object);
      Words words = with_colour(command_for(unit, alone_));
      append(words, {"-c", what_to_compile(unit, words), "-o", unit.object.string()});
      return words;
    };
    bool changed = false;
    run(missing, command, [&](Translation& unit, const Process& process, bool good) {
      if (!good) fail(unit.source + ": does not compile", process);
      options_.show(process.errors());  // warnings
      if (changed_since(begin, files_in(unit.text))) {
        changed = true;  // it is linked as it is if this was the last attempt, and kept by nobody
      } else {
        unit.object = cache_.keep(unit.object, unit.key, kObject);
      }
    });
    return changed;
  }

  /// Does the linker read files that the key says nothing of?
  bool links_files() const {
    Words flags = options_.compile_flags;
    append(flags, options_.link_flags);
    return std::any_of(flags.begin(), flags.end(), [](const std::string& flag) {
      std::error_code error;
      return flag.starts_with("-L") || flag.starts_with("@") || fs::is_regular_file(flag, error);
    });
  }

  fs::path link() {
    const bool cxx = tools_.contains(Language::cxx);
    const Tool& tool = tools_.at(cxx ? Language::cxx : Language::c);
    Words command = tool.compiler.command;
    for (const std::string& flag : options_.compile_flags) {
      if (flag != "-fsanitize=thread") command.push_back(flag);
    }
    append(command, first_link_flags(options_.installation));
    append(command, executable_link_flags(options_.installation));
    command.push_back("-Wl,-rpath," + options_.installation.runtime.string());
    const std::string name = fs::path(units_.front().source).stem().string();
    Words parts = {"program 1", tool.identity, name};
    append(parts, command);
    append(parts, options_.link_flags);
    // What the flags name of ours may be another one after an update.
    constexpr std::size_t kLargest = std::size_t{1} << 20;
    for (const char* const ours : {"program.map", "program.wraps"}) {
      parts.push_back(store::read_file(options_.installation.runtime / ours, kLargest));
    }
    for (const Translation& unit : units_) parts.push_back(fmt::format("{:x} {:x}", unit.key.high, unit.key.low));
    const store::Hash128 key = key_of(parts);
    if (begun_.empty() && !links_files()) {
      if (const std::optional<fs::path> program = cache_.find(key, name)) return *program;
    }
    const fs::path begun = cache_.begin(key, name);
    begun_.push_back(begun);
    command = with_colour(std::move(command));
    for (const Translation& unit : units_) command.push_back(unit.object.string());
    append(command, options_.link_flags);
    append(command, last_link_flags());
    append(command, {"-o", begun.string()});
    Process process(command);
    if (!process.wait()) {
      const bool misplaced = std::any_of(options_.compile_flags.begin(), options_.compile_flags.end(),
                                         [](const std::string& flag) { return flag.starts_with("-l"); });
      fail(fmt::format("{}: does not link{}", units_.front().source, misplaced ? "; -l is for --ldflags" : ""),
           process);
    }
    options_.show(process.errors());
    return cache_.keep(begun, key, name);
  }

  /// Files that were begun and have another name now, or are of no use.
  struct Begun : std::vector<fs::path> {
    ~Begun() {
      for (const fs::path& file : *this) BuildCache::give_up(file);
    }
  };

  static constexpr const char* kObject = "object.o";
  const BuildOptions& options_;
  const BuildCache cache_;
  std::map<Language, Tool> tools_;
  std::vector<Translation> units_;
  bool alone_ = false;  ///< is there one source of the user's?
  Begun begun_;
};

}  // namespace

bool is_source(std::string_view file) {
  const std::string suffix = fs::path(file).extension().string();
  static constexpr std::array<std::string_view, 8> kSuffixes = {".c", ".cc", ".cpp", ".cxx", ".c++", ".C", ".i", ".ii"};
  return std::find(kSuffixes.begin(), kSuffixes.end(), suffix) != kSuffixes.end();
}

Language language_of(std::string_view file) {
  return file.ends_with(".c") || file.ends_with(".i") ? Language::c : Language::cxx;
}

fs::path this_executable() { return fs::read_symlink("/proc/self/exe"); }

Installation installation_beside(const fs::path& executable, const fs::path& library_folder,
                                 const fs::path& include_folder) {
  const fs::path folder = executable.parent_path();
  return {(folder / library_folder).lexically_normal(), (folder / include_folder).lexically_normal()};
}

fs::path build_program(const std::vector<std::string>& sources, const BuildOptions& options) {
  return Builder(sources, options).build();
}

}  // namespace graphfuzz::native

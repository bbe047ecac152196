#include "go_flags.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <iterator>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "command_line.hpp"
#include "graphfuzz/frontend/real_go.hpp"

namespace fs = std::filesystem;

namespace graphfuzz::cli {
namespace {

enum class Meaning {
  option,   ///< graphfuzz has it, with two dashes
  build,    ///< the toolchain gets it
  path,     ///< … and its value begins with a file
  nothing,  ///< it would change nothing
  once,     ///< only as 1
  refused
};

struct Flag {
  std::string_view name;
  bool has_value;
  bool of_tests;
  Meaning meaning;
  std::string_view words = {};  ///< the option; or why it is refused
};

constexpr std::string_view kCoverage =
    "coverage is of one schedule, and its counters would be shared by all executions";
constexpr std::string_view kBenchmarks = "benchmarks are not run: time is not real under control";
constexpr std::string_view kProfiles = "an execution has no profile: time is not real, and processes are copies";

constexpr Flag kFlags[] = {
    {"run", true, true, Meaning::option, "--run"},
    {"skip", true, true, Meaning::option, "--skip"},
    {"parallel", true, true, Meaning::option, "--parallel"},
    {"short", false, true, Meaning::option, "--short"},
    {"failfast", false, true, Meaning::option, "--stop-on-bug"},
    {"timeout", true, true, Meaning::option, "--timeout"},
    {"race", false, false, Meaning::option, "--race"},
    {"tags", true, false, Meaning::option, "--tags"},
    {"mod", true, false, Meaning::build},
    {"modfile", true, false, Meaning::path},
    {"modcacherw", false, false, Meaning::build},
    {"ldflags", true, false, Meaning::build},
    {"asmflags", true, false, Meaning::build},
    {"gccgoflags", true, false, Meaning::build},
    {"pgo", true, false, Meaning::path},
    {"buildvcs", false, false, Meaning::build},
    {"toolexec", true, false, Meaning::path},
    {"p", true, false, Meaning::build},
    {"a", false, false, Meaning::build},
    {"v", false, true, Meaning::nothing},
    {"vet", true, true, Meaning::nothing},
    {"count", true, true, Meaning::once, "how often a test is executed is what -n, -t and --exhaustive say"},
    {"cover", false, false, Meaning::refused, kCoverage},
    {"covermode", true, false, Meaning::refused, kCoverage},
    {"coverpkg", true, false, Meaning::refused, kCoverage},
    {"coverprofile", true, true, Meaning::refused, kCoverage},
    {"bench", true, true, Meaning::refused, kBenchmarks},
    {"benchtime", true, true, Meaning::refused, kBenchmarks},
    {"benchmem", false, true, Meaning::refused, kBenchmarks},
    {"fuzz", true, true, Meaning::refused,
     "inputs are not fuzzed, but orders; the seeds of a fuzz test are no tests here"},
    {"fuzztime", true, true, Meaning::refused, "inputs are not fuzzed, but orders"},
    {"cpu", true, true, Meaning::refused, "all orders are looked at, however many processors there are"},
    {"shuffle", true, true, Meaning::refused, "each test is run by itself"},
    {"list", true, true, Meaning::refused, "go test -list does it"},
    {"c", false, true, Meaning::refused, "tests are built, kept and run; graphfuzz go build is for programs"},
    {"exec", true, true, Meaning::refused, "a program under control is run by graphfuzz itself"},
    {"cpuprofile", true, true, Meaning::refused, kProfiles},
    {"memprofile", true, true, Meaning::refused, kProfiles},
    {"blockprofile", true, true, Meaning::refused, kProfiles},
    {"mutexprofile", true, true, Meaning::refused, kProfiles},
    {"trace", true, true, Meaning::refused, kProfiles},
    {"gcflags", true, false, Meaning::refused,
     "graphfuzz has flags of its own for the compiler, which go by package as well"},
    {"overlay", true, false, Meaning::refused, "graphfuzz has an overlay of its own"},
    {"msan", false, false, Meaning::refused, "it has a runtime of its own; --race looks for data races"},
    {"asan", false, false, Meaning::refused, "it has a runtime of its own; --race looks for data races"},
    {"trimpath", false, false, Meaning::refused, "findings are told by the places of the sources"},
    {"compiler", true, false, Meaning::refused, "the runtime that is patched is that of gc"},
    {"buildmode", true, false, Meaning::refused, "a program is an executable"},
};

/// What graphfuzz would take for something else.
constexpr std::string_view kGoJson = "-json";
constexpr std::string_view kNoJson = "-json: --json FILE writes what was found, in graphfuzz's own form";

/// As Go's package flag reads it.
bool is_false(std::string_view value) {
  return value == "false" || value == "False" || value == "FALSE" || value == "f" || value == "F" || value == "0";
}

/// The flag that the word is: "-run", "--run", "-run=x", "-test.run=x".
const Flag* flag_of(std::string_view word, bool tests) {
  if (!word.starts_with('-') || word == "-" || word == "--") return nullptr;
  word.remove_prefix(word.starts_with("--") ? 2 : 1);
  word = word.substr(0, word.find('='));
  if (tests && word.starts_with("test.")) word.remove_prefix(5);
  const auto found = std::ranges::find(kFlags, word, &Flag::name);
  if (found == std::end(kFlags) || (found->of_tests && !tests)) return nullptr;
  return &*found;
}

/// The toolchain works in another folder when what a file is about is built again. What is in no folder may be a word
/// of Go's (-pgo=off), or a program (-toolexec=time -p).
std::string with_whole_path(std::string_view flag, const std::string& value) {
  const bool has_words = flag == "toolexec";
  if (value.empty() || value.front() == '/') return value;
  if (has_words && (value.front() == '\'' || value.front() == '"')) return value;
  const std::string_view first = std::string_view(value).substr(0, has_words ? value.find(' ') : value.npos);
  const bool is_word = first.find('/') == first.npos && (has_words || (flag == "pgo" && !fs::exists(first)));
  return is_word ? value : (fs::current_path() / value).string();
}

/// The flag's value, behind "="; nothing: there is none.
std::optional<std::string> value_in(const std::string& word) {
  const std::size_t sign = word.find('=');
  return sign == word.npos ? std::nullopt : std::optional(word.substr(sign + 1));
}

/// Flags, from the one that counts least on.
class GivenFlags {
 public:
  explicit GivenFlags(GoFlags& taken) : taken_(taken) {}

  /// `from`: where it is, if that is not the command line. Throws UserError if it is refused.
  void take(const Flag& flag, std::optional<std::string> value, std::string_view from) {
    if (flag.meaning == Meaning::path) value = with_whole_path(flag.name, *value);
    const std::string whole = fmt::format("-{}{}", flag.name, value ? "=" + *value : "");
    const bool is_on = flag.has_value || !value || !is_false(*value);
    switch (flag.meaning) {
      case Meaning::option:
        // Of several, Go takes the last.
        if (const auto before = options_.extract(flag.name)) overridden_.push_back(before.mapped());
        if (!is_on) break;
        options_[flag.name] = taken_.words.size();
        taken_.words.emplace_back(flag.words);
        if (flag.has_value) taken_.words.back() += "=" + *value;
        break;
      case Meaning::build:
      case Meaning::path:
        taken_.build.push_back(whole);
        break;
      case Meaning::nothing:
        break;
      case Meaning::once:
        not_once_.erase(flag.name);
        if (value != "1") not_once_[flag.name] = fmt::format("{}{}: {}", from, whole, flag.words);
        break;
      case Meaning::refused:
        if (is_on) throw UserError(fmt::format("{}-{}: {}", from, flag.name, flag.words));
    }
  }

  /// Throws UserError for what the last one of a name had to be refused for.
  void end() {
    for (const auto& [name, why] : not_once_) throw UserError(why);
    std::ranges::sort(overridden_, std::greater<>());
    for (const std::size_t at : overridden_) taken_.words.erase(taken_.words.begin() + static_cast<std::ptrdiff_t>(at));
  }

 private:
  GoFlags& taken_;
  std::map<std::string_view, std::size_t> options_;  // where the words are that stand for flags
  std::vector<std::size_t> overridden_;
  std::map<std::string_view, std::string> not_once_;  // what is refused unless the last one is 1
};

constexpr std::string_view kFromGoflags = "$GOFLAGS: ";

/// Has the command line --run-time, which is -timeout in graphfuzz's words?
bool has_run_time(int argc, const char* const* argv) {
  for (int i = 1; i < argc; ++i) {
    const std::string_view word = argv[i];
    if (word == "--" || word == "-args" || word == "--args") return false;
    if (word.substr(0, word.find('=')) == "--run-time") return true;
  }
  return false;
}

/// What graphfuzz has to know of itself; the toolchain reads the rest there as well.
/// `run_time`: the command line has --run-time.
void take_goflags(GivenFlags& given, bool tests, bool run_time) {
  std::istringstream in(real_go::toolchain_setting("GOFLAGS"));
  for (std::string word; in >> word;) {
    const std::optional<std::string> value = value_in(word);
    const std::string_view name = std::string_view(word).substr(0, word.find('='));
    if ((name == kGoJson || name == "--json") && !(value && is_false(*value))) {
      throw UserError(fmt::format("{}{}", kFromGoflags, kNoJson));
    }
    const Flag* const flag = flag_of(word, tests);
    if (flag == nullptr || flag->meaning == Meaning::build || flag->meaning == Meaning::path) continue;
    if (flag->has_value && !value) {
      throw UserError(fmt::format("{}{}: expected a value, as {}=VALUE", kFromGoflags, word, word));
    }
    // Tags are given to the toolchain in any case, so that those are the ones that count.
    const bool is_toolchains = flag->meaning == Meaning::option && !flag->of_tests && flag->name != "tags";
    if (is_toolchains && !(value && is_false(*value))) {
      throw UserError(fmt::format("{}{}: expected as an option, {}", kFromGoflags, word, flag->words));
    }
    if (flag->name == "timeout" && run_time) continue;
    given.take(*flag, value, kFromGoflags);
  }
}

}  // namespace

const char* const kGoFlagsHelp = R"(
Flags of go test may have one dash or two: -run, -skip, -short, -race, -tags, -parallel, -timeout, -args
mean what they do there; -failfast is --stop-on-bug; -mod, -modfile, -ldflags, -asmflags, -buildvcs,
-toolexec, -pgo, -p and -a are for the toolchain; -v, -vet and -count=1 change nothing.)";

GoFlags take_go_flags(int argc, const char* const* argv, bool tests) {
  GoFlags taken;
  GivenFlags given(taken);
  if (argc > 0) taken.words.emplace_back(argv[0]);
  take_goflags(given, tests, has_run_time(argc, argv));  // what is said later goes before
  for (int i = 1; i < argc; ++i) {
    std::string word = argv[i];
    if (tests && (word == "-args" || word == "--args")) word = "--";
    if (word == "--") {
      taken.words.push_back(word);
      for (++i; i < argc; ++i) taken.words.emplace_back(argv[i]);
      break;
    }
    if (tests && word == kGoJson) throw UserError(std::string(kNoJson));
    const Flag* const flag = flag_of(word, tests);
    if (flag == nullptr) {
      taken.words.push_back(word);
      continue;
    }
    std::optional<std::string> value = value_in(word);
    if (flag->has_value && !value) {
      if (i + 1 >= argc) throw UserError(fmt::format("-{}: expected a value", flag->name));
      value = argv[++i];
    }
    given.take(*flag, std::move(value), "");
  }
  given.end();
  return taken;
}

}  // namespace graphfuzz::cli

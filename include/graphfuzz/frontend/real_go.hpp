// Real Go programs: packages and tests of the user's, built by the user's own toolchain, whose goroutines stop before
// every operation that others can notice, and go on as the engine says.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "graphfuzz/program/go/go_program.hpp"

namespace graphfuzz::real_go {

/// Something cannot be built or run: what() says what, and has what the toolchain said.
class BuildError : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
};

struct BuildOptions {
  std::string go = "go";           ///< the toolchain
  bool races = false;              ///< accesses to plain memory of the user's packages are told
  bool free = false;               ///< it is to run freely, and to be recorded (real_go_free.hpp)
  std::string tags;                ///< build tags, by commas
  std::vector<std::string> flags;  ///< more for `go build` and `go test -c`
  std::filesystem::path cache;     ///< where what is built is kept; empty: the user's cache folder
  /// Of executables there, in bytes (0: no bound); beyond that those are dropped that were used least recently.
  std::uint64_t most_kept = std::uint64_t{4} << 30;
};

/// An executable that stops at its operations.
struct Executable {
  std::string file;
  std::string folder;  ///< where it was built, and runs; its places are told without it
  std::string package;
  bool is_test = false;
  bool races = false;  ///< built with BuildOptions::races
  bool free = false;   ///< … and with BuildOptions::free
  /// By what it was asked for: of a program the package, or the executable; files, as native::join_words has them.
  /// Empty: tests of a package.
  std::string pattern{};
  std::string tags{};                ///< BuildOptions::tags
  std::vector<std::string> flags{};  ///< BuildOptions::flags
  std::string hash{};                ///< hash_of(file), if only that one will do
  std::string runs_in{};             ///< another folder to run in than `folder`
  std::string unseen{};              ///< what of it is known not to stop where others can notice; empty: nothing

  const std::string& run_folder() const { return runs_in.empty() ? folder : runs_in; }
};

/// Of an executable's bytes, 32 hexadecimal digits. Throws store::FileError.
std::string hash_of(const std::string& file);
/// Where in a cache the executable with that hash is kept, once it has been built.
std::filesystem::path kept_in(const std::filesystem::path& cache, const std::string& hash);
/// Throws BuildError if `executable` has a hash, and its file is not there or has another one.
void expect_unchanged(const Executable& executable);
/// Where what is built is kept unless BuildOptions::cache says otherwise.
std::filesystem::path default_cache();
/// Where replay files are kept unless the user says otherwise: in the cache folder, until nobody has written or
/// replayed them for 90 days.
std::filesystem::path default_replays();

/// What `go env` says, which has the environment, and what was set by `go env -w`; if there is no toolchain, the
/// former. Throws BuildError, Stopped.
std::string toolchain_setting(const std::string& name);

/// The tests of the packages that the patterns mean ("./..."), of those that have some; or of the one that is made of
/// these files ("a_test.go"). A package that cannot be built
/// is told to `failed`, if there is one, and left out. Throws BuildError, Stopped.
std::vector<Executable> build_tests(const std::vector<std::string>& patterns, const BuildOptions& options,
                                    const std::function<void(const std::string&, const BuildError&)>& failed = {});
/// The main package, or the one that is made of these files.
Executable build_main(const std::vector<std::string>& patterns, const BuildOptions& options);
/// Is it a source, and no package?
bool is_go_file(const std::string& pattern);
/// What Executable::pattern was made of.
std::vector<std::string> patterns_of(const Executable& executable);
/// Writes the program to a file of the user's, for built_before. Throws BuildError if it cannot be written.
void write_program(const Executable& executable, const std::filesystem::path& file);
/// The file, if it is an executable that was built like that, as a program without tests; it runs in the folder where
/// we are. Throws BuildError if it is a program that was not.
std::optional<Executable> built_before(const std::string& file);
/// The names of its tests that the regular expression matches, and `skip` does not (unless it is empty), in their
/// order. As for go test, what comes after a "/" is about sub-tests: it is then a part of each name.
std::vector<std::string> tests_of(const Executable& executable, const std::string& pattern, const std::string& skip);
/// What is to be said of an execution in which goroutines have waited for what is outside.
inline constexpr const char* kWaitsOutside =
    "the program waits for what is not under control (the network, a pipe, a process); --free runs it in real time";
/// What is to be said of an execution in which the network was used, though nobody had to wait for it.
inline constexpr const char* kUsesNetwork =
    "the network is not under control: there may be executions that nobody sees; --free runs it in real time";
/// What is to be said of an execution in which signals were sent or taken.
inline constexpr const char* kSignalsCome =
    "when signals come is not under control: there may be executions that nobody sees";
/// What is to be said of an execution in which finalizers of the user's were run.
inline constexpr const char* kFinalizersRun =
    "when garbage is collected is not under control, and so when finalizers run: there may be executions that nobody "
    "sees";
/// What is to be said of an execution in which TestMain has come to no test: a sentence without full stop.
inline constexpr const char* kNoTestBegan = "no tests to run: TestMain came to none";
/// Has a test binary said that it had nothing to run? (A test that has none of the sub-tests that were asked for.)
bool says_nothing_ran(std::string_view output);
/// What is to be said of that, of a name that tests_of has given: a sentence without full stop. Empty: all of it runs.
std::string nothing_ran(const std::string& test);
/// What go test's -run is to be for a name that tests_of has given.
std::string only(const std::string& test);

inline constexpr std::chrono::milliseconds kHangAfter{10'000};

/// In seconds since 1970, where virtual time begins of what was written down before that could be chosen.
inline constexpr std::uint64_t kStartTime = 1'257'894'000;
inline constexpr std::uint64_t kLatestStart = 4'000'000'000;

/// A test function of an executable of tests, or main with arguments.
struct Entry {
  std::string test;  ///< empty: main
  std::vector<std::string> arguments;
  /// Lines ("pool.go:12", in the folder of the executable) where goroutines stop before plain accesses, too, if it was
  /// built with BuildOptions::races; kEverywhere: all.
  std::vector<std::string> points{};
  /// Under control, who gets to no operation for so long hangs.
  std::chrono::milliseconds hang_after = kHangAfter;
  /// Under control, what time it is when the process begins, in seconds since 1970.
  std::uint64_t start_time = kStartTime;
};
inline constexpr const char* kEverywhere = "*";

/// A program each of whose executions is a process.
std::shared_ptr<const go::GoProgram> program_of(const Executable& executable, const Entry& entry);

}  // namespace graphfuzz::real_go

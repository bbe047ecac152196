// From files to targets: the only place that knows which kinds of program files there are.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "graphfuzz/explore/go/machine.hpp"
#include "graphfuzz/frontend/go.hpp"
#include "graphfuzz/fuzz/go/options.hpp"
#include "graphfuzz/target/target.hpp"

namespace graphfuzz {

/// A program file, read.
struct ProgramSource {
  std::string file;  ///< as it is to be named to the user
  std::string text;
};

/// How files of any kind are made targets of. Each kind takes what concerns it.
struct LoadOptions {
  std::vector<std::string> models = {"rc11"};  ///< a target each, where memory models apply
  std::optional<unsigned> unroll{};            ///< see LitmusOptions, native::Knowledge; nothing: 2, or no bound
  bool drop_retries = true;
  bool liveness = false;  ///< see MemorySubject
  std::string outcome{};  ///< of litmus tests, instead of the test's condition: see LitmusOptions. No setting
  // Of native programs:
  std::string plain = "watch";      ///< watch, sc, relaxed, sc-all, relaxed-all: see native::PlainOptions
  std::string volatiles = "plain";  ///< plain, relaxed
  bool fork = false;                ///< each run of the program in a process of its own: see native::Machine::forked
  /// "arguments" of main, and what it was built of and how, for whoever wants to run it again: "sources", "folder", in
  /// which that was, "cc", "cxx", "cflags", "ldflags", "plain-built" (for which `plain` it was compiled). What is not
  /// there is empty. Lists as native::split_words reads.
  Settings built{};
  std::string facts{};         ///< what is known, see NativeOptions
  bool elsewhere = false;      ///< are its executions made by other processes, so that the target is for reports only?
  bool leaks = false;          ///< see native::Checks
  bool uninitialised = false;  ///< …
  bool spurious = false;       ///< …
  bool retries = false;        ///< …
  std::string reuse_heap = "no";   ///< no, yes, choose
  std::string after_main = "run";  ///< run, end: see native::Checks
  std::string exit_status = "0";   ///< a number, or any: see native::Checks
  std::string function{};          ///< of a Go program, the test to run; empty: main, or all tests, a target each
  std::size_t go_memory = GoOptions::kMemory;  ///< GoOptions::memory_limit
  go::MachineOptions machine{};
  std::string early_failure{};  ///< of real Go: see go::GoTargetOptions
  std::optional<go::GoFuzzOptions> directed{};
};

/// What file names can end in: ".litmus", ".go". Of what ends otherwise, or is no file,
/// the text decides: what begins with a package clause is Go, all else is taken for a litmus test.
std::vector<std::string_view> program_suffixes();

/// "litmus", "go" or "native".
std::string_view kind_of(const ProgramSource& source);
/// The same with a hash in place of a native program's text, for those who need to know it again.
ProgramSource named_by_hash(const ProgramSource& source);

/// What was learned of the same program (Target::learned, or the setting "facts") by two, who may be empty. Throws
/// std::invalid_argument if it was not the same, or nothing that was learned.
std::string unite_learned(const std::string& one, const std::string& other);
/// Of such a text, what belongs into the setting "facts".
std::string facts_of(const std::string& learned);
/// In place of such a text: nothing is known, nor to be found out before executions are counted.
inline constexpr std::string_view kNothingKnown = "none";
/// Does whoever knows the one make the same executions as who knows the other?
bool same_executions(const std::string& one, const std::string& other);

/// The targets that the file holds. A native program is that of this process; where there is none, the target
/// is for reports only. Throws ParseError (frontend/litmus.hpp), std::invalid_argument for an
/// unknown model, and CatError.
std::vector<std::unique_ptr<const Target>> load_targets(const ProgramSource& source, const LoadOptions& options);

/// The options with which such a target was made, by its settings; they are those of a replay file, so that wrong ones
/// are reported: std::invalid_argument, "unroll: expected …, found …". Settings that are missing leave what `otherwise`
/// says.
LoadOptions options_of(const Settings& settings, const LoadOptions& otherwise = {});

/// How the fuzzers of Go programs can be set: as the documents or the published code have them, which chains
/// GoPieHB leaves out, and how GoPie scores.
struct DirectedSettings {
  StrategyKind strategy = StrategyKind::gfuzz_hb;
  bool as_published = false;
  std::optional<go::Impossible> filter{};  ///< of gopie-hb; nothing: as they have it
  go::Timing timing = go::Timing::idle;
  std::optional<double> rel1_weight{}, rel2_weight{};  ///< w1 and w2 of GoPie's score; nothing: 1
};
go::GoFuzzOptions options_of(const DirectedSettings& settings);
/// As settings that `options_of` knows, besides those of a target: "fuzzer", "as-published", "clock",
/// "rel1-weight", "rel2-weight".
Settings settings_of(const DirectedSettings& settings);

}  // namespace graphfuzz

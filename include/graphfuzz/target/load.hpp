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
  // Of native programs:
  std::string plain = "watch";      ///< watch, sc, relaxed: see native::PlainOptions
  std::string volatiles = "plain";  ///< plain, relaxed
  std::string function{};           ///< of a Go program, the test to run; empty: main, or all tests, a target each
  std::size_t go_memory = GoOptions::kMemory;  ///< GoOptions::memory_limit
  go::MachineOptions machine{};
  std::optional<go::GoFuzzOptions> directed{};
};

/// What file names can end in: ".litmus", ".go". Of what ends otherwise, or is no file,
/// the text decides: what begins with a package clause is Go, all else is taken for a litmus test.
std::vector<std::string_view> program_suffixes();

/// "litmus" or "go".
std::string_view kind_of(const ProgramSource& source);

/// The targets that the file holds. Throws ParseError (frontend/litmus.hpp), std::invalid_argument for an unknown
/// model, and CatError.
std::vector<std::unique_ptr<const Target>> load_targets(const ProgramSource& source, const LoadOptions& options);

/// The options with which such a target was made, by its settings; they are those of a replay file, so that wrong ones
/// are reported: std::invalid_argument, "unroll: expected …, found …". Settings that are missing leave what `otherwise`
/// says.
LoadOptions options_of(const Settings& settings, const LoadOptions& otherwise = {});

/// How the fuzzers of Go programs can be set: as the documents or the published code have them, and by which clock
/// GoPieHB leaves out chains.
struct DirectedSettings {
  StrategyKind strategy = StrategyKind::gfuzz_hb;
  bool as_published = false;
  std::optional<go::Clock> clock{};  ///< nothing: as they have it
  go::Timing timing = go::Timing::idle;
};
go::GoFuzzOptions options_of(const DirectedSettings& settings);
/// As settings that `options_of` knows, besides those of a target: "fuzzer", "as-published", "clock".
Settings settings_of(const DirectedSettings& settings);

}  // namespace graphfuzz

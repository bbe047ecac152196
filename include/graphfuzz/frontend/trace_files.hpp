// Writes what ADVOCATE, GFuzz and GoPie read: the inputs that make them do as a Directive says, and traces. Each can be
// read back. The formats are described in doc/go-traces.md.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "graphfuzz/frontend/gfuzz_run.hpp"
#include "graphfuzz/frontend/gopie.hpp"
#include "graphfuzz/frontend/trace.hpp"
#include "graphfuzz/program/go/directive.hpp"
#include "graphfuzz/program/go/trace.hpp"

namespace graphfuzz::go {

/// Writes the files into the folder, which is made if need be. Throws store::FileError.
void write_files(const TraceFiles& files, const std::filesystem::path& folder);

/// The event that an operation of a directive is in this trace; kNoEvent if it has none.
class OperationIndex {
 public:
  explicit OperationIndex(const Trace& trace);
  std::uint32_t find(const OperationId& operation) const;
  /// The operation's name; of an event without a position the position is empty.
  OperationId name_of(std::uint32_t event) const;
  /// By whom a position was visited (ids of routines), in the order in which they arrived: by operations that can be
  /// held, which delays count; by selects, which preferred cases are for.
  const std::vector<std::uint32_t>& visitors(const std::string& position) const { return visitors_.at(position); }
  const std::vector<std::uint32_t>& selectors(const std::string& position) const { return selectors_.at(position); }

 private:
  const Trace& trace_;
  std::map<OperationId, std::uint32_t> events_;
  std::vector<std::uint32_t> visits_;  ///< by event
  struct Visitors : std::map<std::string, std::vector<std::uint32_t>> {
    const std::vector<std::uint32_t>& at(const std::string& position) const;
  };
  Visitors visitors_, selectors_;
};

// --- Traces, as folders of ADVOCATE ---

enum class AdvocateDialect : std::uint8_t { newer, older };

/// A trace as the files of an ADVOCATE folder. Events that ADVOCATE has no element for are left out: panic and exit
/// (trace_info.log says how the execution ended), and the making of onces, atomics and timers. Ids of objects are kept
/// if they are numbers, otherwise objects are numbered; routines that count from 0 (those of the engine) count from 1.
/// Goroutines of timers have no fork in traces of the engine, and what has none cannot be read back.
TraceFiles advocate_files(const Trace& trace, AdvocateDialect dialect = AdvocateDialect::newer);

/// A rewritten trace: these events of `base` (indices; for each routine the beginning of it, in program order but for
/// what takes effect later than it begins) with new times in this order, and the mark of its end, with the exit code
/// that is expected of the replay (go-trace-formats.md: 30 send on closed, …).
TraceFiles rewritten_trace(const Trace& base, const std::vector<std::uint32_t>& order, int exit_code,
                           AdvocateDialect dialect = AdvocateDialect::newer);

/// The same for a directive: its prefix (if empty: all of `base` before the first operation of the chain), then its
/// chain. Throws std::invalid_argument if `base` has not got one of the operations.
TraceFiles rewritten_trace(const Trace& base, const Directive& directive, int exit_code,
                           AdvocateDialect dialect = AdvocateDialect::newer);

// --- Inputs: scheduling chains ---

/// The folder `fuzzingTrace_<n>` for ADVOCATE's GoPie family: trace files cut before the earliest operation of the
/// chain was decided (decided_at), at time t1; the chain's operations with times t1, t1 + 2, …; `replay_active.log`.
/// That one begins with 0 (only the chain is enforced) if the directive has no prefix, else with t1 (all before is
/// replayed). Throws std::invalid_argument if the chain is empty or `base` has not got one of its operations.
TraceFiles partial_replay(const Trace& base, const Directive& directive);

/// A `replay_active.log`.
struct ActiveOperations {
  std::uint64_t switch_time = 0;  ///< 0: partial replay from the start
  std::vector<OperationId> chain;
  std::vector<std::uint64_t> times;  ///< of each operation of the chain
};
ActiveOperations read_replay_active(std::string_view text, const std::string& name);
/// The directive that such a folder was written for: its chain, and the prefix unless the file begins with 0. Throws
/// TraceError.
Directive read_partial_replay(const TraceFiles& files, const std::string& name);

/// GoPie's chain of pairs: consecutive operations of the directive's chain, whose positions are GoPie's numbers of
/// sites. Empty for fewer than two operations. Throws std::invalid_argument if a position is no such number.
std::vector<GopiePair> gopie_pairs(const Directive& directive);
/// The chain that the pairs are made of: an operation that ends a pair and begins the next stands once. Sites have no
/// routine (0) and no visit (1).
Directive directive_of(const std::vector<GopiePair>& pairs);

// --- Inputs: selects and delays ---

/// How operations are named in fuzzingData.log: "path:line" in older versions, "routine:path#line" in newer ones.
enum class SiteName : std::uint8_t { position, routine_and_position };

/// `fuzzingData.log`: preferred cases, and delays. Newer names say which routine: the one whose visit it was in `base`
/// (for visits beyond those of `base`, the last visitor; the first routine if there was none).
std::string fuzzing_data(const Directive& directive, const Trace& base, SiteName names);
/// Reads both. Lists of several routines are put together in the order of the visits in `base`. Throws TraceError.
Directive read_fuzzing_data(std::string_view text, const std::string& name, const Trace& base);

/// The cases of selects in GFuzz's order, that of the source. A trace has them in runtime order: sends in source order,
/// then receives in reverse source order. How sends and receives are mixed in the source it does not say; here all
/// sends come first, unless `source_order` knows better: by position, the place in the source of each runtime case.
/// Traces of GFuzz have them as they are in the source.
struct SelectOrder {
  std::map<std::string, std::vector<int>> source_order;
  /// Runtime case → source case; kDefault stays. Cases that `base` does not know stay what they are.
  int source_case(const Trace& base, const std::string& position, int runtime_case) const;
  int runtime_case(const Trace& base, const std::string& position, int source_case) const;
};

/// `ort_config`. GFuzz serves a select's list again from its beginning when it is used up, where a directive would
/// leave the select alone; it never prefers the default, for which -1 stands: the select as it was written.
GfuzzConfig gfuzz_config_of(const Directive& directive, const Trace& base, const SelectOrder& order = {},
                            std::uint32_t timeout = 500);
Directive directive_of(const GfuzzConfig& config, const Trace& base, const SelectOrder& order = {});

}  // namespace graphfuzz::go

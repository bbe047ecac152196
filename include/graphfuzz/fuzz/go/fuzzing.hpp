// Fuzzing: the one loop of all fuzzers of Go programs, without what runs the program.
//
//   first run without a directive → learn: is it interesting (feedback), what could be tried instead (mutations)
//   → queue → next → run as directed → learn → … until the queue is empty; then another first run
//
// The engine (directed_search.hpp) and campaigns with other tools (`graphfuzz mutate`) both are this, with a trace as
// what comes in and a directive as what goes out.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "graphfuzz/analysis/go/findings.hpp"
#include "graphfuzz/explore/random.hpp"
#include "graphfuzz/fuzz/go/memory.hpp"
#include "graphfuzz/fuzz/go/options.hpp"
#include "graphfuzz/fuzz/search.hpp"
#include "graphfuzz/program/go/trace.hpp"

namespace graphfuzz::go {

/// What the tool that ran the program observed better than the trace that it left.
struct Observed {
  std::optional<std::size_t> chain_executed;   ///< GoPie's [COVERED] lines: operations of the chain, from the first on
  std::map<std::string, std::uint64_t> pairs;  ///< GFuzz' tuples: how often; empty: those of the trace
  /// GFuzz' peak_buf: by where a channel was made, the most elements that it held.
  std::map<std::string, std::uint64_t> fullness;
};

/// Deterministic for a seed. Not thread-safe.
class Fuzzing {
 public:
  Fuzzing(const GoFuzzOptions& options, std::uint64_t seed) : options_(options), random_(seed) {}
  Fuzzing(const GoFuzzOptions& options, std::uint64_t seed, Memory memory)
      : options_(options), memory_(std::move(memory)), random_(seed) {}

  /// What to run next; nothing: the program as it likes. The queue of chains is popped at random (GoPie's corpus), the
  /// others in turn.
  std::optional<Input> next();

  /// Learns from a run: `input` is what it was told; Input{} if nothing. Adds to the memory, and queues what to try.
  Worth learn(const Trace& trace, const Input& input, const Observed& observed = {});

  /// Queues replays of the bugs that the analysis has predicted from the run that was learned from last, before all
  /// else; each once. Says how many.
  std::size_t replay(const Trace& trace, const std::vector<TraceFinding>& predicted, const Input& input);

  /// Writes one value: what is remembered, with all that waits in the queue; if it is to be exact, what decides the
  /// next mutations, too.
  void save(store::Writer& out, Extent extent) const;
  void load(const store::Value& saved);

  const GoFuzzOptions& options() const { return options_; }
  const Memory& memory() const { return memory_; }

 private:
  void flip_selects_of(const Trace& trace, const Input& input, const Observed& observed, Worth& worth);
  void make_chains(const Trace& trace, const Input& input, const Observed& observed, Worth& worth);
  void delay_operations_of(const Trace& trace, const Input& input, Worth& worth);
  void queue(Input input, const Input& parent, Worth& worth);

  GoFuzzOptions options_;
  Memory memory_;
  Random random_;
};

/// "percentage of this score compared to the maximum score over all runs" (order-based-fuzzing.md, "Mutation").
/// 0 to 100; of a run that did not time out (after a time-out it is 0).
unsigned energy(double score, double greatest, const ChainOptions& options);

}  // namespace graphfuzz::go

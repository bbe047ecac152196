// How the fuzzer searches.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace graphfuzz {

/// What graphs are told apart by: all of it, all but mo, or the final state alone.
enum class Identity : std::uint8_t { graph, rf, outcome };

/// How an interesting graph is mutated: which of its events a prefix keeps (see fuzz/memory/mutator.hpp, and
/// fuzz/go/cuts.hpp).
enum class Cut : std::uint8_t { revisit, minimal, maximal };
inline constexpr std::size_t kCuts = 3;

enum class StrategyKind : std::uint8_t {
  random,   ///< no prefixes: every execution from scratch
  revisit,  ///< one of the cuts
  minimal,
  maximal,
  mix,         ///< all three, the more often the better they do
  optimal,     ///< no graph twice: the unexplored subtrees of the tree of executions
  exhaustive,  ///< the same depth-first, with little memory
  // Schedules, of threads that are interleaved (explore/schedulers.hpp):
  walk,  ///< uniform random walk
  pct,   ///< Burckhardt et al., ASPLOS 2010
  pos,   ///< Yuan et al., CAV 2018
  surw,  ///< Zhao et al., ASPLOS 2025
  // Directed runs, of Go programs (fuzz/go/options.hpp):
  gfuzz,       ///< spec/gfuzz.md
  gfuzz_hb,    ///< spec/select-based-fuzzing.md
  gopie,       ///< spec/order-based-fuzzing.md, "GoPie"
  gopie_plus,  ///< …, "GoPie+"
  gopie_hb,    ///< …, "GoPieHB"
  flow,        ///< spec/flow-changing-operations.md
};

/// Does it go through the tree of executions, so that no graph comes twice?
constexpr bool explores_tree(StrategyKind s) { return s == StrategyKind::optimal || s == StrategyKind::exhaustive; }
/// Does it choose which thread goes on, and nothing else, so that executions are interleavings?
constexpr bool is_schedule(StrategyKind s) { return s >= StrategyKind::walk && s <= StrategyKind::surw; }
/// Does every execution begin from scratch, whatever came of the others?
constexpr bool has_no_prefixes(StrategyKind s) { return s == StrategyKind::random || is_schedule(s); }
/// Does it ask something of the runs?
constexpr bool is_directed(StrategyKind s) { return s >= StrategyKind::gfuzz; }

/// Which unexplored subtree comes next.
enum class Schedule : std::uint8_t {
  size,         ///< at random, each with a probability that is proportional to its estimated size; of Go programs as
                ///< go::Order::random says
  rarity,       ///< of several drawn like that, the one that begins with the rarest rf pair
  depth_first,  ///< the newest
};

/// What makes a graph interesting; any one of those that are on.
struct FeedbackOptions {
  bool new_graph = true;        ///< it was not seen before
  bool rare = true;             ///< its relative frequency is below the threshold
  bool new_rf = false;          ///< it contains an rf pair, by program position, that was not seen before
  double rare_threshold = 0.5;  ///< on f(g)² / (Σ f(gᵢ)² / |G|)
};

inline constexpr unsigned kMostDepth = 1000;

struct FuzzOptions {
  StrategyKind strategy = StrategyKind::optimal;
  FeedbackOptions feedback;
  std::size_t corpus_size = 10'000;  ///< prefixes kept at most, per worker
  /// `optimal`: unexplored subtrees, per worker (of Go programs: of all workers together), beyond which the smallest
  /// ones are finished first.
  std::size_t frontier_size = 200'000;
  std::optional<Schedule> schedule;  ///< of `optimal`; nothing: what suits the kind of program
  unsigned mutations = 2;            ///< prefixes made of an interesting graph at most
  unsigned depth = 3;                ///< `pct`: of the bugs that it is to find, 1 to kMostDepth
};

/// The names as users write them: "gopie+", "depth-first", … The parsers throw std::invalid_argument, naming those that
/// there are.
std::string_view name(StrategyKind strategy);
std::string_view name(Schedule schedule);
std::string_view name(Identity identity);
std::string_view name(Cut cut);
StrategyKind parse_strategy(std::string_view text);
Schedule parse_schedule(std::string_view text);
Identity parse_identity(std::string_view text);
std::span<const StrategyKind> all_strategies();
/// Those for which is_directed.
std::span<const StrategyKind> directed_strategies();
/// Nothing if there is none of that name.
std::optional<StrategyKind> find_strategy(std::string_view name);

}  // namespace graphfuzz

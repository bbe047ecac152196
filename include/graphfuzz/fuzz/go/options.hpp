// The fuzzers of Go programs, and all that can be set about them. Where a document of the specification and the code
// that was published with the paper differ, the default is the document's, and the code's behaviour an option
// (doc/go-fuzzers.md).
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "graphfuzz/analysis/go/happens_before.hpp"
#include "graphfuzz/analysis/go/relations.hpp"
#include "graphfuzz/explore/go/machine.hpp"
#include "graphfuzz/fuzz/options.hpp"

namespace graphfuzz::go {

constexpr bool flips_selects(StrategyKind s) { return s == StrategyKind::gfuzz || s == StrategyKind::gfuzz_hb; }
constexpr bool makes_chains(StrategyKind s) {
  return s == StrategyKind::gopie || s == StrategyKind::gopie_plus || s == StrategyKind::gopie_hb;
}

/// What makes the count of a pair in a run remarkable.
enum class CountCriterion : std::uint8_t {
  buckets,  ///< it is in a bucket (2^(N-1), 2^N] that no earlier count of the pair was in (gfuzz.md)
  average,  ///< it is off the average of the earlier runs by half (select-based-fuzzing.md)
  none      ///< nothing does (GFuzz' code)
};

/// Which operations are a pair.
enum class PairKind : std::uint8_t {
  consecutive,  ///< one after the other on the same channel (gfuzz.md)
  matched       ///< a send and the receive that got its value (select-based-fuzzing.md)
};

/// What makes a chain impossible for GoPieHB (order-based-fuzzing.md, "GoPieHB", "Mutation").
enum class Impossible : std::uint8_t {
  nothing,     ///< chains are not filtered
  strong,      ///< it turns round what any synchronisation ordered in the recorded run
  weak,        ///< … what program order and go statements order
  held_locks,  ///< as weak, or it needs a lock that the enforced prefix, or the chain, leaves held until later in it
};

/// "strong", "weak", "locks"; and back: nothing if it is none of these.
std::string_view name(Impossible what);
std::optional<Impossible> impossible_of(std::string_view name);

struct SelectOptions {
  PairKind pairs = PairKind::matched;
  CountCriterion criterion = CountCriterion::average;
  double deviation = 0.5;             ///< CountCriterion::average: remarkable from there on, as a part of the average
  bool new_case = true;               ///< a case that was never selected makes a run interesting
  double partner_score = 10;          ///< a in a · Σ SelPosPartner; 0: partners do not count
  unsigned most_mutations = 5;        ///< ceil(5 · score / greatest score)
  bool flip_some = true;              ///< each select with the flip probability; else all of them
  double sure_flip = 0.99;            ///< probability that some select of a run is flipped …
  double least_flip = 0.1;            ///< … unless that is less than this for each
  bool never_last = true;             ///< the case of the last run is not chosen again
  bool prefer_default = true;         ///< the default is a case like the others
  double partner_weight = 2;          ///< of a case with a possible partner; the others weigh 1
  bool fullness_by_capacity = false;  ///< GFuzz' code: largest fullness counts as a part of the capacity
};

struct ChainOptions {
  bool all_operations = false;                ///< else channels, selects and mutexes (GoPie+, improvement 1)
  bool new_chains = false;                    ///< from every run; else from the first one only (2)
  bool flips = false;                         ///< (3)
  bool unfinished = false;                    ///< operations that never finished are mutated as well (4)
  bool enforce_prefix = false;                ///< (5)
  bool skip_superfluous = false;              ///< chains of one operation, and those executed often enough (6)
  Impossible filter = Impossible::nothing;    ///< GoPieHB: leave out chains that are impossible
  std::uint32_t bound = 3;                    ///< BOUND: substitute and augment chains of up to so many operations
  std::uint32_t mutate_bound = 128;           ///< MUTATEBOUND
  std::uint32_t start_chains = 24;            ///< pairs drawn from a first run (ADVOCATE's number)
  std::uint32_t next_chains = 2;              ///< new_chains: pairs drawn from each later run
  Neighbours rel1 = Neighbours::consecutive;  ///< rule 1 …
  Neighbours rel2 = Neighbours::consecutive;  ///< and rule 2: any two operations, or neighbours
  bool transitive = true;                     ///< rules 3 and 4; GoPie's code has neither
  double rel1_weight = 1;                     ///< w1
  double rel2_weight = 1;                     ///< w2
  bool augment_original = false;       ///< the pseudo-code's augment(c): only the chain that the mutation began with
  bool all_or_nothing_energy = false;  ///< ADVOCATE's code: int(score / greatest) · 100
};

/// Everything that a strategy is made of. The strategies are settings of it.
struct GoFuzzOptions {
  StrategyKind strategy = StrategyKind::gfuzz_hb;
  SelectOptions select;
  ChainOptions chain;
  std::uint32_t repeats = 2;  ///< k: an input is queued so often at most
  /// After so many runs since the last first run, the queue is dropped and it all starts anew; 0: never. GoPie "starts
  /// the whole process multiple times", but its queue hardly ever gets empty.
  std::uint32_t restart_after = 0;
  std::uint32_t queue_size = 100'000;  ///< inputs that wait at most; further ones are dropped
  Timing timing = Timing::idle;        ///< of the engine's own runs
  bool predict = false;  ///< look for bugs that did not happen, but could have, in every new execution (engine only)
  HappensBeforeOptions happens_before;

  /// As the documents have it.
  static GoFuzzOptions of(StrategyKind strategy);
  /// As the published code has it, as far as the two differ in something that can be set (doc/go-fuzzers.md): GFuzz's
  /// for gfuzz, GoPie's for gopie, ADVOCATE's for the others.
  static GoFuzzOptions published(StrategyKind strategy);
};

}  // namespace graphfuzz::go

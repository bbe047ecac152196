#include "graphfuzz/fuzz/fuzzer.hpp"

namespace graphfuzz {
namespace {

// With this many prefixes at hand, one mutation of an interesting graph is enough.
constexpr std::size_t kPlenty = 256;

}  // namespace

Fuzzer::Fuzzer(const Program& program, const ModelMaker& model, const FuzzOptions& options, Identity identity,
               GraphCounts& counts, std::uint64_t seed)
    : program_(program),
      options_(options),
      identity_(identity),
      model_(model()),
      check_model_(model()),
      executor_(program, *model_),
      check_executor_(program, *check_model_),
      random_(seed),
      strategy_(random_),
      counts_(counts),
      feedback_(options.feedback, counts_),
      corpus_(options.corpus_size),
      cuts_(options.strategy),
      mutator_(check_executor_, random_) {
  mutator_.ask_for_weak(executor_);
}

Execution Fuzzer::step() {
  const Ending ending = executor_.sample(pick_prefix(), strategy_);
  Execution execution;
  execution.ending = ending;
  execution.dead_ends = executor_.dead_ends();
  const bool interesting = ending == Ending::complete && count(execution);
  if (from_prefix_) {
    // A prefix that had to be left leads nowhere, however good the execution has become.
    const bool credit = interesting && !execution.dead_ends.prefix_left;
    cuts_.report(corpus_[picked_].cut, credit);
    corpus_.report(picked_, credit);
  }
  if (interesting) mutate();
  return execution;
}

// Adds the graph to those seen; tells whether it is interesting.
bool Fuzzer::count(Execution& execution) {
  execution.filtered = program_.filters() && !program_.keeps(executor_.state());
  if (execution.filtered) return false;
  const Fingerprints prints = fingerprint(executor_.graph());
  const GraphCounts::Seen seen = counts_.add(prints.graph);
  bool new_rf = false;
  if (seen.new_graph) {
    execution.new_graph = true;
    execution.outcome = fingerprint(executor_.state());
    new_rf = counts_.add_rf(prints.rf);
    execution.new_outcome = counts_.add_outcome(execution.outcome);
  }
  if (options_.strategy == StrategyKind::random) {
    if (seen.new_graph) feedback_.add_pairs(executor_.graph());
    return false;
  }
  const bool fresh = identity_ == Identity::graph ? seen.new_graph
                     : identity_ == Identity::rf  ? new_rf
                                                  : execution.new_outcome;
  return feedback_.interesting(executor_.graph(), seen, fresh);
}

const Prefix& Fuzzer::pick_prefix() {
  from_prefix_ = !corpus_.empty();
  if (!from_prefix_) return none_;
  picked_ = corpus_.pick(random_);
  return corpus_[picked_].prefix;
}

void Fuzzer::mutate() {
  // Every execution uses up one prefix: where nearly every graph is interesting, more would only displace each other.
  const unsigned count = corpus_.size() < kPlenty ? options_.mutations : 1;
  for (unsigned i = 0; i < count; ++i) {
    const Cut cut = cuts_.choose(random_);
    if (std::optional<Prefix> prefix = mutator_.mutate(executor_.graph(), cut, feedback_.pairs())) {
      corpus_.add(*std::move(prefix), cut, random_);
    }
  }
}

}  // namespace graphfuzz

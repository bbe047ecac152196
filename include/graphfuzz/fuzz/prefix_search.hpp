// PrefixSearch: algorithm 1 of spec/weak-memory-fuzzing.tex, one execution at a time.
//
//   pick a prefix from the prefix set, or none if it is empty
//   replay it, and go on at random to a whole execution graph
//   if the graph is interesting (feedback), mutate it: change a choice, cut what no longer holds, and add the prefixes
//   that remain to the set
//   add the graph to the graphs
//
// Whether a prefix goes on being picked depends on what its executions bring (corpus). The strategy `random` is the
// same without prefixes, and so are those that choose schedules. An engine for it has, besides what engine_search.hpp
// asks for:
//
//   Prefix                                   what an execution can begin with
//   Ending run(const Prefix*, Random&)       runs one execution; null: at random from the beginning
//   DeadEnds dead_ends()                     that it came to
//   void analyse()                           `mutate` is about the last execution from now on
//   std::optional<Prefix> mutate(Cut, const Pairs& seen)
//
// and, if its searches can be saved,
//
//   void save(store::Writer&, const Prefix&) const    writes one value
//   Prefix load_prefix(const store::Value&)           what that was, checked: `run` can take it. When the engine itself
//                                                     has been loaded. Throws store::DocumentError.
#pragma once

#include <optional>
#include <utility>

#include "graphfuzz/fuzz/corpus.hpp"
#include "graphfuzz/fuzz/cut_chooser.hpp"
#include "graphfuzz/fuzz/engine_search.hpp"

namespace graphfuzz {

template <class Engine>
concept SavablePrefixEngine = SavableEngine<Engine> &&
    requires(Engine& engine, const Engine& same, const typename Engine::Prefix& prefix, store::Writer& out,
             const store::Value& saved) {
  same.save(out, prefix);
  { engine.load_prefix(saved) } -> std::same_as<typename Engine::Prefix>;
};

template <class Engine>
class PrefixSearch final : public EngineSearch<Engine> {
 public:
  using Prefix = typename Engine::Prefix;

  /// Of `options.fuzz` the strategy (random, revisit, minimal, maximal or mix), the feedback, the size of the corpus
  /// and the number of mutations count.
  template <class... Arguments>
  PrefixSearch(const SearchOptions& options, GraphCounts& counts, std::uint64_t seed, Arguments&&... arguments)
      : EngineSearch<Engine>(Record::of(options), counts, seed, std::forward<Arguments>(arguments)...),
        options_(options.fuzz),
        identity_(options.identity),
        corpus_(options.fuzz.corpus_size),
        cuts_(options.fuzz.strategy) {}

  /// There always is a next one.
  Execution step() override {
    const bool from_prefix = !corpus_.empty();
    const std::size_t picked = from_prefix ? corpus_.pick(this->random_) : 0;
    Execution execution;
    execution.ending = this->engine_.run(from_prefix ? &corpus_[picked].prefix : nullptr, this->random_);
    execution.dead_ends = this->engine_.dead_ends();
    this->count(execution);
    const bool worth = execution.is_graph && !has_no_prefixes(options_.strategy) && interesting(execution);
    if (from_prefix) {
      // A prefix that had to be left leads nowhere, however good the execution has become.
      const bool credit = worth && !execution.dead_ends.prefix_left;
      cuts_.report(corpus_[picked].cut, credit);
      corpus_.report(picked, credit);
    }
    if (worth) mutate();
    execution.shows = this->engine_.look(execution);
    return execution;
  }

  Left left() const override { return {.kept = corpus_.size()}; }

  void save(store::Writer& out, Extent extent) const override {
    if constexpr (SavablePrefixEngine<Engine>) {
      out.begin_object();
      this->save_common(out, extent);
      out.key("corpus");
      corpus_.save(out, extent, [&](const Prefix& prefix) { this->engine_.save(out, prefix); });
      if (extent == Extent::exact) {
        out.key("cuts");
        cuts_.save(out);
      }
      out.end_object();
    } else {
      Search::save(out, extent);
    }
  }
  void load(const store::Value& saved) override {
    if constexpr (SavablePrefixEngine<Engine>) {
      saved.expect_keys({"engine", "random", "pairs", "corpus", "cuts"});
      this->load_common(saved);
      corpus_.load(saved.field("corpus"),
                   [&](const store::Value& prefix) { return this->engine_.load_prefix(prefix); });
      if (const std::optional<store::Value> cuts = saved.find("cuts")) cuts_.load(*cuts);
    } else {
      Search::load(saved);
    }
  }

  const CorpusOf<Prefix>& corpus() const { return corpus_; }

 private:
  // With this many prefixes at hand, one mutation of an interesting graph is enough.
  static constexpr std::size_t kPlenty = 256;

  bool interesting(const Execution& execution) const {
    const FeedbackOptions& feedback = options_.feedback;
    const bool fresh = identity_ == Identity::graph ? execution.new_graph
                       : identity_ == Identity::rf  ? execution.new_rf
                                                    : execution.new_outcome;
    return (feedback.new_graph && fresh) || (feedback.new_rf && execution.new_graph && this->new_pair_) ||
           (feedback.rare && this->counts_.relative_frequency(execution.times) < feedback.rare_threshold);
  }

  void mutate() {
    this->engine_.analyse();
    // Every execution uses up one prefix: where nearly every graph is interesting, more would only displace each other.
    const unsigned count = corpus_.size() < kPlenty ? options_.mutations : 1;
    for (unsigned i = 0; i < count; ++i) {
      const Cut cut = cuts_.choose(this->random_);
      if (std::optional<Prefix> prefix = this->engine_.mutate(cut, this->pairs_)) {
        corpus_.add(*std::move(prefix), cut, this->random_);
      }
    }
  }

  FuzzOptions options_;
  Identity identity_;
  CorpusOf<Prefix> corpus_;
  CutChooser cuts_;
};

}  // namespace graphfuzz

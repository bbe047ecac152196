// EngineSearch: what all searches have in common, whatever runs the program for them.
//
// An *engine* runs executions of one kind of program, and says of the last one what it was:
//
//   bool is_graph(Ending) const            does an execution that ended so make a graph that counts?
//   bool filtered()                        … and does the program's filter drop it?
//   Fingerprints fingerprints()            of its graph
//   Fingerprint rf_fingerprint()           the second of them, if the first is not asked for
//   Fingerprint outcome_fingerprint()      of its final state
//   bool add_pairs(Pairs&)                 adds its rf pairs; is one of them new?
//   bool look(const Execution&)            looks for what is wrong with it; is there anything? Of vain ones, too
//   graph(), outcome(), satisfies(), findings(), finding(i), witness(finding)      as Search has them
//   void flush()                           hands over what is not yet in what engines share
//
// and, if its searches can be saved,
//
//   void save(store::Writer&, Extent) const    writes one value: what of its own decides how it goes on
//   void load(const store::Value&)             takes that over; throws store::DocumentError, see Search::load
//
// Engines are known to searches by their types, so that counting, say, a million executions of two threads per second
// costs no virtual calls.
#pragma once

#include <concepts>
#include <optional>
#include <utility>

#include "graphfuzz/explore/random.hpp"
#include "graphfuzz/fuzz/graph_counts.hpp"
#include "graphfuzz/fuzz/search.hpp"

namespace graphfuzz {

/// What is taken down of the graphs.
struct Record {
  bool graphs = true;  ///< how often each was seen; if not, every graph counts as new
  bool pairs = true;   ///< their rf pairs
  bool rf = true;      ///< their rf identities

  /// The graphs of a tree are distinct without a look at them; to visit them all quickly, nothing else is taken down.
  static Record of(const SearchOptions& options) {
    const StrategyKind strategy = options.fuzz.strategy;
    const bool all = strategy != StrategyKind::exhaustive;
    return {!explores_tree(strategy), all, all || options.identity == Identity::rf};
  }
};

template <class Engine>
concept SavableEngine = requires(Engine& engine, const Engine& same, store::Writer& out, const store::Value& saved) {
  same.save(out, Extent::exact);
  engine.load(saved);
};

template <class Engine>
class EngineSearch : public Search {
 public:
  const ExecutionGraph& graph() override { return engine_.graph(); }
  std::string outcome() override { return engine_.outcome(); }
  bool satisfies() override { return engine_.satisfies(); }
  std::span<const FindingKey> findings() const override { return engine_.findings(); }
  Finding finding(std::size_t index) override { return engine_.finding(index); }
  Witness witness(const Finding* finding) override { return engine_.witness(finding); }
  const Pairs* pairs() const override { return record_.pairs ? &pairs_ : nullptr; }
  void flush() override {
    counts_.flush();
    engine_.flush();
  }

  Engine& engine() { return engine_; }
  const Engine& engine() const { return engine_; }

 protected:
  /// `arguments` are for the engine, after the source of its random numbers.
  template <class... Arguments>
  EngineSearch(Record record, GraphCounts& counts, std::uint64_t seed, Arguments&&... arguments)
      : random_(seed), engine_(random_, std::forward<Arguments>(arguments)...), record_(record), counts_(counts) {}

  /// Adds the graph of the last execution to those seen.
  void count(Execution& execution) {
    if (!engine_.is_graph(execution.ending)) return;
    execution.filtered = engine_.filtered();
    if (execution.filtered) return;
    execution.is_graph = execution.new_graph = true;
    execution.times = 1;
    Fingerprint rf;
    if (record_.graphs) {
      const Fingerprints prints = engine_.fingerprints();
      const GraphCounts::Seen seen = counts_.add(prints.graph);
      execution.new_graph = seen.new_graph;
      execution.unsure = seen.unsure;
      execution.times = seen.count;
      execution.graph = prints.graph;
      rf = prints.rf;
    } else if (record_.rf) {
      rf = engine_.rf_fingerprint();
    }
    if (!execution.new_graph && !execution.unsure) return;
    if (record_.rf) execution.new_rf = counts_.add_rf(rf);
    execution.outcome = engine_.outcome_fingerprint();
    execution.new_outcome = counts_.add_outcome(execution.outcome);
    // A graph that was seen before brings no new pair. Each worker knows the pairs of the graphs it was first to see.
    new_pair_ = record_.pairs && engine_.add_pairs(pairs_);
    // What has something new is new.
    if (execution.unsure && (execution.new_rf || execution.new_outcome)) {
      execution.new_graph = true;
      execution.unsure = false;
    }
  }

  /// Members of the object that is being written, for `load_common` to read. Engines come first: what follows may be
  /// read with their help.
  void save_common(store::Writer& out, Extent extent) const {
    out.key("engine");
    engine_.save(out, extent);
    if (extent != Extent::exact) return;
    out.key("random");
    random_.save(out);
    if (!record_.pairs) return;
    out.key("pairs");
    pairs_.save(out);
  }
  void load_common(const store::Value& saved) {
    engine_.load(saved.field("engine"));
    if (const std::optional<store::Value> random = saved.find("random")) random_.load(*random);
    if (const std::optional<store::Value> pairs = saved.find("pairs")) pairs_.load(*pairs);
  }

  Random random_;
  Engine engine_;
  Record record_;
  CachedGraphCounts counts_;
  Pairs pairs_;
  bool new_pair_ = false;  // in the last new graph
};

}  // namespace graphfuzz

// Feedback: is a graph worth mutating?
#pragma once

#include "graphfuzz/fuzz/graph_counts.hpp"
#include "graphfuzz/fuzz/options.hpp"
#include "graphfuzz/fuzz/rf_pairs.hpp"

namespace graphfuzz {

class Feedback {
 public:
  Feedback(const FeedbackOptions& options, CachedGraphCounts& counts) : options_(options), counts_(counts) {}

  /// `seen` is what the counts said of the graph when it was added to them, `fresh` whether it was new by the
  /// identity that the user chose.
  bool interesting(const ExecutionGraph& graph, const GraphCounts::Seen& seen, bool fresh) {
    // A graph that was seen before brings no new pair. Each worker knows the pairs of the graphs it was first to see.
    const bool new_pair = seen.new_graph && pairs_.add(graph);
    return (options_.new_graph && fresh) || (options_.new_rf && new_pair) ||
           (options_.rare && counts_.relative_frequency(seen.count) < options_.rare_threshold);
  }

  void add_pairs(const ExecutionGraph& graph) { pairs_.add(graph); }
  const RfPairs& pairs() const { return pairs_; }

 private:
  FeedbackOptions options_;
  CachedGraphCounts& counts_;
  RfPairs pairs_;
};

}  // namespace graphfuzz

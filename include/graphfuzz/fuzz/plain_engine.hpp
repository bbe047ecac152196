// PlainEngine: what engine_search.hpp asks of an engine, for programs whose runs can tell all of it themselves.
#pragma once

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "graphfuzz/fuzz/search.hpp"

namespace graphfuzz {

/// `Run` is one execution:
///
///   const ExecutionGraph& graph() const
///   Ending ending() const
///   std::string outcome() const               its final state, in words
///   std::vector<Finding> findings() const     what is wrong with it; what is asked is whether there is anything
///   Story story() const
///   std::vector<std::string> steps() const    JSON objects, for Target::replay
///
/// All executions but truncated ones are graphs that count.
template <class Run>
class PlainEngine {
 public:
  bool is_graph(Ending ending) const { return ending != Ending::truncated; }
  bool filtered() const { return false; }
  Fingerprints fingerprints() const { return fingerprint(run_.graph()); }
  Fingerprint rf_fingerprint() const { return graphfuzz::rf_fingerprint(run_.graph()); }
  Fingerprint outcome_fingerprint() const { return fingerprint(std::string_view(run_.outcome())); }
  bool add_pairs(Pairs& pairs) { return graphfuzz::add_pairs(run_.graph(), pairs); }
  bool look(const Execution&) {
    found_ = run_.findings();
    keys_.clear();
    for (const Finding& finding : found_) keys_.push_back(finding.key);
    return !keys_.empty();
  }
  const ExecutionGraph& graph() const { return run_.graph(); }
  std::string outcome() const { return run_.outcome(); }
  bool satisfies() const { return !run_.findings().empty(); }
  std::span<const FindingKey> findings() const { return keys_; }
  Finding finding(std::size_t index) const { return found_[index]; }
  Witness witness(const Finding*) const { return {run_.graph(), run_.story(), run_.steps()}; }
  void flush() {}

 protected:
  template <class... Arguments>
  explicit PlainEngine(Arguments&&... arguments) : run_(std::forward<Arguments>(arguments)...) {}

  Run run_;

 private:
  std::vector<Finding> found_;
  std::vector<FindingKey> keys_;
};

}  // namespace graphfuzz

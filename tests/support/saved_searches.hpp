// Searches that are saved and loaded in the middle of what they do, for tests that compare what comes then.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "graphfuzz/fuzz/graph_counts.hpp"
#include "graphfuzz/fuzz/search.hpp"

namespace graphfuzz::testing {

/// All that can be seen of a step.
struct Observed {
  Execution execution;
  Fingerprint graph{};
  std::uint64_t kept = 0;
  double covered = 0, estimate = 0;

  bool operator==(const Observed& other) const {
    const Execution &a = execution, &b = other.execution;
    return a.kind == b.kind && a.ending == b.ending && a.is_graph == b.is_graph && a.filtered == b.filtered &&
           a.new_graph == b.new_graph && a.new_rf == b.new_rf && a.new_outcome == b.new_outcome && a.shows == b.shows &&
           a.times == b.times && a.graph == b.graph && a.outcome == b.outcome &&
           a.dead_ends.blocked == b.dead_ends.blocked && a.dead_ends.truncated == b.dead_ends.truncated &&
           a.dead_ends.prefix_left == b.dead_ends.prefix_left && graph == other.graph && kept == other.kept &&
           covered == other.covered && estimate == other.estimate;
  }
};

/// The searches of a campaign, stepped by hand in turn.
class HandCampaign {
 public:
  using Make = std::function<std::unique_ptr<Searches>(GraphCounts&)>;
  HandCampaign(Make make, unsigned workers) : make_(std::move(make)), workers_(workers) { begin(); }

  Search& worker(std::size_t i) { return *workers_made_[i]; }
  Searches& searches() { return *searches_; }
  GraphCounts& counts() { return *counts_; }
  std::size_t workers() const { return workers_made_.size(); }

  Observed step(std::size_t i = 0) {
    Search& search = worker(i);
    Observed seen{search.step()};
    // Samplers of candidates have no other graphs.
    const bool complete = seen.execution.kind == StepKind::execution && seen.execution.ending == Ending::complete;
    if (complete) seen.graph = fingerprint(search.graph()).graph;
    const Left left = search.left();
    seen.kept = left.kept;
    seen.covered = left.covered;
    seen.estimate = left.size.mean();
    return seen;
  }

  /// What is shared first, then the workers.
  std::vector<std::string> save(Extent extent = Extent::exact) {
    for (const auto& search : workers_made_) search->flush();
    std::vector<std::string> documents;
    store::Writer out = store::Writer::cbor();
    searches_->save(out, extent);
    documents.push_back(out.finish());
    for (const auto& search : workers_made_) {
      search->save(out, extent);
      documents.push_back(out.finish());
    }
    return documents;
  }

  /// Begins anew with what was saved, but with the same counts of graphs.
  void load(const std::vector<std::string>& documents) {
    workers_made_.clear();
    searches_ = make_(*counts_);
    searches_->load(store::Document::cbor(documents[0], "searches").root());
    for (unsigned i = 0; i < workers_; ++i) {
      workers_made_.push_back(searches_->make(i));
      if (i + 1 < documents.size()) workers_made_[i]->load(store::Document::cbor(documents[i + 1], "worker").root());
    }
  }

 private:
  void begin() {
    searches_ = make_(*counts_);
    for (unsigned i = 0; i < workers_; ++i) workers_made_.push_back(searches_->make(i));
  }

  Make make_;
  unsigned workers_;
  std::unique_ptr<GraphCounts> counts_ = std::make_unique<GraphCounts>();
  std::unique_ptr<Searches> searches_;
  std::vector<std::unique_ptr<Search>> workers_made_;
};

}  // namespace graphfuzz::testing

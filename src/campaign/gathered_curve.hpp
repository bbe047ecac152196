// The curve of discovery of results that are put together: each time, how many unique graphs there are by then.
#pragma once

#include <optional>

#include "campaign/curves.hpp"
#include "graphfuzz/store/hyper_log_log.hpp"

namespace graphfuzz {

/// Where fingerprints are in shards nobody has them all; then points are estimates by a sketch of them.
class GatheredCurve {
 public:
  struct Point {
    std::uint64_t executions, unique;
    std::optional<GraphEstimate> estimate{};  ///< of all graphs
  };

  /// From now on the graphs are in shards, and these are their fingerprints.
  void sketch(store::HyperLogLog graphs) { sketch_ = std::move(graphs); }
  /// The number of different graphs, and its standard error, if there is a sketch.
  std::optional<std::pair<std::uint64_t, double>> sketched() const;

  /// After so many executions, is there to be a point?
  bool is_due(std::uint64_t executions) const {
    return points_.empty() || executions >= next_point(points_.back().first);
  }
  /// There are that many by now, and a point is due.
  void add(const Point& point);
  /// What others have found is added; `longer`: they had more executions, so that their curve is kept. What follows
  /// is to be a point.
  void merge(const GatheredCurve& other, bool longer);
  /// Of some of the graphs the fingerprints are not known: there are no more points.
  void end() { sketch_.reset(); }

  /// With the last point, which is exact: no estimate was more.
  Curve points(std::uint64_t executions, std::uint64_t unique) const;
  const Curve& points() const { return points_; }
  const Estimates& estimates() const { return estimates_; }

  bool empty() const { return points_.empty() && !sketch_; }
  void save(store::Writer& out) const;
  /// Throws store::DocumentError.
  void load(const store::Value& saved);

 private:
  Curve points_;
  Estimates estimates_;
  std::optional<store::HyperLogLog> sketch_{};
};

}  // namespace graphfuzz

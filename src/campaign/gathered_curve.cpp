#include "campaign/gathered_curve.hpp"

#include <algorithm>
#include <cmath>

namespace graphfuzz {

std::optional<std::pair<std::uint64_t, double>> GatheredCurve::sketched() const {
  if (!sketch_) return std::nullopt;
  const double number = sketch_->estimate();
  return std::pair(static_cast<std::uint64_t>(std::llround(number)), number * sketch_->relative_error());
}

void GatheredCurve::add(const Point& point) {
  // Estimates may be less than those before, or more than can be.
  const std::uint64_t before = points_.empty() ? 0 : points_.back().second;
  points_.emplace_back(point.executions, std::max(std::min(point.unique, point.executions), before));
  if (point.estimate) {
    estimates_.push_back(*point.estimate);
    estimates_.back().executions = point.executions;
  }
}

void GatheredCurve::merge(const GatheredCurve& other, bool longer) {
  if (longer) {
    points_ = other.points_;
    estimates_ = other.estimates_;
  }
  if (!other.sketch_) return;
  if (sketch_) {
    sketch_->merge(*other.sketch_);
  } else {
    sketch_ = other.sketch_;
  }
}

Curve GatheredCurve::points(std::uint64_t executions, std::uint64_t unique) const {
  Curve curve;
  for (const auto& [done, found] : points_) {
    if (done < executions) curve.emplace_back(done, std::min(found, unique));
  }
  if (executions > 0) curve.emplace_back(executions, unique);
  return curve;
}

void GatheredCurve::save(store::Writer& out) const {
  graphfuzz::save(out.begin_object().key("points"), points_);
  graphfuzz::save(out.key("estimates"), estimates_);
  if (sketch_) out.key("sketch").bytes(sketch_->to_bytes());
  out.end_object();
}

void GatheredCurve::load(const store::Value& saved) {
  saved.expect_keys({"points", "estimates", "sketch"});
  points_ = load_curve(saved.field("points"));
  estimates_ = load_estimates(saved.field("estimates"));
  if (const auto sketch = saved.find("sketch")) {
    sketch_ = store::HyperLogLog::from_bytes(sketch->bytes(), saved.file() + ": " + sketch->path());
    if (sketch_->precision() != store::HyperLogLog().precision()) sketch->reject("a sketch of another precision");
  }
}

}  // namespace graphfuzz

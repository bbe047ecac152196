#include "campaign/curves.hpp"

#include <algorithm>
#include <cmath>

namespace graphfuzz {

std::uint64_t next_point(std::uint64_t executions) {
  return std::max(executions + 1, static_cast<std::uint64_t>(std::ceil(static_cast<double>(executions) * 1.1)));
}

void save(store::Writer& out, const Curve& curve) {
  out.begin_array();
  for (const auto& [executions, unique] : curve) out.begin_array().value(executions).value(unique).end_array();
  out.end_array();
}

void save(store::Writer& out, const Estimates& estimates) {
  out.begin_array();
  for (const GraphEstimate& one : estimates) {
    out.begin_array().value(one.executions).value(one.total).value(one.low);
    if (std::isfinite(one.high)) out.value(one.high);
    out.end_array();
  }
  out.end_array();
}

Curve load_curve(const store::Value& saved) {
  Curve curve;
  for (const store::Value point : saved.array()) {
    const auto parts = point.array(2, 2);
    const std::uint64_t least = curve.empty() ? 0 : curve.back().first + 1;
    curve.emplace_back(parts[0].integer<std::uint64_t>(least), parts[1].integer<std::uint64_t>());
  }
  return curve;
}

Estimates load_estimates(const store::Value& saved) {
  Estimates estimates;
  for (const store::Value one : saved.array()) {
    const auto parts = one.array(3, 4);
    const std::uint64_t least = estimates.empty() ? 0 : estimates.back().executions + 1;
    estimates.push_back({parts[0].integer<std::uint64_t>(least), parts[1].real(0), parts[2].real(0),
                         parts.size() > 3 ? parts[3].real(0) : INFINITY});
  }
  return estimates;
}

}  // namespace graphfuzz

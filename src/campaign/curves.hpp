// Curves of discovery in documents: how many unique graphs there were after so many executions, and how many were
// thought to be there.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "graphfuzz/campaign/result.hpp"
#include "graphfuzz/store/reader.hpp"
#include "graphfuzz/store/writer.hpp"

namespace graphfuzz {

/// (executions, unique graphs), as CampaignResult::curve.
using Curve = std::vector<std::pair<std::uint64_t, std::uint64_t>>;
using Estimates = std::vector<GraphEstimate>;

/// Curves have a point for about every tenth more executions: where the next one is.
std::uint64_t next_point(std::uint64_t executions);

void save(store::Writer& out, const Curve& curve);
void save(store::Writer& out, const Estimates& estimates);
/// Throws store::DocumentError.
Curve load_curve(const store::Value& saved);
Estimates load_estimates(const store::Value& saved);

}  // namespace graphfuzz

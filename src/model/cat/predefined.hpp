// The names that every cat model begins with, for programs in C (herd7's names; see memory_models/README.md).
#pragma once

#include <span>
#include <string_view>

#include "model/cat/plan_builder.hpp"

namespace graphfuzz::cat {

struct PredefinedNode {
  std::string_view name;
  NodeId (*make)(PlanBuilder& builder);
};
std::span<const PredefinedNode> predefined_nodes();

/// Names that herd7 knows and we do not support: functions on sets of sets or of values.
std::span<const std::string_view> unsupported_names();

}  // namespace graphfuzz::cat

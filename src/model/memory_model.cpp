#include "graphfuzz/model/memory_model.hpp"

namespace graphfuzz {

void MemoryModel::removed(const ExecutionGraph& graph) { rebuild(graph); }

void MemoryModel::rebuild(const ExecutionGraph& graph) {
  initial_values_.clear();
  renamed_.assign(graph.size(), kNoSlot);
  for (Slot x = 0; x < graph.locations(); ++x) {
    initial_values_.push_back(graph[x].label.written_value);
    renamed_[x] = x;
  }
  scratch_.reset(graph.threads(), initial_values_);
  reset(scratch_);
  for (Slot slot = graph.locations(); slot < graph.size(); ++slot) {
    added(scratch_, scratch_.add_copy(graph, slot, renamed_));
  }
}

std::optional<Slot> MemoryModel::race(const ExecutionGraph&, Slot) { return std::nullopt; }

std::vector<Remark> MemoryModel::remarks(const ExecutionGraph&) const { return {}; }

bool MemoryModel::consistent(const ExecutionGraph& graph) const { return !explain(graph).has_value(); }

}  // namespace graphfuzz

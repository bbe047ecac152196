#include "graphfuzz/program/label.hpp"

#include <fmt/format.h>

namespace graphfuzz {
std::string_view short_name(MemoryOrder order) {
  switch (order) {
    case MemoryOrder::non_atomic:
      return "na";
    case MemoryOrder::relaxed:
      return "rlx";
    case MemoryOrder::acquire:
      return "acq";
    case MemoryOrder::release:
      return "rel";
    case MemoryOrder::acq_rel:
      return "acq_rel";
    case MemoryOrder::seq_cst:
      return "sc";
  }
  return "";
}

std::string describe(const Label& label, const Program& program) {
  const std::string_view order = short_name(label.order);
  switch (label.kind) {
    case EventKind::read:
      return fmt::format("R {}={} {}", program.location_name(label.location),
                         program.show_at(label.location, label.read_value), order);
    case EventKind::write:
      return fmt::format("W {}={} {}", program.location_name(label.location),
                         program.show_at(label.location, label.written_value), order);
    case EventKind::update:
      return fmt::format("U {}={}->{} {}", program.location_name(label.location),
                         program.show_at(label.location, label.read_value),
                         program.show_at(label.location, label.written_value), order);
    case EventKind::fence:
      return fmt::format("F {}", order);
    case EventKind::begin:
      return "begin";
    case EventKind::end:
      return "end";
    case EventKind::join:
      return fmt::format("join P{}", label.written_value);
    case EventKind::error:
      return fmt::format("error: {}", program.message(static_cast<std::size_t>(label.written_value)));
  }
  return "";
}

std::string describe(const ExecutionGraph& graph, Slot slot, const Program& program) {
  const Event& e = graph[slot];
  if (graph.is_initial(slot)) {
    return fmt::format("initial {}={}", program.location_name(e.label.location),
                       program.show_at(e.label.location, e.label.written_value));
  }
  return fmt::format("P{}: {}", e.id.thread, describe(e.label, program));
}

}  // namespace graphfuzz

// What events of graphs are called, by kind of target.
#include <fmt/format.h>

#include "graphfuzz/program/go/graph.hpp"
#include "graphfuzz/program/label.hpp"
#include "graphfuzz/target/go_target.hpp"
#include "graphfuzz/target/memory_target.hpp"

namespace graphfuzz {
namespace {

constexpr std::string_view letter_of(EventKind kind) {
  return kind == EventKind::read ? "R" : kind == EventKind::write ? "W" : kind == EventKind::update ? "U" : "";
}

}  // namespace

std::string Target::location_name(Location location) const { return fmt::format("{}", location); }

std::string Target::event_text(const ExecutionGraph& graph, Slot slot) const {
  const Label& label = graph[slot].label;
  if (graph.is_initial(slot)) return fmt::format("initial {}={}", location_name(slot), label.written_value);
  if (!is_access(label.kind)) return fmt::format("event {}", static_cast<int>(label.kind));
  const std::string where = location_name(label.location);
  if (label.kind == EventKind::update) return fmt::format("U {}={}->{}", where, label.read_value, label.written_value);
  return fmt::format("{} {}={}", letter_of(label.kind), where,
                     label.kind == EventKind::read ? label.read_value : label.written_value);
}

std::string MemoryTarget::event_text(const ExecutionGraph& graph, Slot slot) const {
  if (graph.is_initial(slot)) return describe(graph, slot, program_);
  return describe(graph[slot].label, program_);
}

}  // namespace graphfuzz

namespace graphfuzz::go {

// What is written tells what is done (program/go/graph.hpp).
std::string GoTarget::event_text(const ExecutionGraph& graph, Slot slot) const {
  const Label& label = graph[slot].label;
  if (graph.is_initial(slot)) return "initial " + location_name(slot);
  const auto what = static_cast<std::uint8_t>(label.written_value & 0xff);
  std::string text = label.kind == EventKind::begin  ? "begin"
                     : label.kind == EventKind::join ? "goes on"
                     : what == kUntraced             ? "lock, waiting for readers"
                                                     : std::string(go::name(static_cast<Kind>(what)));
  if (is_access(label.kind)) text += ' ' + location_name(label.location);
  return text;
}

}  // namespace graphfuzz::go

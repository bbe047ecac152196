#include "graphfuzz/report/graph_lines.hpp"

#include <fmt/format.h>

#include <string_view>

#include "graphfuzz/graph/fingerprint.hpp"
#include "graphfuzz/program/label.hpp"
#include "graphfuzz/store/writer.hpp"

namespace graphfuzz {
namespace {

using store::Writer;

Writer line_writer() { return Writer::json({.expanded = 0}); }

std::string_view kind_word(EventKind kind) {
  switch (kind) {
    case EventKind::read:
      return "read";
    case EventKind::write:
      return "write";
    case EventKind::update:
      return "update";
    case EventKind::fence:
      return "fence";
    case EventKind::begin:
      return "begin";
    case EventKind::end:
      return "end";
    case EventKind::join:
      return "join";
    case EventKind::error:
      return "error";
  }
  return "";
}

/// Graphs may have room for locations that nobody touches.
std::vector<bool> touched(const ExecutionGraph& graph) {
  std::vector<bool> touched(graph.locations(), false);
  for (Slot slot = graph.locations(); slot < graph.size(); ++slot) {
    if (is_access(graph[slot].label.kind)) touched[graph[slot].label.location] = true;
  }
  return touched;
}

void write_initial(Writer& out, const Target& target, const ExecutionGraph& graph, Slot slot) {
  out.begin_object().field("id", slot).key("thread").null();
  out.field("kind", "initial").field("location", target.location_name(slot));
  out.field("written", graph[slot].label.written_value).field("text", target.event_text(graph, slot)).end_object();
}

void write_event(Writer& out, const Target& target, const ExecutionGraph& graph, Slot slot) {
  const Event& e = graph[slot];
  const EventKind kind = e.label.kind;
  out.begin_object().field("id", slot).field("thread", e.id.thread).field("index", e.id.index);
  out.field("kind", kind_word(kind));
  if (is_access(kind) || kind == EventKind::fence) out.field("order", short_name(e.label.order));
  if (is_access(kind)) out.field("location", target.location_name(e.label.location));
  if (reads(kind)) out.field("read", e.label.read_value);
  if (writes(kind)) out.field("written", e.label.written_value);
  out.field("text", target.event_text(graph, slot)).end_object();
}

void write_pair(Writer& out, Slot from, Slot to) { out.begin_array().value(from).value(to).end_array(); }

/// The pairs that `source_of` tells: from where to each event, or kNoSlot.
template <class SourceOf>
void write_pairs(Writer& out, const ExecutionGraph& graph, std::string_view relation, SourceOf source_of) {
  out.key(relation).begin_array();
  for (Slot slot = graph.locations(); slot < graph.size(); ++slot) {
    if (const Slot source = source_of(slot); source != kNoSlot) write_pair(out, source, slot);
  }
  out.end_array();
}

void write_graph(Writer& out, const Target& target, const ExecutionGraph& graph) {
  const Fingerprint mark = fingerprint(graph).graph;
  out.field("fingerprint", fmt::format("{:016x}{:016x}", mark.high, mark.low));
  out.key("events").begin_array();
  const std::vector<bool> used = touched(graph);
  for (Slot slot = 0; slot < graph.locations(); ++slot) {
    if (used[slot]) write_initial(out, target, graph, slot);
  }
  for (Slot slot = graph.locations(); slot < graph.size(); ++slot) write_event(out, target, graph, slot);
  out.end_array();
  const auto reads_memory = [&](Slot slot) { return reads(graph[slot].label.kind); };
  write_pairs(out, graph, "po", [&](Slot slot) { return graph.po_previous(slot); });
  write_pairs(out, graph, "rf", [&](Slot slot) { return reads_memory(slot) ? graph[slot].rf : kNoSlot; });
  write_pairs(out, graph, "mo",
              [&](Slot slot) { return writes(graph[slot].label.kind) ? graph.mo_previous(slot) : kNoSlot; });
  write_pairs(out, graph, "asw", [&](Slot slot) { return reads_memory(slot) ? kNoSlot : graph[slot].rf; });
}

}  // namespace

std::string graphs_begin_line(const Target& target, const std::string& file, std::uint64_t hash,
                              const CampaignOptions& options) {
  Writer out = line_writer();
  out.begin_object().field("format", "graphfuzz graphs").field("version", kGraphLinesVersion);
  out.field("kind", target.kind()).field("test", target.name()).field("file", file);
  out.key("hash").hexadecimal(hash);
  out.field("model", target.model()).field("condition", target.condition());
  out.key("settings").begin_object();
  for (const auto& [name, value] : target.settings()) out.field(name, value);
  out.end_object().field("strategy", name(options.fuzz.strategy)).field("seed", options.seed).end_object();
  return out.finish();
}

std::string graph_line(const Target& target, const NewGraph& found, std::uint64_t number) {
  Writer out = line_writer();
  out.begin_object().field("graph", number).field("state", found.outcome).field("satisfies", found.satisfies);
  if (found.graph.threads() > 0) {
    write_graph(out, target, found.graph);
  } else {
    out.key("fingerprint").null().key("events").null();  // too large for a graph
  }
  out.end_object();
  return out.finish();
}

std::string graphs_end_line(const CampaignResult& result, std::uint64_t graphs) {
  Writer out = line_writer();
  out.begin_object().field("end", true).field("graphs", graphs).field("all", all_visited(result));
  out.field("executions", result.executions).field("blocked", result.blocked).field("truncated", result.truncated);
  out.field("interrupted", result.interrupted).end_object();
  return out.finish();
}

}  // namespace graphfuzz

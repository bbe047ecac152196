// Boost's write_graphviz does the writing. What it is given is a view of the execution graph: the events that are
// shown, and the edges of the ExecutionGraph (a Boost graph itself) that are, parallel ones merged.
#include "graphfuzz/report/dot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/graph/graphviz.hpp>
#include <map>
#include <sstream>

#include "graphfuzz/graph/boost_graph.hpp"
#include "graphfuzz/report/label.hpp"
#include "report/dot_layout.hpp"

namespace graphfuzz {
namespace {

struct PictureEdge {
  Slot source = kNoSlot;
  Slot target = kNoSlot;
  std::vector<std::string> relations;  ///< all that hold between the two
  bool bold = false;
  friend bool operator==(const PictureEdge&, const PictureEdge&) = default;
};

struct PictureGraph {
  std::vector<Slot> events;
  std::vector<PictureEdge> edges;
};

[[maybe_unused]] auto vertices(const PictureGraph& g) { return std::pair(g.events.begin(), g.events.end()); }
[[maybe_unused]] std::size_t num_vertices(const PictureGraph& g) { return g.events.size(); }
[[maybe_unused]] auto edges(const PictureGraph& g) { return std::pair(g.edges.begin(), g.edges.end()); }
[[maybe_unused]] std::size_t num_edges(const PictureGraph& g) { return g.edges.size(); }
[[maybe_unused]] Slot source(const PictureEdge& e, const PictureGraph&) { return e.source; }
[[maybe_unused]] Slot target(const PictureEdge& e, const PictureGraph&) { return e.target; }

}  // namespace
}  // namespace graphfuzz

template <>
struct boost::graph_traits<graphfuzz::PictureGraph> {
  using vertex_descriptor = graphfuzz::Slot;
  using edge_descriptor = graphfuzz::PictureEdge;
  using directed_category = boost::directed_tag;
  using edge_parallel_category = boost::disallow_parallel_edge_tag;
  struct traversal_category : boost::vertex_list_graph_tag, boost::edge_list_graph_tag {};
  using vertex_iterator = std::vector<graphfuzz::Slot>::const_iterator;
  using edge_iterator = std::vector<graphfuzz::PictureEdge>::const_iterator;
  using vertices_size_type = std::size_t;
  using edges_size_type = std::size_t;
  static vertex_descriptor null_vertex() { return graphfuzz::kNoSlot; }
};

namespace graphfuzz {
namespace {

PictureGraph view_of(const ExecutionGraph& graph, const Layout& layout, const Violation* violation) {
  std::map<std::pair<Slot, Slot>, PictureEdge> merged;
  const auto add = [&](Slot from, Slot to, const std::string& relation, bool bold) {
    PictureEdge& edge = merged[{from, to}];
    edge.source = from;
    edge.target = to;
    edge.bold |= bold;
    if (std::find(edge.relations.begin(), edge.relations.end(), relation) == edge.relations.end()) {
      edge.relations.push_back(relation);
    }
  };
  PictureGraph picture;
  for (Slot slot = 0; slot < graph.size(); ++slot) {
    if (!layout.shown[slot]) continue;
    picture.events.push_back(slot);
    const auto [first, last] = out_edges(slot, graph);
    for (const GraphEdge& edge : boost::make_iterator_range(first, last)) {
      const bool trivial = edge.kind == EdgeKind::mo && graph.is_initial(slot);
      if (!trivial) add(edge.source, edge.target, std::string(name(edge.kind)), false);
    }
  }
  if (violation != nullptr) {
    for (const Violation::Edge& edge : violation->cycle) add(edge.from, edge.to, edge.relation, true);
  }
  for (auto& [ends, edge] : merged) picture.edges.push_back(std::move(edge));
  return picture;
}

std::string_view colour(const std::string& relation) {
  static const std::map<std::string, std::string_view> colours = {
      {"po", "black"}, {"asw", "gray50"}, {"rf", "forestgreen"}, {"mo", "chocolate"}, {"fr", "crimson"}};
  const auto found = colours.find(relation);
  return found == colours.end() ? "mediumblue" : found->second;
}

std::string dot_string(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    if (c == '\n') {
      result += "\\n";
    } else {
      result += c;
    }
  }
  return result + '"';
}

std::string html(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c == '&') {
      result += "&amp;";
    } else if (c == '<') {
      result += "&lt;";
    } else if (c == '>') {
      result += "&gt;";
    } else {
      result += c;
    }
  }
  return result;
}

/// `crosses`: goes from one column to another. Such edges cross in the middle, so their labels are near their tails.
std::string edge_attributes(const PictureEdge& edge, bool crosses) {
  std::string colours;
  std::string label;
  for (const std::string& relation : edge.relations) {
    colours += (colours.empty() ? "" : ":") + std::string(colour(relation));
    if (relation != "po" || edge.bold) label += (label.empty() ? "" : ",") + relation;
  }
  std::string text = fmt::format("[color={}", dot_string(colours));
  if (!label.empty()) {
    // On white, since lines cross.
    text += fmt::format(
        ", {}=<<table border=\"0\" cellspacing=\"0\" cellpadding=\"1\"><tr><td bgcolor=\"white\">{}</td></tr>"
        "</table>>, fontcolor={}",
        crosses ? "labeldistance=3.5, labelangle=0, taillabel" : "label", html(label), colour(edge.relations.back()));
  }
  if (edge.relations == std::vector<std::string>{"fr"}) text += ", style=dashed";
  if (edge.bold) text += ", penwidth=3";
  return text + "]";
}

std::string event_text(const Event& event, const Program& program) {
  return event.label.kind == EventKind::error ? "assertion failed" : describe(event.label, program);
}

}  // namespace

std::string to_dot(const ExecutionGraph& graph, const Program& program, const Picture& picture) {
  std::vector<std::string> labels(graph.size());
  std::vector<bool> red(graph.size(), false);
  for (Slot slot = 0; slot < graph.size(); ++slot) {
    labels[slot] = graph.is_initial(slot) ? describe(graph, slot, program).substr(8) : event_text(graph[slot], program);
    red[slot] = graph[slot].label.kind == EventKind::error;
  }
  for (const Slot slot : picture.highlighted) red[slot] = true;
  std::vector<Slot> needed;
  if (picture.violation != nullptr) {
    for (const Violation::Edge& edge : picture.violation->cycle) needed.insert(needed.end(), {edge.from, edge.to});
  }
  const Layout layout = lay_out(graph, labels, needed);
  const PictureGraph view = view_of(graph, layout, picture.violation);

  const auto write_graph = [&](std::ostream& out) {
    const std::string title = picture.title + (picture.subtitle.empty() ? "" : "\n" + picture.subtitle);
    out << "graph [layout=neato, splines=true, outputorder=edgesfirst, esep=\"+6\", sep=\"+8\", fontname=Helvetica, "
        << "fontsize=14, labelloc=t, pad=0.2, label=" << dot_string(title) << "];\n"
        << "node [shape=box, style=\"filled,rounded\", fillcolor=white, color=gray60, fontname=Helvetica, fontsize=12, "
        << "height=0.3, margin=\"0.08,0.04\"];\n"
        << "edge [fontname=Helvetica, fontsize=10, arrowsize=0.7];\n";
    for (ThreadId t = 0; t < graph.threads(); ++t) {
      const auto [x, y] = layout.headers[t];
      out << fmt::format("P{} [shape=plaintext, style=\"\", label=<<b>P{}</b>>, pos=\"{:.2f},{:.2f}!\"];\n", t, t, x,
                         y);
    }
  };
  const auto write_event = [&](std::ostream& out, Slot slot) {
    const auto [x, y] = layout.events[slot];
    out << fmt::format(" [label={}, pos=\"{:.2f},{:.2f}!\"", dot_string(labels[slot]), x, y);
    if (graph.is_initial(slot)) out << ", shape=plaintext, style=filled, fillcolor=gray93";
    if (red[slot]) out << ", color=crimson, penwidth=2, fillcolor=mistyrose";
    out << "]";
  };
  const auto write_edge = [&](std::ostream& out, const PictureEdge& edge) {
    out << edge_attributes(edge, graph[edge.source].id.thread != graph[edge.target].id.thread);
  };
  std::ostringstream out;
  boost::write_graphviz(out, view, write_event, write_edge, write_graph, boost::typed_identity_property_map<Slot>{});
  return out.str();
}

std::vector<Slot> racing_events(const ExecutionGraph& graph, MemoryModel& model) {
  if (!graph.extends_porf()) return {};  // models tell races while a graph is built
  std::vector<Slot> renamed(graph.size(), kNoSlot);
  for (Slot x = 0; x < graph.locations(); ++x) renamed[x] = x;
  ExecutionGraph growing(graph.threads(), graph.initial_values());
  model.reset(growing);
  std::vector<Slot> racing;
  for (Slot slot = graph.locations(); slot < graph.size(); ++slot) {
    const Slot copy = growing.add_copy(graph, slot, renamed);
    model.added(growing, copy);
    if (const auto other = model.race(growing, copy)) racing.insert(racing.end(), {copy, *other});
  }
  return racing;  // all events are copied in their order: the slots are the same
}

}  // namespace graphfuzz

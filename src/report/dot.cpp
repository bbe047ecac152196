// Boost's write_graphviz does the writing. What it is given is a view of the story: the rows and initial values that
// are shown, and the arrows between them, parallel ones merged.
#include "graphfuzz/report/dot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/graph/graphviz.hpp>
#include <boost/property_map/function_property_map.hpp>
#include <map>
#include <sstream>
#include <tuple>

#include "report/dot_layout.hpp"
#include "report/xml.hpp"

namespace graphfuzz {
namespace {

struct PictureEdge {
  std::uint32_t source = 0;
  std::uint32_t target = 0;
  std::vector<std::string> relations;  ///< all that hold between the two
  bool bold = false;
  bool directed = true;
  friend bool operator==(const PictureEdge&, const PictureEdge&) = default;
};

struct PictureGraph {
  std::vector<std::uint32_t> nodes;
  std::vector<PictureEdge> edges;
};

[[maybe_unused]] auto vertices(const PictureGraph& g) { return std::pair(g.nodes.begin(), g.nodes.end()); }
[[maybe_unused]] std::size_t num_vertices(const PictureGraph& g) { return g.nodes.size(); }
[[maybe_unused]] auto edges(const PictureGraph& g) { return std::pair(g.edges.begin(), g.edges.end()); }
[[maybe_unused]] std::size_t num_edges(const PictureGraph& g) { return g.edges.size(); }
[[maybe_unused]] std::uint32_t source(const PictureEdge& e, const PictureGraph&) { return e.source; }
[[maybe_unused]] std::uint32_t target(const PictureEdge& e, const PictureGraph&) { return e.target; }

}  // namespace
}  // namespace graphfuzz

template <>
struct boost::graph_traits<graphfuzz::PictureGraph> {
  using vertex_descriptor = std::uint32_t;
  using edge_descriptor = graphfuzz::PictureEdge;
  using directed_category = boost::directed_tag;
  using edge_parallel_category = boost::allow_parallel_edge_tag;
  struct traversal_category : boost::vertex_list_graph_tag, boost::edge_list_graph_tag {};
  using vertex_iterator = std::vector<std::uint32_t>::const_iterator;
  using edge_iterator = std::vector<graphfuzz::PictureEdge>::const_iterator;
  using vertices_size_type = std::size_t;
  using edges_size_type = std::size_t;
  static vertex_descriptor null_vertex() { return graphfuzz::Story::kInitial - 1; }
};

namespace graphfuzz {
namespace {

/// Long texts that are no reason for a wide column are broken at blanks, and end after some lines.
std::string wrapped(std::string_view text) {
  constexpr std::size_t kLine = 24, kLines = 4;
  std::string result;
  std::size_t column = 0, line = 1;
  for (const char c : text) {
    ++column;
    const bool ends = c == ' ' && column > kLine;
    if (ends && line++ == kLines) return result + " …";
    if (ends) column = 0;
    result += ends ? '\n' : c;
  }
  return result;
}

/// What is done, how it went, and where; the last part of the path will do. Remarks on other rows, which have numbers
/// in listings alone, are what arrows are for.
std::string label_of(const Story::Row& row, bool has_arrow) {
  std::string label = row.wide ? wrapped(row.text) : row.text;
  const bool names_row = has_arrow || row.remark.find_first_of("0123456789") != std::string::npos;
  if (!names_row && !row.remark.empty()) label += '\n' + row.remark;
  if (!row.place.empty()) label += '\n' + row.place.substr(row.place.rfind('/') + 1);
  return label;
}

std::vector<PictureNode> nodes_of(const Story& story, std::size_t most) {
  std::vector<bool> has_arrow(story.rows.size(), false);
  for (const Story::Arrow& arrow : story.arrows) {
    if (arrow.relation == "po" || arrow.relation == "asw" || !arrow.directed) continue;
    for (const std::uint32_t end : {arrow.from, arrow.to}) {
      if (end < Story::kInitial) has_arrow[end] = true;
    }
  }
  std::vector<PictureNode> nodes;
  for (std::uint32_t i = 0; i < story.rows.size(); ++i) {
    const Story::Row& row = story.rows[i];
    if (i < most || row.look != Story::Look::plain) nodes.push_back({i, label_of(row, has_arrow[i])});
  }
  for (std::uint32_t i = 0; i < story.initials.size(); ++i) {
    if (story.initials[i].shown) nodes.push_back({Story::kInitial + i, story.initials[i].text});
  }
  return nodes;
}

std::vector<PictureEdge> edges_of(const Story& story, const std::vector<PictureNode>& nodes) {
  std::vector<bool> shown(story.rows.size(), false);
  for (const PictureNode& node : nodes) {
    if (!node.initial()) shown[node.id] = true;
  }
  std::map<std::tuple<std::uint32_t, std::uint32_t, bool>, PictureEdge> merged;
  const auto add = [&](const Story::Arrow& arrow) {
    PictureEdge& edge = merged[{arrow.from, arrow.to, arrow.directed}];
    edge.source = arrow.from;
    edge.target = arrow.to;
    edge.bold |= arrow.bold;
    edge.directed = arrow.directed;
    if (std::find(edge.relations.begin(), edge.relations.end(), arrow.relation) == edge.relations.end()) {
      edge.relations.push_back(arrow.relation);
    }
  };
  const auto is_shown = [&](std::uint32_t end) {
    return end < Story::kInitial ? shown[end] : story.initials[end - Story::kInitial].shown;
  };
  for (const Story::Arrow& arrow : story.arrows) {
    if (is_shown(arrow.from) && is_shown(arrow.to)) add(arrow);
  }
  struct Lane {
    std::uint32_t last = Story::kInitial;
    bool gap = false;
  };
  std::vector<Lane> lanes(story.lanes.size());  // they go on after what is left out of them
  for (std::uint32_t i = 0; i < story.rows.size(); ++i) {
    Lane& lane = lanes[story.rows[i].lane];
    lane.gap |= !shown[i];
    if (!shown[i]) continue;
    if (lane.gap && lane.last != Story::kInitial) add({lane.last, i, "po"});
    lane = {i, false};
  }
  std::vector<PictureEdge> edges;
  for (auto& [ends, edge] : merged) edges.push_back(std::move(edge));
  return edges;
}

std::string_view colour(const PictureEdge& edge, const std::string& relation) {
  static const std::map<std::string, std::string_view> colours = {{"po", "black"},       {"asw", "gray50"},
                                                                  {"rf", "forestgreen"}, {"mo", "chocolate"},
                                                                  {"fr", "crimson"},     {"closed", "steelblue"}};
  if (!edge.directed) return "darkorange";
  const auto found = colours.find(relation);
  return found == colours.end() ? "mediumblue" : found->second;
}

std::string_view style(const PictureEdge& edge) {
  if (!edge.directed) return ", dir=none, style=dashed";
  if (edge.relations == std::vector<std::string>{"fr"}) return ", style=dashed";
  if (edge.relations == std::vector<std::string>{"closed"}) return ", style=dotted";
  return "";
}

/// `crosses`: goes from one column to another. Such edges cross in the middle, so their labels are near their tails.
std::string edge_attributes(const PictureEdge& edge, bool crosses) {
  std::string colours;
  std::string label;
  for (const std::string& relation : edge.relations) {
    colours += (colours.empty() ? "" : ":") + std::string(colour(edge, relation));
    if (relation != "po" || edge.bold) label += (label.empty() ? "" : ",") + relation;
  }
  std::string text = fmt::format("[color={}", dot_string(colours));
  if (!label.empty()) {
    // On white, since lines cross.
    text += fmt::format(
        ", {}=<<table border=\"0\" cellspacing=\"0\" cellpadding=\"1\"><tr><td bgcolor=\"white\">{}</td></tr>"
        "</table>>, fontcolor={}",
        crosses ? "labeldistance=3.5, labelangle=0, taillabel" : "label", xml_text(label),
        colour(edge, edge.relations.back()));
  }
  text += style(edge);
  if (edge.bold) text += ", penwidth=3";
  return text + "]";
}

std::string_view look(Story::Look look) {
  switch (look) {
    case Story::Look::plain:
      return "";
    case Story::Look::alarming:
      return ", color=crimson, penwidth=2, fillcolor=mistyrose";
    case Story::Look::suspicious:
      return ", color=darkorange, penwidth=2, fillcolor=\"#ffd59c\"";
  }
  return "";
}

/// Rows by the numbers that listings have.
std::string node_name(const Story& story, std::uint32_t id) {
  return id < Story::kInitial ? fmt::format("{}", story.number(id)) : fmt::format("i{}", id - Story::kInitial);
}

}  // namespace

std::string dot_string(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    if (c == '\n') {
      result += "\\n";
    } else if (c == '&') {
      result += "&amp;";  // Graphviz reads HTML's entities everywhere
    } else {
      result += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
    }
  }
  return result + '"';
}

std::string to_dot(const Story& story, const Picture& picture) {
  std::vector<PictureNode> nodes = nodes_of(story, picture.most);
  const std::vector<Header> headers = lay_out(story, nodes);
  PictureGraph view;
  std::map<std::uint32_t, const PictureNode*> by_id;
  std::size_t rows = 0;
  for (const PictureNode& node : nodes) {
    view.nodes.push_back(node.id);
    by_id[node.id] = &node;
    rows += !node.initial();
  }
  view.edges = edges_of(story, nodes);

  std::string title = picture.title;
  const auto add_line = [&title](const std::string& line) {
    title += (title.empty() || line.empty() ? "" : "\n") + line;
  };
  add_line(picture.subtitle);
  const std::size_t all = story.rows.size() + story.left_out;
  if (rows < all) {
    add_line(fmt::format("{} of {} events{}", rows, all, story.left_out > 0 ? ": those that lead to this" : ""));
  }
  const auto write_graph = [&](std::ostream& out) {
    out << "graph [layout=neato, splines=true, outputorder=edgesfirst, esep=\"+6\", sep=\"+8\", fontname=Helvetica, "
        << "fontsize=14, labelloc=t, pad=0.2, label=" << dot_string(title) << "];\n"
        << "node [shape=box, style=\"filled,rounded\", fillcolor=white, color=gray60, fontname=Helvetica, fontsize=12, "
        << "height=0.3, margin=\"0.08,0.04\"];\n"
        << "edge [fontname=Helvetica, fontsize=10, arrowsize=0.7];\n";
    for (const Header& header : headers) {
      out << fmt::format("lane{} [shape=plaintext, style=\"\", label=<<b>{}</b>>, pos=\"{:.2f},{:.2f}!\"];\n",
                         header.lane, xml_text(story.lanes[header.lane]), header.at.x, header.at.y);
    }
  };
  const auto write_node = [&](std::ostream& out, std::uint32_t id) {
    const PictureNode& node = *by_id.at(id);
    out << fmt::format(
        " [label={}, pos=\"{:.2f},{:.2f}!\"{}]", dot_string(node.label), node.at.x, node.at.y,
        node.initial() ? ", shape=plaintext, style=filled, fillcolor=gray93" : look(story.rows[id].look));
  };
  const auto lane = [&](std::uint32_t id) {
    return id < Story::kInitial ? std::int64_t{story.rows[id].lane} : std::int64_t{-1};
  };
  const auto write_edge = [&](std::ostream& out, const PictureEdge& edge) {
    out << edge_attributes(edge, lane(edge.source) != lane(edge.target));
  };
  std::ostringstream out;
  boost::write_graphviz(
      out, view, write_node, write_edge, write_graph,
      boost::make_function_property_map<std::uint32_t>([&story](std::uint32_t id) { return node_name(story, id); }));
  return out.str();
}

}  // namespace graphfuzz

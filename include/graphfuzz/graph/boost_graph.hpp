// ExecutionGraph and Relation as Boost graphs: they model VertexListGraph and IncidenceGraph with a vertex_index map,
// an ExecutionGraph also BidirectionalGraph, over their own storage and without a copy, so that Boost's algorithms run
// on them directly; on some of the edges alone through boost::filtered_graph, on causes through boost::reverse_graph.
//
// The vertices are the slots. The edges of an ExecutionGraph are the immediate ones: po to the next event of the
// thread, asw from where a thread was started or ended, rf to each reader, mo to the next write, fr to the first write
// that overwrites what was read. The transitive closure of these is (po | asw | rf | mo | fr)+.
#pragma once

#include <boost/graph/graph_traits.hpp>
#include <boost/graph/properties.hpp>
#include <boost/iterator/counting_iterator.hpp>
#include <boost/iterator/iterator_facade.hpp>
#include <boost/property_map/property_map.hpp>
#include <cstdint>
#include <string_view>
#include <utility>

#include "graphfuzz/graph/execution_graph.hpp"
#include "graphfuzz/graph/relation.hpp"

namespace graphfuzz {

enum class EdgeKind : std::uint8_t { po, asw, rf, mo, fr };
std::string_view name(EdgeKind kind);

struct GraphEdge {
  Slot source = kNoSlot;
  Slot target = kNoSlot;
  EdgeKind kind = EdgeKind::po;
  friend bool operator==(const GraphEdge&, const GraphEdge&) = default;
};

/// Enumerates the outgoing edges of one vertex.
class OutEdgeIterator
    : public boost::iterator_facade<OutEdgeIterator, GraphEdge, boost::forward_traversal_tag, GraphEdge> {
 public:
  OutEdgeIterator() = default;
  static OutEdgeIterator begin(const ExecutionGraph& graph, Slot source);
  static OutEdgeIterator end(const ExecutionGraph& graph, Slot source);

 private:
  friend class boost::iterator_core_access;
  enum class Stage : std::uint8_t { po, asw, readers, mo, fr, done };

  void increment();
  bool equal(const OutEdgeIterator& other) const { return stage_ == other.stage_ && target_ == other.target_; }
  GraphEdge dereference() const;
  void settle();

  const ExecutionGraph* graph_ = nullptr;
  Slot source_ = kNoSlot;
  Slot target_ = kNoSlot;
  Stage stage_ = Stage::done;
};

/// Enumerates the incoming edges of one vertex: from the event before it, from what started or ended a thread, from the
/// write it reads from, from the write before it in mo, and from those that read that.
class InEdgeIterator
    : public boost::iterator_facade<InEdgeIterator, GraphEdge, boost::forward_traversal_tag, GraphEdge> {
 public:
  InEdgeIterator() = default;
  static InEdgeIterator begin(const ExecutionGraph& graph, Slot target);
  static InEdgeIterator end(const ExecutionGraph& graph, Slot target);

 private:
  friend class boost::iterator_core_access;
  enum class Stage : std::uint8_t { po, source, mo, readers, done };

  void increment();
  bool equal(const InEdgeIterator& other) const { return stage_ == other.stage_ && source_ == other.source_; }
  GraphEdge dereference() const;
  void settle();

  const ExecutionGraph* graph_ = nullptr;
  Slot target_ = kNoSlot;
  Slot source_ = kNoSlot;
  Stage stage_ = Stage::done;
};

/// Enumerates the pairs (source, …) of a relation.
class RelationEdgeIterator : public boost::iterator_facade<RelationEdgeIterator, std::pair<Slot, Slot>,
                                                           boost::forward_traversal_tag, std::pair<Slot, Slot>> {
 public:
  RelationEdgeIterator() = default;
  RelationEdgeIterator(const Relation& relation, Slot source, Slot target)
      : relation_(&relation), source_(source), target_(target) {}

 private:
  friend class boost::iterator_core_access;
  void increment() { target_ = relation_->next(source_, target_ + 1); }
  bool equal(const RelationEdgeIterator& other) const { return target_ == other.target_; }
  std::pair<Slot, Slot> dereference() const { return {source_, target_}; }

  const Relation* relation_ = nullptr;
  Slot source_ = 0;
  Slot target_ = 0;
};

struct RelationCategory : boost::vertex_list_graph_tag, boost::incidence_graph_tag {};
struct ExecutionGraphCategory : boost::vertex_list_graph_tag, boost::bidirectional_graph_tag {};

using VertexIterator = boost::counting_iterator<Slot>;

inline std::pair<VertexIterator, VertexIterator> vertices(const ExecutionGraph& g) {
  return {VertexIterator(0), VertexIterator(g.size())};
}
inline std::size_t num_vertices(const ExecutionGraph& g) { return g.size(); }
inline std::pair<OutEdgeIterator, OutEdgeIterator> out_edges(Slot v, const ExecutionGraph& g) {
  return {OutEdgeIterator::begin(g, v), OutEdgeIterator::end(g, v)};
}
std::size_t out_degree(Slot v, const ExecutionGraph& g);
inline std::pair<InEdgeIterator, InEdgeIterator> in_edges(Slot v, const ExecutionGraph& g) {
  return {InEdgeIterator::begin(g, v), InEdgeIterator::end(g, v)};
}
std::size_t in_degree(Slot v, const ExecutionGraph& g);
inline std::size_t degree(Slot v, const ExecutionGraph& g) { return out_degree(v, g) + in_degree(v, g); }
inline Slot source(const GraphEdge& e, const ExecutionGraph&) { return e.source; }
inline Slot target(const GraphEdge& e, const ExecutionGraph&) { return e.target; }
inline boost::typed_identity_property_map<Slot> get(boost::vertex_index_t, const ExecutionGraph&) { return {}; }
inline Slot get(boost::vertex_index_t, const ExecutionGraph&, Slot v) { return v; }

inline std::pair<VertexIterator, VertexIterator> vertices(const Relation& r) {
  return {VertexIterator(0), VertexIterator(static_cast<Slot>(r.size()))};
}
inline std::size_t num_vertices(const Relation& r) { return r.size(); }
inline std::pair<RelationEdgeIterator, RelationEdgeIterator> out_edges(Slot v, const Relation& r) {
  return {{r, v, r.next(v, 0)}, {r, v, static_cast<Slot>(r.size())}};
}
inline std::size_t out_degree(Slot v, const Relation& r) {
  const auto [first, last] = out_edges(v, r);
  return static_cast<std::size_t>(std::distance(first, last));
}
inline Slot source(const std::pair<Slot, Slot>& e, const Relation&) { return e.first; }
inline Slot target(const std::pair<Slot, Slot>& e, const Relation&) { return e.second; }
inline boost::typed_identity_property_map<Slot> get(boost::vertex_index_t, const Relation&) { return {}; }
inline Slot get(boost::vertex_index_t, const Relation&, Slot v) { return v; }

namespace detail {

template <class Edge, class EdgeIterator, class InEdges, class Category>
struct SlotGraphTraits {
  using vertex_descriptor = Slot;
  using edge_descriptor = Edge;
  using directed_category = boost::directed_tag;
  using edge_parallel_category = boost::allow_parallel_edge_tag;
  using traversal_category = Category;
  using vertex_iterator = VertexIterator;
  using out_edge_iterator = EdgeIterator;
  using in_edge_iterator = InEdges;
  using edge_iterator = void;
  using vertices_size_type = std::size_t;
  using edges_size_type = std::size_t;
  using degree_size_type = std::size_t;
  static vertex_descriptor null_vertex() { return kNoSlot; }
};

}  // namespace detail
}  // namespace graphfuzz

namespace boost {

template <>
struct graph_traits<graphfuzz::ExecutionGraph>
    : graphfuzz::detail::SlotGraphTraits<graphfuzz::GraphEdge, graphfuzz::OutEdgeIterator, graphfuzz::InEdgeIterator,
                                         graphfuzz::ExecutionGraphCategory> {};
template <>
struct graph_traits<graphfuzz::Relation>
    : graphfuzz::detail::SlotGraphTraits<std::pair<graphfuzz::Slot, graphfuzz::Slot>, graphfuzz::RelationEdgeIterator,
                                         void, graphfuzz::RelationCategory> {};

template <>
struct property_map<graphfuzz::ExecutionGraph, vertex_index_t> {
  using type = typed_identity_property_map<graphfuzz::Slot>;
  using const_type = type;
};
template <>
struct property_map<graphfuzz::Relation, vertex_index_t> {
  using type = typed_identity_property_map<graphfuzz::Slot>;
  using const_type = type;
};

}  // namespace boost

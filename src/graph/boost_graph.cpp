#include "graphfuzz/graph/boost_graph.hpp"

#include <iterator>

namespace graphfuzz {

std::string_view name(EdgeKind kind) {
  switch (kind) {
    case EdgeKind::po:
      return "po";
    case EdgeKind::asw:
      return "asw";
    case EdgeKind::rf:
      return "rf";
    case EdgeKind::mo:
      return "mo";
    case EdgeKind::fr:
      return "fr";
  }
  return "";
}

OutEdgeIterator OutEdgeIterator::begin(const ExecutionGraph& graph, Slot source) {
  OutEdgeIterator i;
  i.graph_ = &graph;
  i.source_ = source;
  i.stage_ = Stage::po;
  i.target_ = graph.po_next(source);
  i.settle();
  return i;
}

OutEdgeIterator OutEdgeIterator::end(const ExecutionGraph& graph, Slot source) {
  OutEdgeIterator i;
  i.graph_ = &graph;
  i.source_ = source;
  return i;
}

void OutEdgeIterator::increment() {
  if (stage_ == Stage::readers) {
    target_ = (*graph_)[target_].next_reader;
  } else if (stage_ == Stage::asw) {
    target_ = graph_->next_asw(target_);
  } else {
    target_ = kNoSlot;
  }
  settle();
}

// Moves on to the next stage that has an edge.
void OutEdgeIterator::settle() {
  const ExecutionGraph& g = *graph_;
  const Event& e = g[source_];
  while (target_ == kNoSlot && stage_ != Stage::done) {
    stage_ = static_cast<Stage>(static_cast<int>(stage_) + 1);
    switch (stage_) {
      case Stage::asw:
        target_ = g.first_asw(source_);
        break;
      case Stage::readers:
        if (writes(e.label.kind)) target_ = e.first_reader;
        break;
      case Stage::mo:
        if (writes(e.label.kind)) target_ = g.mo_next(source_);
        break;
      case Stage::fr:
        if (reads(e.label.kind)) target_ = g.mo_next(e.rf);
        if (target_ == source_) target_ = kNoSlot;  // an update right after what it reads from
        break;
      default:
        break;
    }
  }
}

GraphEdge OutEdgeIterator::dereference() const {
  static constexpr EdgeKind kinds[] = {EdgeKind::po, EdgeKind::asw, EdgeKind::rf, EdgeKind::mo, EdgeKind::fr};
  return {source_, target_, kinds[static_cast<int>(stage_)]};
}

std::size_t out_degree(Slot v, const ExecutionGraph& g) {
  const auto [first, last] = out_edges(v, g);
  return static_cast<std::size_t>(std::distance(first, last));
}

InEdgeIterator InEdgeIterator::begin(const ExecutionGraph& graph, Slot target) {
  InEdgeIterator i = end(graph, target);
  i.stage_ = Stage::po;
  i.source_ = graph.po_previous(target);
  i.settle();
  return i;
}

InEdgeIterator InEdgeIterator::end(const ExecutionGraph& graph, Slot target) {
  InEdgeIterator i;
  i.graph_ = &graph;
  i.target_ = target;
  return i;
}

void InEdgeIterator::increment() {
  source_ = stage_ == Stage::readers ? (*graph_)[source_].next_reader : kNoSlot;
  settle();
}

// Moves on to the next stage that has an edge.
void InEdgeIterator::settle() {
  const ExecutionGraph& g = *graph_;
  const Event& e = g[target_];
  for (;;) {
    if (stage_ == Stage::readers && source_ == target_) source_ = e.next_reader;  // an update reads what it overwrites
    if (source_ != kNoSlot || stage_ == Stage::done) return;
    stage_ = static_cast<Stage>(static_cast<int>(stage_) + 1);
    switch (stage_) {
      case Stage::source:
        source_ = e.rf;
        break;
      case Stage::mo:
        if (writes(e.label.kind)) source_ = g.mo_previous(target_);
        break;
      case Stage::readers:
        if (!writes(e.label.kind)) break;
        if (const Slot before = g.mo_previous(target_); before != kNoSlot) source_ = g[before].first_reader;
        break;
      default:
        break;
    }
  }
}

GraphEdge InEdgeIterator::dereference() const {
  const EdgeKind from_source = is_access((*graph_)[target_].label.kind) ? EdgeKind::rf : EdgeKind::asw;
  const EdgeKind kinds[] = {EdgeKind::po, from_source, EdgeKind::mo, EdgeKind::fr};
  return {source_, target_, kinds[static_cast<int>(stage_)]};
}

std::size_t in_degree(Slot v, const ExecutionGraph& g) {
  const auto [first, last] = in_edges(v, g);
  return static_cast<std::size_t>(std::distance(first, last));
}

}  // namespace graphfuzz

#include "model/cat/registers.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>

#include "model/cat/dependencies.hpp"

namespace graphfuzz::cat {
namespace {

// A matrix of this many rows takes 32 MB, and there is one for every operation.
constexpr Slot kMostEvents = 16'384;

void insert_bit(Word* set, Slot slot) { set[slot / kWordBits] |= Word{1} << (slot % kWordBits); }
void erase_bit(Word* set, Slot slot) { set[slot / kWordBits] &= ~(Word{1} << (slot % kWordBits)); }

template <class Visit>
void for_each_bit(const Word* set, std::size_t words, Visit visit) {
  for (std::size_t w = 0; w < words; ++w) {
    for (Word rest = set[w]; rest != 0; rest &= rest - 1) {
      visit(static_cast<Slot>(w * kWordBits + static_cast<std::size_t>(std::countr_zero(rest))));
    }
  }
}

void keep_first(Word* set, std::size_t words, Slot size) {
  const std::size_t full = size / kWordBits;
  if (full >= words) return;
  set[full] &= (Word{1} << (size % kWordBits)) - 1;
  std::fill(set + full + 1, set + words, 0);
}

}  // namespace

Registers::Registers(const Plan& plan) : plan_(plan), offset_(plan.nodes.size(), 0), empty_(plan.nodes.size(), 1) {
  std::fill(std::begin(base_sets_), std::end(base_sets_), kNoNode);
  std::fill(std::begin(base_relations_), std::end(base_relations_), kNoNode);
  for (NodeId id = 0; id < plan.nodes.size(); ++id) {
    const Node& n = plan.nodes[id];
    if (n.op == Op::base_set && plan.used_sets[n.payload]) base_sets_[n.payload] = id;
    if (n.op == Op::base_relation && plan.used_relations[n.payload]) base_relations_[n.payload] = id;
  }
}

void Registers::reserve(const ExecutionGraph& graph, Slot size) {
  if (size <= capacity_ && graph.threads() <= threads_ && graph.locations() <= locations_) return;
  if (size > kMostEvents) throw std::length_error("the execution is too long for a memory model written in cat");
  if (size > capacity_) {
    // Short rows and few of them while they do: what fits into the cache is fast.
    capacity_ = size <= kWordBits ? std::max<Slot>(16, std::bit_ceil(size))
                                  : static_cast<Slot>((size + size / 2 + kWordBits - 1) / kWordBits * kWordBits);
  }
  threads_ = std::max<std::size_t>(threads_, graph.threads());
  locations_ = std::max<std::size_t>(locations_, graph.locations());
  words_ = (capacity_ + kWordBits - 1) / kWordBits;
  std::vector<bool> needed(plan_.nodes.size(), false);
  for (NodeId id : base_sets_) {
    if (id != kNoNode) needed[id] = true;
  }
  for (NodeId id : base_relations_) {
    if (id != kNoNode) needed[id] = true;
  }
  for (const Schedule* schedule : {&plan_.axioms, &plan_.everything}) {
    for (const Step& step : *schedule) {
      if (step.kind == Step::Kind::evaluate) needed[step.index] = true;
      if (step.kind != Step::Kind::begin) continue;
      for (NodeId variable : plan_.recursions[step.index].variables) needed[variable] = true;
    }
  }
  std::size_t total = 0;
  for (NodeId id = 0; id < plan_.nodes.size(); ++id) {
    if (!needed[id] || is_condition(plan_.nodes[id].op)) continue;
    offset_[id] = total;
    total += is_set(plan_.nodes[id].op) ? words_ : words_ * capacity_;
  }
  for (NodeId id = 0; id < plan_.nodes.size(); ++id) {
    if (!needed[id] || !is_condition(plan_.nodes[id].op)) continue;
    offset_[id] = total++;
  }
  bits_.assign(total, 0);
  universe_.assign(words_, 0);
  scratch_.assign(3 * words_, 0);
  stack_.assign(capacity_, 0);
  of_thread_.assign(words_ * threads_, 0);
  of_location_.assign(words_ * locations_, 0);
  size_ = 0;
}

void Registers::truncate(Slot size) {
  source_ = kNoSlot;
  placed_ = 0;
  if (size >= size_) return;
  size_ = size;
  const auto keep = [&](Word* set) { keep_first(set, words_, size); };
  keep(universe_.data());
  for (std::size_t t = 0; t < threads_; ++t) keep(members(of_thread_, t));
  for (std::size_t x = 0; x < locations_; ++x) keep(members(of_location_, x));
  for (NodeId id : base_sets_) {
    if (id != kNoNode) keep(set(id));
  }
  for (NodeId id : base_relations_) {
    if (id == kNoNode) continue;
    for (Slot a = 0; a < size; ++a) keep(row(id, a));
  }
}

void Registers::follow(const ExecutionGraph& graph) {
  reserve(graph, graph.size());
  if (size_ > graph.size()) truncate(graph.size());
  if (size_ == 0) {
    for (std::vector<Word>* sets : {&universe_, &of_thread_, &of_location_}) std::fill(sets->begin(), sets->end(), 0);
    for (NodeId id : base_sets_) {
      if (id == kNoNode) continue;
      std::fill_n(set(id), words_, 0);
      empty_[id] = true;
    }
    for (NodeId id : base_relations_) {
      if (id != kNoNode) empty_[id] = true;
    }
  }
  while (size_ < graph.size()) push(graph, size_);
  if (!graph.extends_porf()) find_later_sources(graph);
  if (node(BaseSet::final_write) != kNoNode) find_final_writes(graph);
  find_dependencies(graph);
}

void Registers::suppose(const ExecutionGraph& graph, const Access& access) {
  reserve(graph, graph.size() + 1);
  follow(graph);
  source_ = kNoSlot;
  placed_ = 0;
  Label label;
  label.kind = access.kind;
  label.order = access.order;
  label.location = access.location;
  push({access.thread, 0}, label);
  for (BaseRelation kind : {BaseRelation::addr, BaseRelation::data, BaseRelation::ctrl}) {
    for (const Dependency& dependency : access.dependencies) {
      if (dependency.kind != dependency_kind(kind)) continue;
      insert(kind, graph.thread(access.thread)[dependency.read], graph.size());
    }
  }
}

void Registers::read_from(Slot source) {
  if (source_ != kNoSlot) erase(BaseRelation::rf, source_, size_ - 1);
  source_ = source;
  insert(BaseRelation::rf, source_, size_ - 1);
}

void Registers::place_after(std::span<const Slot> order, std::size_t position) {
  const Slot slot = size_ - 1;
  if (placed_ == 0) {
    for (Slot write : order) insert(BaseRelation::mo, slot, write);
  }
  for (; placed_ <= position; ++placed_) {
    erase(BaseRelation::mo, slot, order[placed_]);
    insert(BaseRelation::mo, order[placed_], slot);
  }
  const NodeId final_writes = node(BaseSet::final_write);
  if (final_writes == kNoNode) return;
  const bool last = placed_ == order.size();
  last ? insert_bit(set(final_writes), slot) : erase_bit(set(final_writes), slot);
  last ? erase_bit(set(final_writes), order.back()) : insert_bit(set(final_writes), order.back());
}

void Registers::insert(BaseSet base, Slot slot) {
  if (node(base) == kNoNode) return;
  insert_bit(set(node(base)), slot);
  empty_[node(base)] = false;
}

void Registers::insert(BaseRelation relation, Slot a, Slot b) {
  if (node(relation) == kNoNode) return;
  insert_bit(row(node(relation), a), b);
  empty_[node(relation)] = false;
}

void Registers::erase(BaseRelation relation, Slot a, Slot b) {
  if (node(relation) != kNoNode) erase_bit(row(node(relation), a), b);
}

// All that follows from what an event is and where.
void Registers::push(EventId id, const Label& label) {
  using enum BaseSet;
  const Slot slot = size_++;
  for (NodeId relation : base_relations_) {
    if (relation != kNoNode) std::fill_n(row(relation, slot), words_, 0);
  }
  insert_bit(universe_.data(), slot);
  insert(universe, slot);
  if (reads(label.kind)) insert(read, slot);
  if (writes(label.kind)) insert(write, slot);
  if (label.kind == EventKind::update) insert(update, slot);
  if (label.kind == EventKind::fence) insert(fence, slot);
  const bool access = is_access(label.kind);
  if (access) insert(memory, slot);
  if (id.thread == kInitThread) {
    insert(initial_write, slot);
  } else {
    Word* const thread = members(of_thread_, id.thread);
    for_each_bit(thread, words_, [&](Slot before) {
      insert(BaseRelation::po, before, slot);
      insert(BaseRelation::internal, before, slot);
      insert(BaseRelation::internal, slot, before);
    });
    insert(BaseRelation::internal, slot, slot);
    insert_bit(thread, slot);
  }
  if (access || label.kind == EventKind::fence) {
    if (access && is_atomic(label.order)) insert(atomic, slot);
    constexpr BaseSet orders[] = {non_atomic, relaxed, acquire, release, acq_rel, seq_cst};
    insert(orders[static_cast<std::size_t>(label.order)], slot);
  }
  if (!access) return;
  Word* const location = members(of_location_, label.location);
  insert_bit(location, slot);
  if (node(BaseRelation::loc) == kNoNode) return;
  for_each_bit(location, words_, [&](Slot other) {
    insert(BaseRelation::loc, other, slot);
    insert(BaseRelation::loc, slot, other);
  });
}

void Registers::push(const ExecutionGraph& graph, Slot slot) {
  const Event& e = graph[slot];
  push(e.id, e.label);
  if (e.rf != kNoSlot && e.rf < slot)
    insert(is_access(e.label.kind) ? BaseRelation::rf : BaseRelation::asw, e.rf, slot);
  if (writes(e.label.kind)) push_order(graph, slot);
}

// In a graph that was assembled a read may have a source that comes after it: its row was empty then.
void Registers::find_later_sources(const ExecutionGraph& graph) {
  for (Slot slot = graph.locations(); slot < graph.size(); ++slot) {
    const Event& e = graph[slot];
    if (e.rf == kNoSlot || e.rf < slot) continue;
    insert(is_access(e.label.kind) ? BaseRelation::rf : BaseRelation::asw, e.rf, slot);
  }
}

// mo between `slot` and the writes before it. The graph may have more.
void Registers::push_order(const ExecutionGraph& graph, Slot slot) {
  if (node(BaseRelation::mo) == kNoNode) return;
  const std::span<const Slot> order = graph.mo(graph[slot].label.location);
  if (!graph.extends_porf() && std::find(order.begin(), order.end(), slot) == order.end()) return;  // not yet in mo
  bool before = true;
  for (Slot write : order) {
    if (write == slot) {
      before = false;
    } else if (write < slot) {
      before ? insert(BaseRelation::mo, write, slot) : insert(BaseRelation::mo, slot, write);
    }
  }
}

void Registers::find_final_writes(const ExecutionGraph& graph) {
  Word* const final_writes = set(node(BaseSet::final_write));
  std::fill_n(final_writes, words_, 0);
  empty_[node(BaseSet::final_write)] = false;
  for (Location x = 0; x < graph.locations(); ++x) insert_bit(final_writes, graph.mo_last(x));
}

void Registers::find_dependencies(const ExecutionGraph& graph) {
  for (BaseRelation kind : {BaseRelation::addr, BaseRelation::data, BaseRelation::ctrl}) {
    if (node(kind) == kNoNode) continue;
    const Relation relation = dependency_relation(graph, kind);
    empty_[node(kind)] = false;
    for (Slot a = 0; a < size_; ++a) {
      std::fill_n(row(node(kind), a), words_, 0);
      for (Slot b = relation.next(a, 0); b < size_; b = relation.next(a, b + 1)) insert_bit(row(node(kind), a), b);
    }
  }
}

}  // namespace graphfuzz::cat

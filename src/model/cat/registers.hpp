// The values of a plan's nodes on one growing graph: a bit vector per set, a bit matrix per relation, one row per
// event. The base sets and relations are kept up to date while events come and go at the end; the kernels fill in the
// rest.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "graphfuzz/model/memory_model.hpp"
#include "model/cat/plan.hpp"

namespace graphfuzz::cat {

using Word = std::uint64_t;
inline constexpr std::size_t kWordBits = 64;

class Registers {
 public:
  explicit Registers(const Plan& plan);

  /// No events.
  void clear() { size_ = 0; }
  /// Forgets all but the first events.
  void truncate(Slot size);
  /// Takes in the events of the graph that are not known yet. O(new events × events).
  void follow(const ExecutionGraph& graph);
  /// Adds an access that the graph does not have yet, without a source or a place in mo. The next truncate() or
  /// follow() ends it.
  void suppose(const ExecutionGraph& graph, const Access& access);
  /// Makes the supposed access read from `source` and no other write.
  void read_from(Slot source);
  /// Places the supposed access in mo right after the first `position` + 1 writes of `order`, the mo of its location.
  void place_after(std::span<const Slot> order, std::size_t position);

  Slot size() const { return size_; }
  std::size_t words() const { return words_; }
  Word* set(NodeId node) { return bits_.data() + offset_[node]; }
  Word* row(NodeId node, Slot slot) { return bits_.data() + offset_[node] + slot * words_; }
  const Word* set(NodeId node) const { return bits_.data() + offset_[node]; }
  const Word* row(NodeId node, Slot slot) const { return bits_.data() + offset_[node] + slot * words_; }
  bool holds(NodeId set_node, Slot slot) const { return set(set_node)[slot / kWordBits] >> (slot % kWordBits) & 1; }
  bool holds(NodeId relation, Slot a, Slot b) const { return row(relation, a)[b / kWordBits] >> (b % kWordBits) & 1; }
  /// Is the value known to be empty? What evaluates to an empty set or relation need not be written out: in most graphs
  /// much of a model is about events that there are none of. Base relations are known to be empty if they never were
  /// not.
  std::uint8_t& empty(NodeId node) { return empty_[node]; }
  /// All events. Every register has no bits beyond it.
  const Word* universe() const { return universe_.data(); }
  /// Three sets, and a list of events, for the kernels to work with.
  Word* scratch(std::size_t which) { return scratch_.data() + which * words_; }
  Slot* stack() { return stack_.data(); }

 private:
  void reserve(const ExecutionGraph& graph, Slot size);
  void push(EventId id, const Label& label);
  void push(const ExecutionGraph& graph, Slot slot);
  void push_order(const ExecutionGraph& graph, Slot slot);
  void find_final_writes(const ExecutionGraph& graph);
  void find_later_sources(const ExecutionGraph& graph);
  void find_dependencies(const ExecutionGraph& graph);
  void insert(BaseSet set, Slot slot);
  void insert(BaseRelation relation, Slot a, Slot b);
  void erase(BaseRelation relation, Slot a, Slot b);
  NodeId node(BaseSet set) const { return base_sets_[static_cast<std::size_t>(set)]; }
  NodeId node(BaseRelation relation) const { return base_relations_[static_cast<std::size_t>(relation)]; }
  Word* members(std::vector<Word>& sets, std::size_t index) { return sets.data() + index * words_; }

  const Plan& plan_;
  NodeId base_sets_[kBaseSets];  // kNoNode if not used
  NodeId base_relations_[kBaseRelations];
  std::vector<std::size_t> offset_;  // by node, in bits_
  std::vector<Word> bits_;
  std::vector<std::uint8_t> empty_;  // by node
  std::vector<Word> universe_;
  std::vector<Word> scratch_;
  std::vector<Slot> stack_;
  std::vector<Word> of_thread_;    // the events of each thread
  std::vector<Word> of_location_;  // the accesses of each location
  Slot size_ = 0;
  Slot capacity_ = 0;
  std::size_t words_ = 0;
  std::size_t threads_ = 0;
  std::size_t locations_ = 0;
  Slot source_ = kNoSlot;   // of the supposed access
  std::size_t placed_ = 0;  // how many writes come before it, 0 if it is not placed
};

}  // namespace graphfuzz::cat

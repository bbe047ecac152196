// Relation: a binary relation on the slots of a graph, as a bit matrix, with the operators of relational algebra.
// For axioms evaluated as they are written; the incremental checkers do without.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "graphfuzz/graph/event.hpp"

namespace graphfuzz {

class ExecutionGraph;

class Relation {
 public:
  explicit Relation(std::size_t size = 0) : size_(size), words_((size + 63) / 64), bits_(size * words_) {}

  /// All pairs for which the predicate holds. O(size²).
  static Relation where(std::size_t size, const std::function<bool(Slot, Slot)>& holds);
  /// [S]: the identity on the events for which the predicate holds.
  static Relation identity(std::size_t size, const std::function<bool(Slot)>& holds);

  std::size_t size() const { return size_; }
  bool operator()(Slot a, Slot b) const { return bits_[a * words_ + b / 64] >> (b % 64) & 1; }
  void insert(Slot a, Slot b) { bits_[a * words_ + b / 64] |= std::uint64_t{1} << (b % 64); }
  /// The smallest b ≥ from with (a, b) in the relation; size() if there is none.
  Slot next(Slot a, Slot from) const;

  friend Relation operator|(Relation a, const Relation& b);
  friend Relation operator&(Relation a, const Relation& b);
  friend Relation operator-(Relation a, const Relation& b);
  /// Composition (cat's `a ; b`). O(size³ / 64).
  friend Relation operator*(const Relation& a, const Relation& b);
  friend bool operator==(const Relation&, const Relation&) = default;
  Relation inverse() const;
  /// r+ (Warshall). O(size³ / 64).
  Relation closure() const;
  /// r?
  Relation optional() const;
  bool irreflexive() const;

 private:
  std::size_t size_ = 0;
  std::size_t words_ = 0;
  std::vector<std::uint64_t> bits_;
};

}  // namespace graphfuzz

// Corpus: the prefixes worth coming back to, and the scheduler that says to which.
#pragma once

#include <cstdint>
#include <vector>

#include "graphfuzz/explore/prefix.hpp"
#include "graphfuzz/explore/random.hpp"
#include "graphfuzz/fuzz/options.hpp"

namespace graphfuzz {

struct CorpusEntry {
  Prefix prefix;
  Cut cut = Cut::revisit;    ///< how it was made
  std::uint32_t tries = 0;   ///< executions that began with it
  std::uint32_t hits = 0;    ///< … and were interesting
  std::uint32_t misses = 0;  ///< executions in a row that were not

  /// How promising: the rate of hits, as if it had hit once in two tries before.
  double score() const { return (hits + 1.0) / (tries + 2.0); }
};

/// Bounded. All operations are O(1). Not thread-safe.
class Corpus {
 public:
  explicit Corpus(std::size_t capacity) : capacity_(capacity) {}

  bool empty() const { return entries_.empty(); }
  std::size_t size() const { return entries_.size(); }
  const CorpusEntry& operator[](std::size_t index) const { return entries_[index]; }

  /// Adds a prefix; if the corpus is full, in place of the least promising of a few drawn at random, of those tried
  /// before if there are any.
  void add(Prefix prefix, Cut cut, Random& random);
  /// The scheduler: one that was never tried if there is any, else the most promising of a few drawn at random. The
  /// corpus must not be empty.
  std::size_t pick(Random& random) const;
  /// Tells how the execution from the entry picked, `index`, went. Entries that stopped being interesting are
  /// discarded.
  void report(std::size_t index, bool interesting);

 private:
  std::size_t draw(Random& random, bool most_promising) const;

  std::size_t capacity_;
  std::vector<CorpusEntry> entries_;
  std::size_t fresh_ = 0;  // the first entries are those never tried
};

}  // namespace graphfuzz

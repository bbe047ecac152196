// Corpus: the prefixes worth coming back to, and the scheduler that says to which.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "graphfuzz/explore/prefix.hpp"
#include "graphfuzz/explore/random.hpp"
#include "graphfuzz/fuzz/options.hpp"
#include "graphfuzz/fuzz/search.hpp"

namespace graphfuzz {

/// `P` is what a prefix is.
template <class P>
struct CorpusEntryOf {
  P prefix;
  Cut cut = Cut::revisit;    ///< how it was made
  std::uint32_t tries = 0;   ///< executions that began with it
  std::uint32_t hits = 0;    ///< … and were interesting
  std::uint32_t misses = 0;  ///< executions in a row that were not

  /// How promising: the rate of hits, as if it had hit once in two tries before.
  double score() const { return (hits + 1.0) / (tries + 2.0); }
};

/// Bounded. All operations are O(1). Not thread-safe.
template <class P>
class CorpusOf {
 public:
  using Entry = CorpusEntryOf<P>;
  explicit CorpusOf(std::size_t capacity) : capacity_(capacity) {}

  bool empty() const { return entries_.empty(); }
  std::size_t size() const { return entries_.size(); }
  const Entry& operator[](std::size_t index) const { return entries_[index]; }

  /// Adds a prefix; if the corpus is full, in place of the least promising of a few drawn at random, of those tried
  /// before if there are any.
  void add(P prefix, Cut cut, Random& random);
  /// The scheduler: one that was never tried if there is any, else the most promising of a few drawn at random. The
  /// corpus must not be empty.
  std::size_t pick(Random& random) const;
  /// Tells how the execution from the entry picked, `index`, went. Entries that stopped being interesting are
  /// discarded.
  void report(std::size_t index, bool interesting);

  /// Writes one value: the entries in their order, which `load` goes on from. `save_prefix(prefix)` writes a prefix,
  /// `load_prefix(saved)` returns it. Of Extent::work it is as if none of them had been tried.
  template <class SavePrefix>
  void save(store::Writer& out, Extent extent, SavePrefix save_prefix) const;
  template <class LoadPrefix>
  void load(const store::Value& saved, LoadPrefix load_prefix);

 private:
  // Size of the tournament that picks and evicts entries.
  static constexpr int kDrawn = 3;

  // An entry goes when this many executions in a row were not interesting; one that has brought much is given more.
  static std::uint32_t patience(const Entry& entry) { return 2 + entry.hits / 4; }

  std::size_t draw(Random& random, bool most_promising) const;

  std::size_t capacity_;
  std::vector<Entry> entries_;
  std::size_t fresh_ = 0;  // the first entries are those never tried
};

// One of those tried before; if there is none, of all.
template <class P>
std::size_t CorpusOf<P>::draw(Random& random, bool most_promising) const {
  const std::size_t begin = fresh_ < entries_.size() ? fresh_ : 0;
  const std::size_t count = entries_.size() - begin;
  std::size_t best = begin + random.below(count);
  for (int i = 1; i < kDrawn; ++i) {
    const std::size_t other = begin + random.below(count);
    const double difference = entries_[other].score() - entries_[best].score();
    if (most_promising ? difference > 0 : difference < 0) best = other;
  }
  return best;
}

template <class P>
void CorpusOf<P>::add(P prefix, Cut cut, Random& random) {
  if (capacity_ == 0) return;
  Entry entry{std::move(prefix), cut};
  if (entries_.size() == capacity_) {
    const std::size_t worst = draw(random, false);
    if (worst < fresh_) {
      entries_[worst] = std::move(entry);
      return;
    }
    std::swap(entries_[worst], entries_.back());
    entries_.back() = std::move(entry);
  } else {
    entries_.push_back(std::move(entry));
  }
  std::swap(entries_[fresh_++], entries_.back());
}

template <class P>
std::size_t CorpusOf<P>::pick(Random& random) const {
  return fresh_ > 0 ? random.below(fresh_) : draw(random, true);
}

template <class P>
void CorpusOf<P>::report(std::size_t index, bool interesting) {
  if (index < fresh_) {
    std::swap(entries_[index], entries_[--fresh_]);
    index = fresh_;
  }
  Entry& entry = entries_[index];
  ++entry.tries;
  if (interesting) {
    ++entry.hits;
    entry.misses = 0;
  } else if (++entry.misses >= patience(entry)) {
    if (index + 1 != entries_.size()) entry = std::move(entries_.back());
    entries_.pop_back();
  }
}

template <class P>
template <class SavePrefix>
void CorpusOf<P>::save(store::Writer& out, Extent extent, SavePrefix save_prefix) const {
  out.begin_array();
  for (const Entry& entry : entries_) {
    out.begin_object().key("prefix");
    save_prefix(entry.prefix);
    out.field("cut", name(entry.cut));
    if (extent == Extent::exact && entry.tries > 0) {
      out.field("tries", entry.tries).field("hits", entry.hits).field("misses", entry.misses);
    }
    out.end_object();
  }
  out.end_array();
}

template <class P>
template <class LoadPrefix>
void CorpusOf<P>::load(const store::Value& saved, LoadPrefix load_prefix) {
  static const std::initializer_list<std::pair<std::string_view, Cut>> kNames = {
      {name(Cut::revisit), Cut::revisit}, {name(Cut::minimal), Cut::minimal}, {name(Cut::maximal), Cut::maximal}};
  entries_.clear();
  fresh_ = 0;
  for (const store::Value item : saved.array(0, capacity_)) {
    item.expect_keys({"prefix", "cut", "tries", "hits", "misses"});
    Entry entry{load_prefix(item.field("prefix")), item.field("cut").choice<Cut>(kNames)};
    if (const std::optional<store::Value> tries = item.find("tries")) {
      entry.tries = tries->template integer<std::uint32_t>(1, 1u << 31);
      entry.hits = item.field("hits").template integer<std::uint32_t>(0, entry.tries);
      entry.misses = item.field("misses").template integer<std::uint32_t>(0, entry.tries);
    } else if (fresh_++ < entries_.size()) {
      item.reject("was never tried, but comes after one that was");
    }
    entries_.push_back(std::move(entry));
  }
}

using CorpusEntry = CorpusEntryOf<Prefix>;
using Corpus = CorpusOf<Prefix>;

}  // namespace graphfuzz

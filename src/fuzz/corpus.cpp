#include "graphfuzz/fuzz/corpus.hpp"

namespace graphfuzz {
namespace {

// Size of the tournament that picks and evicts entries.
constexpr int kDrawn = 3;

// An entry goes when this many executions in a row were not interesting; one that has brought much is given more.
std::uint32_t patience(const CorpusEntry& entry) { return 2 + entry.hits / 4; }

}  // namespace

// One of those tried before; if there is none, of all.
std::size_t Corpus::draw(Random& random, bool most_promising) const {
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

void Corpus::add(Prefix prefix, Cut cut, Random& random) {
  if (capacity_ == 0) return;
  CorpusEntry entry{std::move(prefix), cut};
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

std::size_t Corpus::pick(Random& random) const { return fresh_ > 0 ? random.below(fresh_) : draw(random, true); }

void Corpus::report(std::size_t index, bool interesting) {
  if (index < fresh_) {
    std::swap(entries_[index], entries_[--fresh_]);
    index = fresh_;
  }
  CorpusEntry& entry = entries_[index];
  ++entry.tries;
  if (interesting) {
    ++entry.hits;
    entry.misses = 0;
  } else if (++entry.misses >= patience(entry)) {
    if (index + 1 != entries_.size()) entry = std::move(entries_.back());
    entries_.pop_back();
  }
}

}  // namespace graphfuzz

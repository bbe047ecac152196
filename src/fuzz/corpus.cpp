#include "graphfuzz/fuzz/corpus.hpp"

namespace graphfuzz {
namespace {

// Size of the tournament that picks and evicts entries.
constexpr int kDrawn = 3;

// An entry goes when this many executions in a row were not interesting: one that leaves nothing open repeats itself at
// the second try, one that has brought much is given more of them.
std::uint32_t patience(const CorpusEntry& entry) { return 2 + entry.hits / 4; }

}  // namespace

void Corpus::add(Prefix prefix, Cut cut, Random& random) {
  if (capacity_ == 0) return;
  CorpusEntry entry{std::move(prefix), cut};
  if (entries_.size() < capacity_) {
    entries_.push_back(std::move(entry));
    return;
  }
  std::size_t worst = random.below(entries_.size());
  for (int i = 1; i < kDrawn; ++i) {
    const std::size_t other = random.below(entries_.size());
    if (entries_[other].score() < entries_[worst].score()) worst = other;
  }
  entries_[worst] = std::move(entry);
}

std::size_t Corpus::pick(Random& random) const {
  std::size_t best = random.below(entries_.size());
  for (int i = 1; i < kDrawn; ++i) {
    const std::size_t other = random.below(entries_.size());
    if (entries_[other].score() > entries_[best].score()) best = other;
  }
  return best;
}

void Corpus::report(std::size_t index, bool interesting) {
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

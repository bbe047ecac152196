// What is kept of random numbers and counts from one process to the next.
#include "graphfuzz/explore/pair_counts.hpp"
#include "graphfuzz/explore/random.hpp"
#include "graphfuzz/store/packed.hpp"
#include "graphfuzz/store/writer.hpp"

namespace graphfuzz {

void Random::save(store::Writer& out) const { out.values(state_); }

void Random::load(const store::Value& saved) {
  std::uint64_t any = 0;
  std::size_t i = 0;
  for (const store::Value word : saved.array(4, 4)) any |= state_[i++] = word.integer<std::uint64_t>();
  if (any == 0) saved.reject("is no state of a source of random numbers");
}

// Most are 0: each of the others comes after the number of those before it.
void PairCounts::save(store::Writer& out) const {
  store::Packer numbers;
  std::size_t next = 0;
  for (std::size_t i = 0; i < kSize; ++i) {
    if (counts_[i] == 0) continue;
    numbers.add(i - next).add(counts_[i]);
    next = i + 1;
  }
  out.bytes(numbers.bytes());
}

void PairCounts::load(const store::Value& saved) {
  counts_.assign(kSize, 0);
  std::size_t next = 0;
  for (store::Unpacker numbers(saved); !numbers.at_end(); ++next) {
    if (next == kSize) numbers.reject("has too many counts");
    next += numbers.integer<std::size_t>(0, kSize - 1 - next);
    counts_[next] = numbers.integer<std::uint32_t>(1);
  }
}

}  // namespace graphfuzz

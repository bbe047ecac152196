// BloomFilter (Bloom 1970): says of most keys that were not added, and of none that were, that they were not.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "graphfuzz/store/hash128.hpp"

namespace graphfuzz::store {

class BloomFilter {
 public:
  BloomFilter() = default;

  /// For so many keys. With less than one bit a key there is no filter: all keys may have been added.
  BloomFilter(std::uint64_t keys, double bits_per_key) {
    if (bits_per_key < 1) return;
    words_.resize(static_cast<std::size_t>(static_cast<double>(keys) * bits_per_key / 64) + 1);
    // The number of probes that is best: bits per key times ln 2.
    probes_ = std::clamp(static_cast<unsigned>(std::lround(bits_per_key * 0.6931)), 1U, 12U);
  }

  void add(const Hash128& key) {
    each_bit(key, [&](std::uint64_t& word, std::uint64_t bit) {
      word |= bit;
      return true;
    });
  }

  bool may_contain(const Hash128& key) const {
    return const_cast<BloomFilter*>(this)->each_bit(
        key, [](std::uint64_t word, std::uint64_t bit) { return (word & bit) != 0; });
  }

  std::size_t memory_bytes() const { return words_.size() * sizeof(std::uint64_t); }

 private:
  /// Two hashes make all others (Kirsch and Mitzenmacher 2006).
  template <class Visit>
  bool each_bit(const Hash128& key, Visit visit) {
    if (words_.empty()) return true;
    std::uint64_t hash = std::hash<Hash128>()(key);
    const std::uint64_t step = std::hash<Hash128>()({key.high ^ 0x2545f4914f6cdd1d, key.low}) | 1;
    for (unsigned probe = 0; probe < probes_; ++probe, hash += step) {
      __extension__ using Wide = unsigned __int128;
      const auto bit = static_cast<std::uint64_t>(Wide{hash} * (Wide{words_.size()} * 64) >> 64);
      if (!visit(words_[static_cast<std::size_t>(bit / 64)], std::uint64_t{1} << bit % 64)) return false;
    }
    return true;
  }

  std::vector<std::uint64_t> words_;
  unsigned probes_ = 0;
};

}  // namespace graphfuzz::store

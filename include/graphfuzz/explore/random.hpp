// A small, fast, reproducible source of random numbers.
#pragma once

#include <cstdint>

#include "graphfuzz/graph/hash.hpp"

namespace graphfuzz::store {
class Value;
class Writer;
}  // namespace graphfuzz::store

namespace graphfuzz {

/// xoshiro256++ (Blackman and Vigna 2021), seeded by splitmix64. The same seed gives the same numbers on every
/// platform, which the standard library's distributions do not promise.
class Random {
 public:
  explicit Random(std::uint64_t seed) {
    for (std::uint64_t& word : state_) {
      word = mixed(seed);
      seed += kGoldenRatio;
    }
  }

  std::uint64_t next() {
    const std::uint64_t result = rotate(state_[0] + state_[3], 23) + state_[0];
    const std::uint64_t t = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= t;
    state_[3] = rotate(state_[3], 45);
    return result;
  }

  /// Uniform in 0 … count-1, up to a bias of 2^-32 · count. count must be in 1 … 2^32-1.
  std::uint32_t below(std::size_t count) { return static_cast<std::uint32_t>((next() >> 32) * count >> 32); }

  /// Uniform in [0, 1).
  double real() { return static_cast<double>(next() >> 11) * 0x1p-53; }

  /// Where it is, as one value; `load` goes on from there.
  void save(store::Writer& out) const;
  void load(const store::Value& saved);

 private:
  static std::uint64_t rotate(std::uint64_t x, int k) { return x << k | x >> (64 - k); }
  std::uint64_t state_[4];
};

}  // namespace graphfuzz

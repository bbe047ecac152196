// Hashing of a few words, for fingerprints that are sums over events.
#pragma once

#include <cstdint>

#include "graphfuzz/graph/fingerprint.hpp"

namespace graphfuzz::go {

/// A bijection that mixes well (the finaliser of splitmix64: Steele, Lea, Flood 2014).
constexpr std::uint64_t mixed(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15;
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
  x = (x ^ x >> 27) * 0x94d049bb133111eb;
  return x ^ x >> 31;
}

/// 128 bits of three words: two chains that have nothing in common but their input.
constexpr Fingerprint mixed(std::uint64_t a, std::uint64_t b, std::uint64_t c) {
  return {mixed(mixed(mixed(a) + b) + c), mixed(mixed(mixed(c ^ 0xd6e8feb86659fd93) ^ a) ^ b)};
}

constexpr void add(Fingerprint& sum, const Fingerprint& summand) {
  sum.low += summand.low;
  sum.high += summand.high;
}

}  // namespace graphfuzz::go

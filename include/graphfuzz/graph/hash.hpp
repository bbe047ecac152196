// Hashing: of words here, of bytes by xxHash. Results are the same on every platform and in every run, so that
// fingerprints can be stored and compared. Not for secrets.
#pragma once

#include <concepts>
#include <cstdint>
#include <string_view>

namespace graphfuzz {

/// 2^64 divided by the golden ratio: the step of splitmix64.
inline constexpr std::uint64_t kGoldenRatio = 0x9e3779b97f4a7c15;

/// A bijection in which every bit of the word affects every bit of the result: what splitmix64 makes of the state
/// `word` (Steele, Lea, Flood, "Fast splittable pseudorandom number generators", 2014).
constexpr std::uint64_t mixed(std::uint64_t word) {
  word += kGoldenRatio;
  word = (word ^ word >> 30) * 0xbf58476d1ce4e5b9;
  word = (word ^ word >> 27) * 0x94d049bb133111eb;
  return word ^ word >> 31;
}

/// Of several words in this order: a bijection of the last one for any given others.
constexpr std::uint64_t mixed(std::uint64_t first, std::uint64_t second,
                              std::convertible_to<std::uint64_t> auto... rest) {
  return mixed(mixed(first) + second, rest...);
}

/// XXH3 of 64 bits.
std::uint64_t hash_bytes(std::string_view bytes, std::uint64_t seed = 0);

}  // namespace graphfuzz

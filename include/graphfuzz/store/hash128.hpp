// 128-bit hashes: the checksums of files, and what sets of fingerprints hold.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string_view>

namespace graphfuzz::store {

struct Hash128 {
  std::uint64_t low = 0;
  std::uint64_t high = 0;
  friend constexpr auto operator<=>(const Hash128&, const Hash128&) = default;
};

/// XXH3, 128 bits. The same on every platform.
Hash128 hash128(std::string_view bytes);

/// The same of bytes that come piece by piece.
class Hasher128 {
 public:
  Hasher128();
  ~Hasher128();
  Hasher128(const Hasher128&) = delete;
  Hasher128& operator=(const Hasher128&) = delete;
  void add(std::string_view bytes);
  /// Of all that was added.
  Hash128 hash() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace graphfuzz::store

template <>
struct std::hash<graphfuzz::store::Hash128> {
  using is_avalanching = void;
  /// Mixed, for keys need not be hashes themselves (the finalizer of MurmurHash3, Appleby 2011).
  std::size_t operator()(const graphfuzz::store::Hash128& key) const noexcept {
    std::uint64_t mixed = key.low ^ (key.high * 0x9e3779b97f4a7c15);
    mixed = (mixed ^ mixed >> 33) * 0xff51afd7ed558ccd;
    mixed = (mixed ^ mixed >> 33) * 0xc4ceb9fe1a85ec53;
    return mixed ^ mixed >> 33;
  }
};

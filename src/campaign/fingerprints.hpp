// Lists of fingerprints as sorted, compressed bytes (store::FingerprintSet).
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "graphfuzz/graph/fingerprint.hpp"
#include "graphfuzz/store/fingerprint_set.hpp"
#include "graphfuzz/store/reader.hpp"

namespace graphfuzz {

inline std::string to_bytes(const std::vector<Fingerprint>& prints) {
  store::FingerprintSet set;
  set.reserve(prints.size());
  for (const Fingerprint& print : prints) set.insert({print.low, print.high});
  return set.to_bytes();
}

/// Sorted. Throws store::DocumentError.
inline std::vector<Fingerprint> fingerprints_of(const store::Value& saved) {
  std::vector<Fingerprint> prints;
  for (const store::Hash128& hash :
       store::FingerprintSet::from_bytes(saved.bytes(), saved.file() + ": " + saved.path())) {
    prints.push_back({hash.low, hash.high});
  }
  std::sort(prints.begin(), prints.end());
  return prints;
}

}  // namespace graphfuzz

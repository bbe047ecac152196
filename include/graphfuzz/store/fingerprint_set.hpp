// FingerprintSet: a set of 128-bit hashes in memory, that can be written and read.
#pragma once

#include <boost/unordered/unordered_flat_set.hpp>
#include <cstddef>
#include <string>
#include <string_view>

#include "graphfuzz/store/error.hpp"
#include "graphfuzz/store/hash128.hpp"

namespace graphfuzz::store {

class FingerprintSet {
 public:
  /// Whether it is new.
  bool insert(const Hash128& hash) { return hashes_.insert(hash).second; }
  bool contains(const Hash128& hash) const { return hashes_.contains(hash); }
  std::size_t size() const { return hashes_.size(); }
  bool empty() const { return hashes_.empty(); }
  void clear() { hashes_.clear(); }
  void reserve(std::size_t size) { hashes_.reserve(size); }
  auto begin() const { return hashes_.begin(); }  ///< in no order
  auto end() const { return hashes_.end(); }

  /// Adds all of the other's. Returns how many of them are new.
  std::size_t merge(const FingerprintSet& other);
  /// How many are in both.
  std::size_t common(const FingerprintSet& other) const;

  /// The hashes, sorted, in blocks of up to 4096: the first of a block in 16 bytes, of each further one the difference
  /// of `low` to the one before (LEB128) and `high` (8 bytes). Equal sets are equal bytes; a million hashes are 15
  /// bytes each.
  std::string to_bytes() const;
  /// Throws DocumentError, naming `file`, if the bytes are not exactly what to_bytes() writes, or are more than `most`
  /// hashes. Memory in proportion to the bytes.
  static FingerprintSet from_bytes(std::string_view bytes, const std::string& file,
                                   std::size_t most = std::size_t{1} << 32);

  friend bool operator==(const FingerprintSet& a, const FingerprintSet& b) { return a.hashes_ == b.hashes_; }

 private:
  boost::unordered_flat_set<Hash128, std::hash<Hash128>> hashes_;
};

}  // namespace graphfuzz::store

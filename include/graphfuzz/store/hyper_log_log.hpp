// HyperLogLog: how many different keys there were, in a few kilobytes (Flajolet, Fusy, Gandouet and Meunier 2007). The
// estimate is Ertl's, which is unbiased from nothing up to 2^64 without tables of corrections ("New cardinality
// estimation algorithms for HyperLogLog sketches", arXiv:1702.01284, 2017, algorithm 6).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "graphfuzz/store/error.hpp"
#include "graphfuzz/store/hash128.hpp"

namespace graphfuzz::store {

class HyperLogLog {
 public:
  static constexpr unsigned kLeastPrecision = 4;
  static constexpr unsigned kMostPrecision = 18;

  /// 2^precision registers of a byte each; 4 to 18, else std::invalid_argument.
  explicit HyperLogLog(unsigned precision = 14);

  /// True if a register grew: the key is then new. False says nothing.
  bool insert(const Hash128& key);

  /// The number of different keys that were inserted, give or take.
  double estimate() const;
  /// The standard deviation of estimate(), as a share of it: 1.04 / 2^(precision/2). For small numbers it is less.
  double relative_error() const;

  /// As if the other's keys had been inserted, too. Throws std::invalid_argument if the precisions differ.
  void merge(const HyperLogLog& other);

  unsigned precision() const { return precision_; }

  /// The precision, and a byte for each register.
  std::string to_bytes() const;
  /// Throws DocumentError, naming `file`, if the bytes are not what to_bytes() writes.
  static HyperLogLog from_bytes(std::string_view bytes, const std::string& file);

  friend bool operator==(const HyperLogLog&, const HyperLogLog&) = default;

 private:
  unsigned precision_;
  std::vector<std::uint8_t> registers_;
};

}  // namespace graphfuzz::store

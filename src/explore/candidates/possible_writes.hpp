// The writes that threads were ever seen to perform: where guessed values come from.
#pragma once

#include <algorithm>
#include <array>
#include <boost/unordered/unordered_flat_map.hpp>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "graphfuzz/graph/event.hpp"
#include "graphfuzz/graph/hash.hpp"

namespace graphfuzz::store {
class Value;
class Writer;
}  // namespace graphfuzz::store

namespace graphfuzz {

/// What a value owes itself to: of the first eight locations each, at least so many writes.
class Ancestry {
 public:
  std::uint8_t operator[](Location location) const { return location < counts_.size() ? counts_[location] : 0; }
  /// Both: no write occurs twice, but the two may have writes in common.
  void join(const Ancestry& other) {
    for (std::size_t x = 0; x < counts_.size(); ++x) counts_[x] = std::max(counts_[x], other.counts_[x]);
  }
  /// Either.
  void meet(const Ancestry& other) {
    for (std::size_t x = 0; x < counts_.size(); ++x) counts_[x] = std::min(counts_[x], other.counts_[x]);
  }
  void add(Location location) {
    if (location < counts_.size() && counts_[location] < 255) ++counts_[location];
  }
  friend bool operator==(const Ancestry&, const Ancestry&) = default;
  std::array<std::uint8_t, 8>& counts() { return counts_; }
  const std::array<std::uint8_t, 8>& counts() const { return counts_; }

 private:
  std::array<std::uint8_t, 8> counts_{};
};

/// A thread wrote `value` as its event `id`, first seen in `pass`.
struct PossibleWrite {
  EventId id;
  Value value = 0;
  std::uint32_t pass = 0;
  Ancestry owes;       ///< the write itself included, however it was seen before this pass
  Ancestry owes_next;  ///< the same with what was seen in this pass
};

class PossibleWrites {
 public:
  void save(store::Writer& out) const;
  /// Of a program with so many threads. Throws store::DocumentError.
  void load(const store::Value& saved, unsigned threads);

  explicit PossibleWrites(Location locations) : by_location_(locations), most_(locations), most_next_(locations) {}

  void saw(EventId id, Location location, Value value, std::uint32_t pass, const Ancestry& owes);
  std::span<const PossibleWrite> of(Location location) const { return by_location_[location]; }
  /// What any write of the value that was seen before the pass owes itself to; nothing if there is none.
  Ancestry owes(Location location, Value value, std::uint32_t pass) const;
  /// There were so many writes of the location in an attempt.
  void counted(Location location, std::size_t writes) { most_next_[location] = std::max(most_next_[location], writes); }
  /// The most that there were in an attempt before this pass.
  std::size_t most(Location location) const { return most_[location]; }
  /// Number of the last pass that saw something new.
  std::uint32_t last_pass() const { return last_pass_; }
  /// Adds what this pass has told of each write.
  void tell(PossibleWrites& all) {
    for (const auto& [location, i] : told_) {
      PossibleWrite& write = by_location_[location][i];
      all.saw(write.id, location, write.value, write.pass, write.owes_next);
    }
    told_.clear();
    for (Location x = 0; x < most_next_.size(); ++x) all.counted(x, most_next_[x]);
  }
  /// What was told in the pass counts from now on.
  void end_pass(std::uint32_t pass) {
    for (const auto& [location, i] : told_) {
      PossibleWrite& write = by_location_[location][i];
      if (write.owes != write.owes_next) last_pass_ = pass;
      write.owes = write.owes_next;
    }
    told_.clear();
    if (most_ != most_next_) last_pass_ = pass;
    most_ = most_next_;
  }

 private:
  struct Key {
    EventId id;
    Location location;
    Value value;
    friend bool operator==(const Key&, const Key&) = default;
    friend std::size_t hash_value(const Key& key) {
      return mixed(std::uint64_t{key.id.thread} << 32 | key.id.index, key.location,
                   static_cast<std::uint64_t>(key.value));
    }
  };
  std::vector<std::vector<PossibleWrite>> by_location_;
  boost::unordered_flat_map<Key, std::size_t> known_;   // where in by_location_
  std::vector<std::pair<Location, std::size_t>> told_;  // what is new of this pass
  std::vector<std::size_t> most_;                       // by location
  std::vector<std::size_t> most_next_;                  // with what was seen in this pass
  std::uint32_t last_pass_ = 0;
};

inline void PossibleWrites::saw(EventId id, Location location, Value value, std::uint32_t pass, const Ancestry& owes) {
  std::vector<PossibleWrite>& here = by_location_[location];
  const auto [known, is_new] = known_.try_emplace(Key{id, location, value}, here.size());
  if (is_new) {
    here.push_back({id, value, pass, owes, owes});
    last_pass_ = pass;
  } else {
    Ancestry both = owes;
    both.meet(here[known->second].owes_next);
    if (both == here[known->second].owes_next) return;
    here[known->second].owes_next = both;
  }
  told_.emplace_back(location, known->second);
}

inline Ancestry PossibleWrites::owes(Location location, Value value, std::uint32_t pass) const {
  Ancestry all;
  bool any = false;
  for (const PossibleWrite& write : by_location_[location]) {
    if (write.value != value || write.pass >= pass) continue;
    if (any) all.meet(write.owes);
    if (!std::exchange(any, true)) all = write.owes;
  }
  return all;
}

}  // namespace graphfuzz

// The writes that threads were ever seen to perform: where guessed values come from.
#pragma once

#include <boost/unordered/unordered_flat_map.hpp>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "graphfuzz/graph/event.hpp"

namespace graphfuzz {

/// A thread wrote `value` as its event `id`, first seen in `pass`.
struct PossibleWrite {
  EventId id;
  Value value = 0;
  std::uint32_t pass = 0;
};

class PossibleWrites {
 public:
  explicit PossibleWrites(Location locations) : by_location_(locations) {}

  void saw(EventId id, Location location, Value value, std::uint32_t pass);
  std::span<const PossibleWrite> of(Location location) const { return by_location_[location]; }
  /// Number of the last pass that saw something new.
  std::uint32_t last_pass() const { return last_pass_; }
  /// Adds what was new since the last call to `all`.
  void tell(PossibleWrites& all) {
    for (const auto& [location, write] : untold_) all.saw(write.id, location, write.value, write.pass);
    untold_.clear();
  }
  void forget_untold() { untold_.clear(); }

 private:
  struct Key {
    EventId id;
    Location location;
    Value value;
    friend bool operator==(const Key&, const Key&) = default;
    friend std::size_t hash_value(const Key& key) {
      std::uint64_t h = std::uint64_t{key.id.thread} << 40 ^ std::uint64_t{key.location} << 20 ^ key.id.index;
      h = (h ^ static_cast<std::uint64_t>(key.value) * 0x9e3779b97f4a7c15) * 0xbf58476d1ce4e5b9;
      return h ^ h >> 31;
    }
  };
  std::vector<std::vector<PossibleWrite>> by_location_;
  boost::unordered_flat_map<Key, std::uint32_t> known_;
  std::vector<std::pair<Location, PossibleWrite>> untold_;
  std::uint32_t last_pass_ = 0;
};

inline void PossibleWrites::saw(EventId id, Location location, Value value, std::uint32_t pass) {
  if (!known_.try_emplace(Key{id, location, value}, pass).second) return;
  by_location_[location].push_back({id, value, pass});
  untold_.emplace_back(location, PossibleWrite{id, value, pass});
  last_pass_ = pass;
}

}  // namespace graphfuzz

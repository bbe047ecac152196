// Comparing and hashing values, and maps.
#pragma once

#include <cstdint>

#include "frontend/go/vm/arena.hpp"
#include "frontend/go/vm/code.hpp"

namespace graphfuzz::go::vm {

/// An interface was compared, or used as a key, that holds a value of a type without ==.
struct Incomparable {
  const TypeInfo* type;
  bool hashing;
};

/// Throws Incomparable.
bool equal(const TypeInfo& type, const Slot* left, const Slot* right);
bool equal_interfaces(const Slot& left, const Slot& right);
std::uint64_t hash(const TypeInfo& type, const Slot* value);

/// A map in the arena. Iteration is in the order of insertion (Go leaves the order open); a key that was deleted and
/// inserted again comes last. Deleted entries keep their place, so that an iteration in progress stays where it is.
class Map {
 public:
  static Map* make(Arena& arena, const TypeInfo& key, std::uint32_t value_slots);

  std::uint32_t size() const { return live_; }
  /// The value's slots; null if there is none. Throws Incomparable.
  Slot* find(const Slot* key) const;
  /// The value's slots, zeroed if they are new.
  Slot* insert(Arena& arena, const Slot* key);
  void erase(const Slot* key);
  /// The key of the first entry from `place` on, which is moved behind it; the value follows the key. Null at the end.
  const Slot* next(std::int64_t& place) const;
  std::uint32_t key_slots() const { return key_->slots; }
  std::uint32_t value_slots() const { return value_slots_; }

 private:
  friend class Arena;
  static constexpr std::uint32_t kIndexFrom = 8;  ///< up to so many entries are searched one by one

  /// An entry: [hash, live] key value.
  std::uint32_t stride() const { return 1 + key_->slots + value_slots_; }
  Slot* entry(std::uint32_t number) const { return entries_ + std::size_t{number} * stride(); }
  Slot* find_entry(const Slot* key, std::uint64_t hash) const;
  void grow(Arena& arena);
  void index_entry(std::uint32_t number);

  const TypeInfo* key_ = nullptr;
  std::uint32_t value_slots_ = 0;
  std::uint32_t live_ = 0;
  std::uint32_t used_ = 0;
  std::uint32_t capacity_ = 0;
  Slot* entries_ = nullptr;
  std::uint32_t* index_ = nullptr;  ///< 1 + number of the entry; 0: none
  std::uint32_t mask_ = 0;
};

}  // namespace graphfuzz::go::vm

#include "frontend/go/vm/values.hpp"

#include <bit>
#include <cstring>

#include "graphfuzz/graph/hash.hpp"

namespace graphfuzz::go::vm {
namespace {

std::uint64_t hash_slots(std::uint64_t seed, const TypeInfo& type, const Slot* value) {
  for (std::uint32_t i = 0; i < type.slots; ++i) {
    switch (type.layout[i]) {
      case SlotKind::word:
        seed = mixed(seed, value[i].u);
        break;
      case SlotKind::real:
        seed = mixed(seed, value[i].f == 0 ? 0 : value[i].u);
        break;
      case SlotKind::string:
        seed = hash_bytes(value[i].string(), seed);
        break;
      case SlotKind::interface: {
        const TypeInfo* held = value[i].t;
        if (held == nullptr) break;
        if (!held->comparable) throw Incomparable{held, true};
        seed = mixed(seed, held->index);
        seed = hash_slots(seed, *held, held->word ? &value[i] : value[i].p);
        break;
      }
      case SlotKind::incomparable:
        throw Incomparable{&type, true};
    }
  }
  return seed;
}

}  // namespace

bool equal_interfaces(const Slot& left, const Slot& right) {
  if (left.t != right.t) return false;
  if (left.t == nullptr) return true;
  if (!left.t->comparable) throw Incomparable{left.t, false};
  return left.t->word ? equal(*left.t, &left, &right) : equal(*left.t, left.p, right.p);
}

bool equal(const TypeInfo& type, const Slot* left, const Slot* right) {
  for (std::uint32_t i = 0; i < type.slots; ++i) {
    bool same = true;
    switch (type.layout[i]) {
      case SlotKind::word:
        same = left[i].u == right[i].u;
        break;
      case SlotKind::real:
        same = left[i].f == right[i].f;
        break;
      case SlotKind::string:
        same = left[i].string() == right[i].string();
        break;
      case SlotKind::interface:
        same = equal_interfaces(left[i], right[i]);
        break;
      case SlotKind::incomparable:
        throw Incomparable{&type, false};
    }
    if (!same) return false;
  }
  return true;
}

std::uint64_t hash(const TypeInfo& type, const Slot* value) { return hash_slots(0, type, value); }

Map* Map::make(Arena& arena, const TypeInfo& key, std::uint32_t value_slots) {
  Map* map = arena.make<Map>();
  map->key_ = &key;
  map->value_slots_ = value_slots;
  return map;
}

Slot* Map::find_entry(const Slot* key, std::uint64_t hash) const {
  const auto matches = [&](const Slot* candidate) {
    return candidate->n != 0 && candidate->u == hash && equal(*key_, candidate + 1, key);
  };
  if (index_ == nullptr) {
    for (std::uint32_t i = 0; i < used_; ++i) {
      if (matches(entry(i))) return entry(i);
    }
    return nullptr;
  }
  for (std::uint64_t place = hash & mask_;; place = (place + 1) & mask_) {
    if (index_[place] == 0) return nullptr;
    if (matches(entry(index_[place] - 1))) return entry(index_[place] - 1);
  }
}

Slot* Map::find(const Slot* key) const {
  Slot* found = find_entry(key, hash(*key_, key));
  return found == nullptr ? nullptr : found + 1 + key_->slots;
}

void Map::index_entry(std::uint32_t number) {
  std::uint64_t place = entry(number)->u & mask_;
  while (index_[place] != 0) place = (place + 1) & mask_;
  index_[place] = number + 1;
}

void Map::grow(Arena& arena) {
  const std::uint32_t capacity = capacity_ == 0 ? 4 : capacity_ * 2;
  Slot* entries = arena.slots(std::size_t{capacity} * stride());
  if (used_ > 0) std::memcpy(static_cast<void*>(entries), entries_, std::size_t{used_} * stride() * sizeof(Slot));
  entries_ = entries;
  capacity_ = capacity;
  if (capacity <= kIndexFrom) return;
  mask_ = std::bit_ceil(capacity * 2) - 1;
  index_ = static_cast<std::uint32_t*>(arena.allocate(sizeof(std::uint32_t) * (std::size_t{mask_} + 1)));
  for (std::uint32_t i = 0; i < used_; ++i) index_entry(i);
}

Slot* Map::insert(Arena& arena, const Slot* key) {
  const std::uint64_t code = hash(*key_, key);
  if (Slot* found = find_entry(key, code)) return found + 1 + key_->slots;
  if (used_ == capacity_) grow(arena);
  Slot* fresh = entry(used_);
  fresh->u = code;
  fresh->n = 1;
  std::memcpy(static_cast<void*>(fresh + 1), key, key_->slots * sizeof(Slot));
  ++used_;
  ++live_;
  if (index_ != nullptr) index_entry(used_ - 1);
  return fresh + 1 + key_->slots;
}

void Map::erase(const Slot* key) {
  Slot* found = find_entry(key, hash(*key_, key));
  if (found == nullptr) return;
  found->n = 0;
  --live_;
}

const Slot* Map::next(std::int64_t& place) const {
  while (place < static_cast<std::int64_t>(used_)) {
    const Slot* candidate = entry(static_cast<std::uint32_t>(place++));
    if (candidate->n != 0) return candidate + 1;
  }
  return nullptr;
}

}  // namespace graphfuzz::go::vm

#include "fuzz/key_overflow.hpp"

#include <algorithm>

namespace graphfuzz {

bool KeyOverflow::insert(const store::Hash128& key, std::uint64_t memory) {
  if (!estimating()) {
    try {
      if (!set_open_.load(std::memory_order_acquire)) open(memory);
      return set_->insert(key);
    } catch (const store::FileError& error) {
      const std::lock_guard lock(mutex_);
      if (trouble_.empty()) trouble_ = error.what();
    }
    estimate();
  } else if (set_open_.load(std::memory_order_acquire)) {
    try {
      if (set_->contains(key)) return false;
    } catch (const store::FileError&) {
      return false;  // rather once too few
    }
  }
  return insert_into_sketch(key);
}

bool KeyOverflow::insert_into_sketch(const store::Hash128& key) {
  const std::lock_guard lock(mutex_);
  return sketch_->insert(key);
}

void KeyOverflow::open(std::uint64_t memory) {
  constexpr std::uint64_t kShardBytes = std::uint64_t{1} << 18;
  constexpr std::uint64_t kMostShards = 16;
  const std::lock_guard lock(mutex_);
  if (set_) return;
  set_.emplace(store::SpillOptions{static_cast<std::size_t>(memory), folder_},
               static_cast<std::size_t>(std::clamp<std::uint64_t>(memory / kShardBytes, 1, kMostShards)));
  set_open_.store(true, std::memory_order_release);
}

void KeyOverflow::estimate() {
  const std::lock_guard lock(mutex_);
  if (!sketch_) sketch_.emplace(kPrecision);
  estimating_.store(true, std::memory_order_release);
}

std::uint64_t KeyOverflow::size() const { return set_open_.load(std::memory_order_acquire) ? set_->size() : 0; }

std::uint64_t KeyOverflow::keys_on_disk() const {
  return set_open_.load(std::memory_order_acquire) ? set_->statistics().keys_on_disk : 0;
}

std::size_t KeyOverflow::memory() const {
  const std::size_t set = set_open_.load(std::memory_order_acquire) ? set_->statistics().memory_bytes : 0;
  return set + (estimating() ? kSketchBytes : 0);
}

std::string KeyOverflow::trouble() const {
  const std::lock_guard lock(mutex_);
  return trouble_;
}

void KeyOverflow::for_each(const std::function<void(const store::Hash128&)>& visit) const {
  if (set_open_.load(std::memory_order_acquire)) set_->for_each(visit);
}

store::HyperLogLog KeyOverflow::sketch() const {
  const std::lock_guard lock(mutex_);
  return *sketch_;
}

void KeyOverflow::merge(const store::HyperLogLog& sketch) {
  estimate();
  const std::lock_guard lock(mutex_);
  sketch_->merge(sketch);
}

}  // namespace graphfuzz

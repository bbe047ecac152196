// KeyOverflow: keys beyond what a table in memory may hold: on disk, or in a sketch that estimates their number.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <mutex>
#include <optional>
#include <string>

#include "graphfuzz/store/hyper_log_log.hpp"
#include "graphfuzz/store/spilling_set.hpp"

namespace graphfuzz {

/// Thread-safe but for what says otherwise. Takes no memory to speak of before the first key.
class KeyOverflow {
 public:
  /// 64 KiB, and a standard error of 0.4 %. Sketches are only merged with those of the same precision.
  static constexpr unsigned kPrecision = 16;
  static constexpr std::size_t kSketchBytes = std::size_t{1} << kPrecision;

  /// Whether the key is new. False if the sketch cannot tell. `memory`: for finding keys on disk, from the first call
  /// on. When the disk cannot be used, further keys go into a sketch.
  bool insert(const store::Hash128& key, std::uint64_t memory);

  void set_folder(std::filesystem::path folder) { folder_ = std::move(folder); }
  /// From now on, further keys go into a sketch. What is on disk stays known.
  void estimate();

  bool empty() const { return !set_open_.load() && !estimating(); }
  bool estimating() const { return estimating_.load(std::memory_order_acquire); }
  /// Keys that are known one by one: those on their way to the disk, too.
  std::uint64_t size() const;
  std::uint64_t keys_on_disk() const;
  std::size_t memory() const;
  std::string trouble() const;

  /// Visits what `size` counts, in ascending order. Throws store::FileError.
  void for_each(const std::function<void(const store::Hash128&)>& visit) const;
  /// A copy of the sketch; only if estimating().
  store::HyperLogLog sketch() const;
  /// Adds another one's keys, and estimates.
  void merge(const store::HyperLogLog& sketch);

 private:
  bool insert_into_sketch(const store::Hash128& key);
  void open(std::uint64_t memory);

  std::filesystem::path folder_;
  std::atomic<bool> set_open_{false};
  std::atomic<bool> estimating_{false};
  mutable std::mutex mutex_;                      // of what follows
  std::optional<store::ShardedSpillingSet> set_;  // thread-safe itself once it is there
  std::optional<store::HyperLogLog> sketch_;
  std::string trouble_;
};

}  // namespace graphfuzz

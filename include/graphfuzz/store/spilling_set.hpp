// SpillingSet: an exact set of 128-bit keys that is larger than the memory it may take.
//
// New keys go into a table in memory. When it is full, its keys are written, sorted, to a *run*: a file without a name,
// which is gone when the process is, however that ends. A key is looked up in the table and then in the runs, for each
// of which a Bloom filter (Bloom 1970) in memory says at once that most keys are not in it; else one block of the file
// is read. Runs are merged so that each is larger than all younger ones together (as in an LSM tree, O'Neil et al.
// 1996): of n keys and a table of m, there are at most log2(n/m)+1 runs, and each key is rewritten at most so many
// times.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <vector>

#include "graphfuzz/store/error.hpp"
#include "graphfuzz/store/hash128.hpp"

namespace graphfuzz::store {

struct SpillOptions {
  /// For table, filters, indices and the sorting of the table. Not less than 64 KiB, which is taken for less.
  std::size_t memory_bytes = std::size_t{64} << 20;
  /// Where the runs are. Empty: the system's folder for temporary files.
  std::filesystem::path folder;
};

struct SpillStatistics {
  std::uint64_t keys = 0;
  std::uint64_t keys_on_disk = 0;  ///< 16 bytes each
  std::uint64_t keys_written = 0;  ///< into runs, merged ones included
  std::uint64_t runs = 0;
  std::uint64_t blocks_read = 0;   ///< for looking up keys
  std::uint64_t memory_bytes = 0;  ///< that are taken at present
  SpillStatistics& operator+=(const SpillStatistics& other);
};

/// Not for several threads at once: see ShardedSpillingSet.
class SpillingSet {
 public:
  explicit SpillingSet(SpillOptions options = {});
  SpillingSet(SpillingSet&&) noexcept;
  SpillingSet& operator=(SpillingSet&&) noexcept;
  ~SpillingSet();

  /// Whether the key is new. Throws FileError if a run cannot be written or read (the disk is full): nothing that was
  /// answered before is lost, this key is not in the set unless it was before, and the call may be made again.
  bool insert(const Hash128& key);
  /// Throws FileError if a run cannot be read.
  bool contains(const Hash128& key) const;
  std::uint64_t size() const;
  /// Calls visit(key) for each key, in ascending order. Throws FileError, and what `visit` throws.
  void for_each(const std::function<void(const Hash128&)>& visit) const;
  SpillStatistics statistics() const;

 private:
  friend class ShardedSpillingSet;
  struct State;
  std::unique_ptr<State> state_;
};

/// The same for any number of threads at once: each key belongs to one of some SpillingSets, each behind a lock.
class ShardedSpillingSet {
 public:
  /// The memory is divided among the shards.
  explicit ShardedSpillingSet(const SpillOptions& options = {}, std::size_t shards = 16);
  ~ShardedSpillingSet();

  /// As SpillingSet. Of several threads that insert a key at the same time, one is told that it is new.
  bool insert(const Hash128& key);
  bool contains(const Hash128& key) const;
  std::uint64_t size() const;
  /// In ascending order. Other threads have to wait, and `visit` must not use the set.
  void for_each(const std::function<void(const Hash128&)>& visit) const;
  SpillStatistics statistics() const;

 private:
  struct Shard;
  Shard& shard_of(const Hash128& key) const;
  std::vector<std::unique_ptr<Shard>> shards_;
};

}  // namespace graphfuzz::store

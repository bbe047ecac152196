#include "graphfuzz/store/spilling_set.hpp"

#include <algorithm>
#include <bit>
#include <boost/unordered/unordered_flat_set.hpp>
#include <mutex>
#include <utility>

#include "store/run_file.hpp"

namespace graphfuzz::store {

SpillStatistics& SpillStatistics::operator+=(const SpillStatistics& other) {
  keys += other.keys;
  keys_on_disk += other.keys_on_disk;
  keys_written += other.keys_written;
  runs += other.runs;
  blocks_read += other.blocks_read;
  memory_bytes += other.memory_bytes;
  return *this;
}

struct SpillingSet::State {
  explicit State(SpillOptions given) : options(std::move(given)) {
    constexpr std::size_t kLeast = std::size_t{64} << 10;
    options.memory_bytes = std::max(options.memory_bytes, kLeast);
    if (options.folder.empty()) options.folder = std::filesystem::temp_directory_path();
    // Boost's table has groups of 15 keys in 256 bytes, a power of two of them, and is full at 7/8. While it is sorted,
    // its keys are there twice.
    const std::size_t groups = std::bit_floor(options.memory_bytes * 3 / 8 / 256);
    capacity = groups * 13;
    table.reserve(capacity);
  }

  bool on_disk(const Hash128& key) const {
    return std::any_of(runs.rbegin(), runs.rend(), [&](const RunFile& run) { return run.contains(key, blocks_read); });
  }

  std::uint64_t keys_on_disk() const {
    std::uint64_t keys = 0;
    for (const RunFile& run : runs) keys += run.size();
    return keys;
  }

  /// A quarter of the memory is for filters, a sixteenth for indices; what a run may have of it is in proportion.
  RunFile::Maker maker(std::uint64_t size, std::uint64_t of) const {
    const double share = static_cast<double>(size) / static_cast<double>(of);
    const double filter_bits = static_cast<double>(options.memory_bytes) / 4 * 8;
    const double index_bytes = static_cast<double>(options.memory_bytes) / 16 * share;
    return {options.folder, size, std::min(10.0, filter_bits / static_cast<double>(of)),
            static_cast<std::size_t>(index_bytes)};
  }

  /// Writes the table to a run. If that fails, nothing has changed.
  void spill() {
    std::vector<Hash128> sorted(table.begin(), table.end());
    std::sort(sorted.begin(), sorted.end());
    RunFile::Maker made = maker(sorted.size(), keys_on_disk() + sorted.size());
    for (const Hash128& key : sorted) made.add(key);
    runs.push_back(made.finish());
    keys_written += sorted.size();
    table.clear();
  }

  /// Makes one run of the youngest ones, as many as have an older one that is not larger than they are together. If
  /// that fails, nothing has changed.
  void merge() {
    std::size_t first = runs.size() - 1;
    std::uint64_t size = runs[first].size();
    while (first > 0 && runs[first - 1].size() <= size) size += runs[--first].size();
    if (first + 1 == runs.size()) return;
    RunFile::Maker made = maker(size, keys_on_disk());
    std::vector<RunFile::Cursor> cursors(runs.begin() + static_cast<std::ptrdiff_t>(first), runs.end());
    for (std::uint64_t i = 0; i < size; ++i) {
      const auto least = std::min_element(cursors.begin(), cursors.end(), [](const auto& a, const auto& b) {
        return a.key() && (!b.key() || *a.key() < *b.key());
      });
      made.add(*least->key());
      least->next();
    }
    RunFile merged = made.finish();
    runs.erase(runs.begin() + static_cast<std::ptrdiff_t>(first), runs.end());
    runs.push_back(std::move(merged));
    keys_written += size;
  }

  SpillOptions options;
  std::size_t capacity = 0;
  boost::unordered_flat_set<Hash128, std::hash<Hash128>> table;
  std::vector<RunFile> runs;  ///< the oldest first; no key is in two, or in the table as well
  std::uint64_t keys_written = 0;
  mutable std::uint64_t blocks_read = 0;
};

SpillingSet::SpillingSet(SpillOptions options) : state_(std::make_unique<State>(std::move(options))) {}
SpillingSet::SpillingSet(SpillingSet&&) noexcept = default;
SpillingSet& SpillingSet::operator=(SpillingSet&&) noexcept = default;
SpillingSet::~SpillingSet() = default;

bool SpillingSet::insert(const Hash128& key) {
  if (contains(key)) return false;
  if (state_->table.size() >= state_->capacity) {
    state_->runs.reserve(state_->runs.size() + 1);
    state_->spill();
    state_->merge();
  }
  return state_->table.insert(key).second;
}

bool SpillingSet::contains(const Hash128& key) const { return state_->table.contains(key) || state_->on_disk(key); }

std::uint64_t SpillingSet::size() const { return state_->table.size() + state_->keys_on_disk(); }

void SpillingSet::for_each(const std::function<void(const Hash128&)>& visit) const {
  for (const Hash128& key : state_->table) visit(key);
  for (const RunFile& run : state_->runs) {
    for (RunFile::Cursor cursor(run); cursor.key(); cursor.next()) visit(*cursor.key());
  }
}

SpillStatistics SpillingSet::statistics() const {
  SpillStatistics statistics;
  statistics.keys = size();
  statistics.keys_on_disk = state_->keys_on_disk();
  statistics.keys_written = state_->keys_written;
  statistics.runs = state_->runs.size();
  statistics.blocks_read = state_->blocks_read;
  statistics.memory_bytes = (state_->table.bucket_count() / 15 + 1) * 256;
  for (const RunFile& run : state_->runs) statistics.memory_bytes += run.memory_bytes();
  return statistics;
}

struct alignas(64) ShardedSpillingSet::Shard {
  explicit Shard(const SpillOptions& options) : set(options) {}
  mutable std::mutex mutex;
  SpillingSet set;
};

ShardedSpillingSet::ShardedSpillingSet(const SpillOptions& options, std::size_t shards) {
  shards = std::max<std::size_t>(shards, 1);
  SpillOptions each = options;
  each.memory_bytes /= shards;
  for (std::size_t i = 0; i < shards; ++i) shards_.push_back(std::make_unique<Shard>(each));
}

ShardedSpillingSet::~ShardedSpillingSet() = default;

ShardedSpillingSet::Shard& ShardedSpillingSet::shard_of(const Hash128& key) const {
  // Not the bits by which a shard's own table is ordered, which would leave most of it empty.
  const std::uint64_t mixed = (key.high ^ key.low * 0xd6e8feb86659fd93) * 0x9e3779b97f4a7c15;
  return *shards_[static_cast<std::size_t>((mixed >> 32) * shards_.size() >> 32)];
}

bool ShardedSpillingSet::insert(const Hash128& key) {
  Shard& shard = shard_of(key);
  const std::lock_guard lock(shard.mutex);
  return shard.set.insert(key);
}

bool ShardedSpillingSet::contains(const Hash128& key) const {
  Shard& shard = shard_of(key);
  const std::lock_guard lock(shard.mutex);
  return shard.set.contains(key);
}

std::uint64_t ShardedSpillingSet::size() const { return statistics().keys; }

void ShardedSpillingSet::for_each(const std::function<void(const Hash128&)>& visit) const {
  for (const auto& shard : shards_) {
    const std::lock_guard lock(shard->mutex);
    shard->set.for_each(visit);
  }
}

SpillStatistics ShardedSpillingSet::statistics() const {
  SpillStatistics sum;
  for (const auto& shard : shards_) {
    const std::lock_guard lock(shard->mutex);
    sum += shard->set.statistics();
  }
  return sum;
}

}  // namespace graphfuzz::store

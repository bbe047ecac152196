#include "graphfuzz/store/spilling_set.hpp"

#include <algorithm>
#include <bit>
#include <boost/unordered/unordered_flat_set.hpp>
#include <cstdlib>
#include <mutex>
#include <optional>
#include <queue>
#include <system_error>
#include <utility>

#include "store/run_file.hpp"

namespace graphfuzz::store {
namespace {

/// What several sorted tables and runs have, in ascending order.
class Merged {
 public:
  void add(const RunFile& run) {
    cursors_.emplace_back(run);
    enter(cursors_.size() - 1, cursors_.back().key());
  }
  /// `keys` must outlive it.
  void add(const std::vector<Hash128>& keys) {
    if (!keys.empty()) enter(~tables_.size(), keys.front());
    tables_.push_back({&keys, 0});
  }

  /// None at the end.
  std::optional<Hash128> next() {
    if (heads_.empty()) return std::nullopt;
    const auto [key, from] = heads_.top();
    heads_.pop();
    if (from < cursors_.size()) {
      cursors_[from].next();
      enter(from, cursors_[from].key());
    } else {
      Table& table = tables_[~from];
      if (++table.at < table.keys->size()) enter(from, (*table.keys)[table.at]);
    }
    return key;
  }

 private:
  struct Table {
    const std::vector<Hash128>* keys;
    std::size_t at;
  };
  using Head = std::pair<Hash128, std::size_t>;  // of a cursor, or ~ of a table

  void enter(std::size_t from, const std::optional<Hash128>& key) {
    if (key) heads_.emplace(*key, from);
  }

  std::vector<RunFile::Cursor> cursors_;
  std::vector<Table> tables_;
  std::priority_queue<Head, std::vector<Head>, std::greater<>> heads_;
};

template <class Table>
std::vector<Hash128> sorted(const Table& table) {
  std::vector<Hash128> keys(table.begin(), table.end());
  std::sort(keys.begin(), keys.end());
  return keys;
}

/// The system's, unless there is none.
std::filesystem::path temporary_folder() {
  std::error_code error;
  std::filesystem::path folder = std::filesystem::temp_directory_path(error);
  // What the variable names, and is not there, is what the message has to name.
  const char* const named = std::getenv("TMPDIR");
  return !error ? folder : named != nullptr ? named : "/tmp";
}

}  // namespace

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
    if (options.folder.empty()) options.folder = temporary_folder();
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
    const std::vector<Hash128> keys = sorted(table);
    RunFile::Maker made = maker(keys.size(), keys_on_disk() + keys.size());
    for (const Hash128& key : keys) made.add(key);
    runs.push_back(made.finish());
    keys_written += keys.size();
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
    Merged keys;
    for (std::size_t i = first; i < runs.size(); ++i) keys.add(runs[i]);
    while (const std::optional<Hash128> key = keys.next()) made.add(*key);
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
  const std::vector<Hash128> table = sorted(state_->table);
  Merged keys;
  keys.add(table);
  for (const RunFile& run : state_->runs) keys.add(run);
  while (const std::optional<Hash128> key = keys.next()) visit(*key);
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
  std::vector<std::unique_lock<std::mutex>> locks;
  std::vector<std::vector<Hash128>> tables;
  for (const auto& shard : shards_) {
    locks.emplace_back(shard->mutex);
    tables.push_back(sorted(shard->set.state_->table));
  }
  Merged keys;
  for (const std::vector<Hash128>& table : tables) keys.add(table);
  for (const auto& shard : shards_) {
    for (const RunFile& run : shard->set.state_->runs) keys.add(run);
  }
  while (const std::optional<Hash128> key = keys.next()) visit(*key);
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

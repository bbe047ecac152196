#include "graphfuzz/fuzz/graph_counts.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "fuzz/key_overflow.hpp"

namespace graphfuzz {
namespace {

// From here on it makes no difference to f1 and f2 whether a graph is seen again.
constexpr std::uint32_t kOften = 3;

// (c + times)² - c²
std::uint64_t square_growth(std::uint64_t count, std::uint64_t times) { return times * (2 * count + times); }

// Shard by the upper bits of the hash: shard i of n has a share proportional to 2^(i/n).
template <std::size_t kShards>
std::array<std::uint8_t, 4096> shard_table() {
  std::array<std::uint8_t, 4096> table{};
  for (std::size_t i = 0; i < table.size(); ++i) {
    const double position = std::log2(1.0 + (static_cast<double>(i) + 0.5) / static_cast<double>(table.size()));
    table[i] = static_cast<std::uint8_t>(position * kShards);
  }
  return table;
}

// Boost's flat containers have groups of 15 elements, and 16 bytes of metadata for each.
constexpr std::size_t kGroup = 15;
constexpr std::size_t kGroupBytes = 16;

template <class Table>
std::size_t bytes_of(const Table& table) {
  const std::size_t groups = (table.bucket_count() + 1) / kGroup;
  return groups * (kGroup * sizeof(typename Table::value_type) + kGroupBytes);
}

}  // namespace

std::size_t GraphCounts::shard_of(std::uint64_t hash) {
  static const auto table = shard_table<kShards>();
  return table[hash >> 52];
}

store::Hash128 GraphCounts::disk_key(std::size_t shard, const Key& key) {
  return {std::uint64_t{shard} << 32 | key.words[2], std::uint64_t{key.words[1]} << 32 | key.words[0]};
}

GraphCounts::Key GraphCounts::graph_key(const store::Hash128& key) {
  return {{static_cast<std::uint32_t>(key.high), static_cast<std::uint32_t>(key.high >> 32),
           static_cast<std::uint32_t>(key.low)}};
}

store::Hash128 GraphCounts::disk_key(std::size_t shard, std::uint64_t key) { return {shard, key}; }

GraphCounts::GraphCounts(CountOptions options) : options_(std::move(options)) {
  for (auto& overflow : overflows_) {
    overflow = std::make_unique<KeyOverflow>();
    overflow->set_folder(options_.folder);
  }
  if (options_.memory == 0) return;
  options_.memory = std::max(options_.memory, CountOptions::kLeast);
  // Sketches are also what remains when the disk is full.
  constexpr std::uint64_t kFixed = sizeof(GraphCounts) + kKinds * KeyOverflow::kSketchBytes;
  most_table_bytes_ = (options_.approximate ? options_.memory : options_.memory / 8 * 5) - kFixed;
}

GraphCounts::~GraphCounts() = default;

// Is there room for the key, or is it there? The table is full as it is.
template <class Table, class K>
bool GraphCounts::make_room(Bounded<Table>& bounded, const K& key) {
  if (bounded.table.contains(key)) return true;
  if (bounded.frozen) return false;
  const std::size_t before = bytes_of(bounded.table);
  const std::size_t growth = std::max(before, kGroup * sizeof(typename Table::value_type) + kGroupBytes);
  if (table_bytes_.fetch_add(growth, std::memory_order_relaxed) + growth > most_table_bytes_) {
    table_bytes_.fetch_sub(growth, std::memory_order_relaxed);
    bounded.frozen = true;
    return false;
  }
  bounded.table.reserve(bounded.table.size() + 1);
  bounded.limit = bounded.table.max_load();
  table_bytes_.fetch_add(bytes_of(bounded.table) - before - growth, std::memory_order_relaxed);
  return true;
}

GraphCounts::Seen GraphCounts::add(const Fingerprint& graph, std::uint32_t times) {
  return add(shard_of(graph.high),
             Key{{static_cast<std::uint32_t>(graph.low), static_cast<std::uint32_t>(graph.low >> 32),
                  static_cast<std::uint32_t>(graph.high)}},
             times);
}

GraphCounts::Seen GraphCounts::add(std::size_t index, const Key& key, std::uint32_t times) {
  Shard& shard = shards_[index];
  std::uint32_t before, after;
  {
    std::unique_lock lock(shard.mutex);
    if (shard.counts.table.size() >= shard.counts.limit && !make_room(shard.counts, key)) [[unlikely]] {
      lock.unlock();
      return add_uncounted(index, key);
    }
    std::uint32_t& count = shard.counts.table[key];
    before = count;
    count = times > kMost - count ? kMost : count + times;
    times = count - before;
    after = count;
  }
  if (before < kOften) {
    if (before == 0) kept_[kGraphs].fetch_add(1, std::memory_order_relaxed);
    const auto change = [&](std::uint32_t n) { return std::int64_t{after == n} - std::int64_t{before == n}; };
    if (change(1) != 0) seen_once_.fetch_add(change(1), std::memory_order_relaxed);
    if (change(2) != 0) seen_twice_.fetch_add(change(2), std::memory_order_relaxed);
  }
  sum_of_squares_.fetch_add(square_growth(before, times), std::memory_order_relaxed);
  return {after, before == 0};
}

GraphCounts::Seen GraphCounts::add_uncounted(std::size_t shard, const Key& key) {
  if (counts_all()) uncounted_.store(true, std::memory_order_relaxed);
  if (overflow(kGraphs, disk_key(shard, key))) return {1, true};
  return {kMost, false, overflows_[kGraphs]->estimating()};
}

bool GraphCounts::add_rf(const Fingerprint& rf) { return add(kRf, shard_of(rf.high), rf.low); }

bool GraphCounts::add_outcome(const Fingerprint& outcome) {
  return add(kOutcomes, shard_of(outcome.high), outcome.low);
}

bool GraphCounts::add(Kind kind, std::size_t index, std::uint64_t key) {
  Shard& shard = shards_[index];
  auto& bounded = kind == kRf ? shard.rf : shard.outcomes;
  std::unique_lock lock(shard.mutex);
  if (bounded.table.size() >= bounded.limit && !make_room(bounded, key)) [[unlikely]] {
    lock.unlock();
    return overflow(kind, disk_key(index, key));
  }
  const bool added = bounded.table.insert(key).second;
  if (added) kept_[kind].fetch_add(1, std::memory_order_relaxed);
  return added;
}

bool GraphCounts::overflow(Kind kind, const store::Hash128& key) {
  KeyOverflow& overflow = *overflows_[kind];
  if (options_.approximate && !overflow.estimating()) overflow.estimate();
  // Of the 3/8 of the memory that are for finding keys on disk. Trees count no graphs.
  constexpr std::uint64_t kUnbounded = std::uint64_t{64} << 20;
  const std::uint64_t all = options_.memory == 0 ? kUnbounded : options_.memory / 8 * 3;
  const bool graphs = counted() > 0;
  const std::uint64_t eighths = kind == kOutcomes ? 1 : kind == kGraphs ? 4 : graphs ? 3 : 7;
  return overflow.insert(key, all / 8 * eighths);
}

Tally GraphCounts::tally(Kind kind) const {
  const KeyOverflow& overflow = *overflows_[kind];
  const std::uint64_t known = kept_[kind].load(std::memory_order_relaxed) + overflow.size();
  if (!overflow.estimating()) return {known};
  store::HyperLogLog sketch = overflow.sketch();
  if (merged_) {
    // What is known may be in the sketch, too.
    for_each_kept(kind, {}, [&](const store::Hash128& key, std::uint32_t) { sketch.insert(key); });
    try {
      overflow.for_each([&](const store::Hash128& key) { sketch.insert(key); });
    } catch (const store::FileError&) {
      // What cannot be read is not estimated, either. The disk is known to be in trouble.
    }
  }
  const double estimate = sketch.estimate();
  return {(merged_ ? 0 : known) + static_cast<std::uint64_t>(std::llround(estimate)), false,
          estimate * sketch.relative_error()};
}

store::HyperLogLog GraphCounts::sketch(Identity identity) const {
  const Kind kind = identity == Identity::graph ? kGraphs : identity == Identity::rf ? kRf : kOutcomes;
  store::HyperLogLog sketch;
  for_each_kept(kind, {}, [&](const store::Hash128& key, std::uint32_t) { sketch.insert(key); });
  overflows_[kind]->for_each([&](const store::Hash128& key) { sketch.insert(key); });
  return sketch;
}

CountSummary GraphCounts::summary() const {
  std::vector<std::uint32_t> counts;
  counts.reserve(counted());
  for (const Shard& shard : shards_) {
    const std::lock_guard lock(shard.mutex);
    for (const auto& [key, count] : shard.counts.table) counts.push_back(count);
  }
  std::sort(counts.begin(), counts.end());
  CountSummary all{graph_tally(), rf_tally(), outcome_tally(), {}, counts_all(), keys_on_disk(), trouble()};
  for (auto first = counts.begin(); first != counts.end();) {
    const auto last = std::upper_bound(first, counts.end(), *first);
    all.times.emplace_hint(all.times.end(), *first, static_cast<std::uint64_t>(last - first));
    first = last;
  }
  return all;
}

std::size_t GraphCounts::memory() const {
  std::size_t bytes = sizeof *this;
  for (const Shard& shard : shards_) {
    const std::lock_guard lock(shard.mutex);
    bytes += bytes_of(shard.counts.table) + bytes_of(shard.rf.table) + bytes_of(shard.outcomes.table);
  }
  for (const auto& overflow : overflows_) bytes += overflow->memory();
  return bytes;
}

std::uint64_t GraphCounts::keys_on_disk() const {
  std::uint64_t keys = 0;
  for (const auto& overflow : overflows_) keys += overflow->keys_on_disk();
  return keys;
}

std::string GraphCounts::trouble() const {
  for (const auto& overflow : overflows_) {
    if (std::string trouble = overflow->trouble(); !trouble.empty()) return trouble;
  }
  return {};
}

GraphCounts::Seen CachedGraphCounts::add(const Fingerprint& graph) {
  Line& line = lines_[graph.low % kLines];
  if (line.count != 0 && line.graph == graph) {
    if (line.count < kOften) {
      line.count = shared_.add(graph, 1).count;
    } else if (line.count < GraphCounts::kMost) {
      pending_squares_ += square_growth(line.count, 1);
      ++line.count;
      ++line.pending;
    }
    return {line.count, false};
  }
  if (line.pending > 0) {
    shared_.add(line.graph, line.pending);
    pending_squares_ -= square_growth(line.count - line.pending, line.pending);
  }
  const GraphCounts::Seen seen = shared_.add(graph, 1);
  line = {graph, seen.count, 0};
  return seen;
}

double CachedGraphCounts::relative_frequency(std::uint32_t count) const {
  const double squares = static_cast<double>(shared_.sum_of_squares() + pending_squares_);
  return static_cast<double>(count) * count / (squares / static_cast<double>(shared_.counted()));
}

void CachedGraphCounts::flush() {
  for (Line& line : lines_) {
    if (line.pending > 0) shared_.add(line.graph, line.pending);
    line = {};
  }
  pending_squares_ = 0;
}

}  // namespace graphfuzz

#include "graphfuzz/fuzz/graph_counts.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

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

}  // namespace

std::size_t GraphCounts::shard_of(std::uint64_t hash) {
  static const auto table = shard_table<kShards>();
  return table[hash >> 52];
}

GraphCounts::GraphCounts(CountOptions options) : options_(std::move(options)) {}
GraphCounts::~GraphCounts() = default;

Tally GraphCounts::tally(Kind kind) const { return {kept_[kind].load(std::memory_order_relaxed)}; }
std::uint64_t GraphCounts::keys_on_disk() const { return 0; }
std::string GraphCounts::trouble() const { return {}; }
void GraphCounts::save(store::Writer&) const { throw std::logic_error("not yet"); }
void GraphCounts::load(const store::Value&) { throw std::logic_error("not yet"); }
void GraphCounts::merge(const GraphCounts&) { throw std::logic_error("not yet"); }
void GraphCounts::merge(const store::Value&) { throw std::logic_error("not yet"); }

GraphCounts::Seen GraphCounts::add(const Fingerprint& graph, std::uint32_t times) {
  const Key key{{static_cast<std::uint32_t>(graph.low), static_cast<std::uint32_t>(graph.low >> 32),
                 static_cast<std::uint32_t>(graph.high)}};
  Shard& shard = shards_[shard_of(graph.high)];
  std::uint32_t before, after;
  {
    const std::lock_guard lock(shard.mutex);
    std::uint32_t& count = shard.counts[key];
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

bool GraphCounts::add_rf(const Fingerprint& rf) {
  Shard& shard = shards_[shard_of(rf.high)];
  const std::lock_guard lock(shard.mutex);
  if (kept_[kRf].load(std::memory_order_relaxed) >= most_rf_) {
    if (!shard.rf.contains(rf.low)) more_rf_.store(true, std::memory_order_relaxed);
    return false;
  }
  const bool added = shard.rf.insert(rf.low).second;
  if (added) kept_[kRf].fetch_add(1, std::memory_order_relaxed);
  return added;
}

bool GraphCounts::add_outcome(const Fingerprint& outcome) {
  Shard& shard = shards_[shard_of(outcome.high)];
  const std::lock_guard lock(shard.mutex);
  const bool added = shard.outcomes.insert(outcome.low).second;
  if (added) kept_[kOutcomes].fetch_add(1, std::memory_order_relaxed);
  return added;
}

double GraphCounts::gini() const {
  std::vector<std::uint32_t> counts;
  counts.reserve(counted());
  for (const Shard& shard : shards_) {
    const std::lock_guard lock(shard.mutex);
    for (const auto& [key, count] : shard.counts) counts.push_back(count);
  }
  std::sort(counts.begin(), counts.end());
  // 2·Σ i·xᵢ / (n·Σ xᵢ) - (n + 1)/n, for x₁ ≤ … ≤ xₙ; written so that nothing cancels.
  const auto n = static_cast<double>(counts.size());
  double sum = 0, weighted = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    sum += counts[i];
    weighted += (2 * static_cast<double>(i + 1) - n - 1) * counts[i];
  }
  return counts.empty() ? 0 : weighted / (n * sum);
}

std::size_t GraphCounts::memory() const {
  // Boost's flat containers keep 16 bytes of metadata for each group of 15 elements.
  const auto size_of = [](const auto& table) {
    return table.bucket_count() * sizeof(*table.begin()) + table.bucket_count() / 15 * 16;
  };
  std::size_t bytes = sizeof *this;
  for (const Shard& shard : shards_) {
    const std::lock_guard lock(shard.mutex);
    bytes += size_of(shard.counts) + size_of(shard.rf) + size_of(shard.outcomes);
  }
  return bytes;
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

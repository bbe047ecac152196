// How often each graph has been seen: the memory of a campaign, shared by its workers. Bounded: what does not fit goes
// to disk, or is estimated.
#pragma once

#include <array>
#include <atomic>
#include <boost/unordered/unordered_flat_map.hpp>
#include <boost/unordered/unordered_flat_set.hpp>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "graphfuzz/fuzz/count_summary.hpp"
#include "graphfuzz/fuzz/options.hpp"
#include "graphfuzz/graph/fingerprint.hpp"

namespace graphfuzz {

namespace store {
struct Hash128;
class HyperLogLog;
class Value;
class Writer;
}  // namespace store

class KeyOverflow;

struct CountOptions {
  /// What the counts may take, in bytes; 0: as much as they need. Less than kLeast is taken for kLeast.
  std::uint64_t memory = 0;
  static constexpr std::uint64_t kLeast = std::uint64_t{1} << 20;
  /// When that is used up: estimate the number of further ones, instead of keeping them on disk.
  bool approximate = false;
  /// Where that is. Empty: the system's folder for temporary files.
  std::filesystem::path folder{};
};

/// One of `of` (up to 2^32) parts of all keys, by their hash.
struct KeyShare {
  std::uint64_t index = 0;
  std::uint64_t of = 1;
  /// `hash`: Fingerprint::low of a graph, an rf identity or an outcome.
  bool has(std::uint64_t hash) const { return (hash >> 32) * of >> 32 == index; }
};

/// Thread-safe but for what says otherwise. A graph takes 16 bytes (96 bits of its fingerprint, its count), 8 for its
/// rf identity (64 bits) and 8 for its outcome if they are new, besides the slack of the hash tables.
///
/// The tables are cut into shards, each with a lock. The shares of the shards grow geometrically from one to twice
/// the smallest, so that they reach their limits, and double, one after the other: the slack stays the same over time.
///
/// A table that may not grow keeps what it has. Keys that it does not know are from then on looked up on disk
/// (store::SpillingSet), 5/8 of the memory being for the tables and 3/8 for finding keys on disk; or they only go into
/// a sketch that estimates their number (store::HyperLogLog). How often a graph beyond the table is seen is not known.
class GraphCounts {
 public:
  struct Seen {
    std::uint32_t count;  ///< how often the graph has been seen now, this time included; stops at kMost
    bool new_graph;       ///< count had been 0
    bool unsure = false;  ///< it is not known whether it had been
  };
  /// Also stands for "often" where nobody counts. An estimate takes graphs for seen before that may be new.
  static constexpr std::uint32_t kMost = 1'000'000'000;

  explicit GraphCounts(CountOptions options = {});
  ~GraphCounts();
  GraphCounts(const GraphCounts&) = delete;
  GraphCounts& operator=(const GraphCounts&) = delete;

  /// Adds `times` > 0 to the count of a graph.
  Seen add(const Fingerprint& graph, std::uint32_t times);
  /// Adds an rf identity; returns whether it is new.
  bool add_rf(const Fingerprint& rf);
  /// Adds an outcome; returns whether it is new.
  bool add_outcome(const Fingerprint& outcome);

  // How many there are. Estimates take some 100 µs, more after a merge.

  std::uint64_t graphs() const { return graph_tally().number; }
  std::uint64_t graphs_rf() const { return rf_tally().number; }
  std::uint64_t outcomes() const { return outcome_tally().number; }
  Tally graph_tally() const { return tally(kGraphs); }
  Tally rf_tally() const { return tally(kRf); }
  Tally outcome_tally() const { return tally(kOutcomes); }

  // What is known of the graphs that are counted, each time that they are seen.

  /// Are they all? If not, the following are of those that were there first, and say little about the others.
  bool counts_all() const { return !uncounted_.load(std::memory_order_relaxed); }
  std::uint64_t counted() const { return kept_[kGraphs].load(std::memory_order_relaxed); }
  /// f1 and f2: the numbers of graphs seen exactly once and exactly twice. Exact whenever no call to `add` is under
  /// way.
  std::uint64_t seen_once() const { return at_least_zero(seen_once_.load(std::memory_order_relaxed)); }
  std::uint64_t seen_twice() const { return at_least_zero(seen_twice_.load(std::memory_order_relaxed)); }
  /// Σ f(g)², over all graphs.
  std::uint64_t sum_of_squares() const { return sum_of_squares_.load(std::memory_order_relaxed); }
  /// Gini coefficient of the counts (Gini 1912): 0 if all graphs have been seen equally often, towards 1 the more the
  /// executions went to few of them; 0 if there are none. For the end of a campaign: O(n log n) for n graphs, with
  /// 4 bytes for each, and a shard's lock for as long as its counts are copied.
  double gini() const { return summary().gini(); }
  /// All of it. For the end of a campaign, as `gini`.
  CountSummary summary() const;

  /// Of the graphs, rf identities or outcomes, where their number is exact: for who is to know how many are in several
  /// counts together, without having them. O(n); throws store::FileError if what is on disk cannot be read.
  store::HyperLogLog sketch(Identity identity) const;

  /// Bytes in use by tables, filters, indices and sketches.
  std::size_t memory() const;
  /// Keys on disk, of 16 bytes each.
  std::uint64_t keys_on_disk() const;
  /// Why the disk could not be used, so that estimates had to do: "/tmp: cannot hold a file: No space left on device".
  /// Empty if all is well.
  std::string trouble() const;

  // While nobody else uses the counts (nor caches have something that was not told):

  bool empty() const;
  /// Writes one value. Equal contents give equal bytes. Throws store::FileError if what is on disk cannot be read.
  void save(store::Writer& out) const { save(out, KeyShare{}); }
  /// The same of a part of the keys; not of estimates, which cannot be taken apart (std::logic_error).
  void save(store::Writer& out, const KeyShare& share) const;
  /// Takes it over; all goes on as it would have where it was saved, if the options are the same. With less memory,
  /// some graphs are no longer counted. To be called once, on counts that have nothing. Throws store::DocumentError:
  /// what it reads may come from anybody, after which the counts are of no use.
  void load(const store::Value& saved);
  /// Adds what another process, or several workers, have seen: counts of the same graph add up. The numbers of graphs,
  /// rf identities and outcomes do not depend on the order; if all are counted, neither does anything else.
  void merge(const GraphCounts& other);
  /// The same with what was saved; only some of the other's keys are in memory at a time.
  void merge(const store::Value& saved);

 private:
  static constexpr std::size_t kShards = 64;
  enum Kind : std::uint8_t { kGraphs, kRf, kOutcomes };
  static constexpr std::size_t kKinds = 3;

  struct Key {
    std::uint32_t words[3];
    friend bool operator==(const Key&, const Key&) = default;
  };
  struct KeyHash {
    using is_avalanching = void;
    std::size_t operator()(const Key& key) const noexcept { return std::uint64_t{key.words[1]} << 32 | key.words[0]; }
  };
  struct LowHash {
    using is_avalanching = void;
    std::size_t operator()(std::uint64_t key) const noexcept { return key; }
  };
  template <class Table>
  struct Bounded {
    Table table;
    std::size_t limit = 0;  // the table is asked for room when it has so many; at most what it can hold as it is
    bool frozen = false;    // there will be no more
  };
  struct alignas(64) Shard {
    mutable std::mutex mutex;
    Bounded<boost::unordered_flat_map<Key, std::uint32_t, KeyHash>> counts;
    Bounded<boost::unordered_flat_set<std::uint64_t, LowHash>> rf;
    Bounded<boost::unordered_flat_set<std::uint64_t, LowHash>> outcomes;
  };

  static std::size_t shard_of(std::uint64_t hash);
  // Two threads may tell of their steps past one and two in either order.
  static std::uint64_t at_least_zero(std::int64_t n) { return n < 0 ? 0 : static_cast<std::uint64_t>(n); }
  Tally tally(Kind kind) const;

  Seen add(std::size_t shard, const Key& key, std::uint32_t times);
  bool add(Kind kind, std::size_t shard, std::uint64_t key);
  template <class Table, class K>
  bool make_room(Bounded<Table>& bounded, const K& key);
  Seen add_uncounted(std::size_t shard, const Key& key);
  bool overflow(Kind kind, const store::Hash128& key);

  // Keys as they are on disk and in documents: the shard, and all that the table has of them.
  static store::Hash128 disk_key(std::size_t shard, const Key& key);
  static store::Hash128 disk_key(std::size_t shard, std::uint64_t key);
  static Key graph_key(const store::Hash128& key);
  static std::size_t shard_of(Kind kind, const store::Hash128& key);
  template <class Visit>  // of the shard's table of that kind
  static auto with_table(Kind kind, auto& shard, Visit visit);

  std::uint64_t frozen(Kind kind) const;
  void freeze(Kind kind, std::uint64_t shards);
  bool keeps(Kind kind, const store::Hash128& key) const;
  void keep(Kind kind, const store::Hash128& key, std::uint32_t count);
  void take_spilled(Kind kind, const store::Hash128& key);
  void for_each_kept(Kind kind, const KeyShare& share,
                     const std::function<void(const store::Hash128&, std::uint32_t)>& visit) const;
  void save(store::Writer& out, Kind kind, const KeyShare& share) const;
  bool take(const store::Value& saved, bool merging);
  bool take(const store::Value& saved, Kind kind, bool merging);
  void note_merge();

  CountOptions options_;
  std::array<Shard, kShards> shards_;
  std::array<std::unique_ptr<KeyOverflow>, kKinds> overflows_;
  alignas(64) std::array<std::atomic<std::uint64_t>, kKinds> kept_{};  // in the tables
  std::atomic<std::uint64_t> sum_of_squares_{0};
  std::atomic<std::int64_t> seen_once_{0};
  std::atomic<std::int64_t> seen_twice_{0};
  // Seldom written.
  alignas(64) std::atomic<std::uint64_t> table_bytes_{0};
  std::uint64_t most_table_bytes_ = ~std::uint64_t{0};
  std::atomic<bool> uncounted_{false};
  bool merged_ = false;  // sketches may have keys that are in tables, or on disk
};

/// One worker's way to the shared counts: a small cache in front, which keeps the counts of the graphs seen most, so
/// that workers do not fight for them. With one worker the counts are exact at every moment; with several they may
/// miss what others have seen since the graph was last looked up. The first three times that a graph is seen are told
/// to the shared counts at once, so that their f1 and f2 are exact all the time.
class CachedGraphCounts {
 public:
  explicit CachedGraphCounts(GraphCounts& shared) : shared_(shared), lines_(kLines) {}
  ~CachedGraphCounts() { flush(); }
  CachedGraphCounts(const CachedGraphCounts&) = delete;
  CachedGraphCounts& operator=(const CachedGraphCounts&) = delete;

  /// The graph was seen once more.
  GraphCounts::Seen add(const Fingerprint& graph);
  bool add_rf(const Fingerprint& rf) { return shared_.add_rf(rf); }
  bool add_outcome(const Fingerprint& outcome) { return shared_.add_outcome(outcome); }

  /// f(g)² / (Σ f(gᵢ)² / |G|) for a graph seen `count` times (spec: feedback `rare`).
  double relative_frequency(std::uint32_t count) const;

  /// Hands everything over to the shared counts.
  void flush();

 private:
  static constexpr std::size_t kLines = 1024;
  struct Line {
    Fingerprint graph;
    std::uint32_t count = 0;    // as of the last look-up, with what was seen here since
    std::uint32_t pending = 0;  // of these, not yet told to the shared counts
  };

  GraphCounts& shared_;
  std::vector<Line> lines_;
  std::uint64_t pending_squares_ = 0;  // what `pending` adds to the sum of squares
};

}  // namespace graphfuzz

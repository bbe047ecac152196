// GraphCounts as documents: saved, loaded, and put together.
//
//   {"graphs": {"kept": [keys with their counts], "frozen": "shards whose table may not grow, a bit for each",
//               "spilled": [keys], "registers": of the sketch, if there is one},
//    "rf": …, "outcomes": …, "counts_all": true, "merged": false}
#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <utility>
#include <vector>

#include "fuzz/key_blocks.hpp"
#include "fuzz/key_overflow.hpp"
#include "graphfuzz/fuzz/graph_counts.hpp"
#include "graphfuzz/stop/stop.hpp"

namespace graphfuzz {
namespace {

constexpr const char* kNames[] = {"graphs", "rf", "outcomes"};

}  // namespace

std::size_t GraphCounts::shard_of(Kind kind, const store::Hash128& key) {
  return static_cast<std::size_t>(kind == kGraphs ? key.low >> 32 : key.low);
}

template <class Visit>
auto GraphCounts::with_table(Kind kind, auto& shard, Visit visit) {
  return kind == kGraphs ? visit(shard.counts) : kind == kRf ? visit(shard.rf) : visit(shard.outcomes);
}

bool GraphCounts::empty() const {
  const auto none = [](const auto& kept) { return kept.load() == 0; };
  return std::all_of(kept_.begin(), kept_.end(), none) &&
         std::all_of(overflows_.begin(), overflows_.end(), [](const auto& overflow) { return overflow->empty(); });
}

std::uint64_t GraphCounts::frozen(Kind kind) const {
  std::uint64_t shards = 0;
  for (std::size_t i = 0; i < kShards; ++i) {
    const bool frozen = with_table(kind, shards_[i], [](const auto& bounded) { return bounded.frozen; });
    shards |= std::uint64_t{frozen} << i;
  }
  return shards;
}

void GraphCounts::freeze(Kind kind, std::uint64_t shards) {
  for (std::size_t i = 0; i < kShards; ++i) {
    if ((shards >> i & 1) == 0) continue;
    with_table(kind, shards_[i], [](auto& bounded) {
      bounded.frozen = true;
      bounded.limit = bounded.table.size();
    });
  }
}

bool GraphCounts::keeps(Kind kind, const store::Hash128& key) const {
  const Shard& shard = shards_[shard_of(kind, key)];
  if (kind == kGraphs) return shard.counts.table.contains(graph_key(key));
  return (kind == kRf ? shard.rf : shard.outcomes).table.contains(key.high);
}

void GraphCounts::keep(Kind kind, const store::Hash128& key, std::uint32_t count) {
  if (kind == kGraphs) {
    add(shard_of(kind, key), graph_key(key), count);
  } else {
    add(kind, shard_of(kind, key), key.high);
  }
}

// A key that is to be found where keys of frozen tables are looked for.
void GraphCounts::take_spilled(Kind kind, const store::Hash128& key) {
  if (kind == kGraphs) uncounted_.store(true, std::memory_order_relaxed);
  if (keeps(kind, key)) return;
  freeze(kind, std::uint64_t{1} << shard_of(kind, key));
  overflow(kind, key);
}

void GraphCounts::for_each_kept(Kind kind, const KeyShare& share,
                                const std::function<void(const store::Hash128&, std::uint32_t)>& visit) const {
  std::vector<std::pair<store::Hash128, std::uint32_t>> keys;
  for (std::size_t i = 0; i < kShards; ++i) {
    const Shard& shard = shards_[i];
    keys.clear();
    {
      const std::lock_guard lock(shard.mutex);
      if (kind == kGraphs) {
        for (const auto& [key, count] : shard.counts.table) {
          const store::Hash128 whole = disk_key(i, key);
          if (share.has(whole.high)) keys.emplace_back(whole, count);
        }
      } else {
        for (const std::uint64_t key : (kind == kRf ? shard.rf : shard.outcomes).table) {
          if (share.has(key)) keys.emplace_back(disk_key(i, key), 1);
        }
      }
    }
    std::sort(keys.begin(), keys.end());
    for (const auto& [key, count] : keys) visit(key, count);
  }
}

void GraphCounts::save(store::Writer& out, const KeyShare& share) const {
  const auto estimating = [](const auto& overflow) { return overflow->estimating(); };
  if (share.of > 1 && std::any_of(overflows_.begin(), overflows_.end(), estimating)) {
    throw std::logic_error("GraphCounts: an estimate cannot be taken apart");
  }
  out.begin_object();
  for (const Kind kind : {kGraphs, kRf, kOutcomes}) {
    out.key(kNames[kind]);
    save(out, kind, share);
  }
  out.field("counts_all", counts_all()).field("merged", merged_).end_object();
}

void GraphCounts::save(store::Writer& out, Kind kind, const KeyShare& share) const {
  const KeyOverflow& overflow = *overflows_[kind];
  out.begin_object().key("kept");
  KeyBlockWriter kept(out, kind == kGraphs);
  for_each_kept(kind, share, [&](const store::Hash128& key, std::uint32_t count) { kept.add(key, count); });
  kept.finish();
  out.key("frozen").hexadecimal(frozen(kind)).key("spilled");
  KeyBlockWriter spilled(out, false);
  overflow.for_each([&](const store::Hash128& key) {
    if (share.has(key.high)) spilled.add(key, 1);
  });
  spilled.finish();
  if (overflow.estimating()) out.key("registers").bytes(overflow.sketch().to_bytes());
  out.end_object();
}

void GraphCounts::load(const store::Value& saved) {
  if (!empty()) throw std::logic_error("GraphCounts: load is for new ones");
  take(saved, false);
}

void GraphCounts::merge(const store::Value& saved) {
  const bool merging = !empty();
  const bool any = take(saved, merging);
  if (merging && any) note_merge();
}

// Was there anything? When merging, its tables need not be frozen here.
bool GraphCounts::take(const store::Value& saved, bool merging) {
  saved.expect_keys({"graphs", "rf", "outcomes", "counts_all", "merged"});
  bool any = false;
  for (const Kind kind : {kGraphs, kRf, kOutcomes}) any |= take(saved.field(kNames[kind]), kind, merging);
  if (!saved.field("counts_all").boolean()) uncounted_.store(true, std::memory_order_relaxed);
  if (saved.field("merged").boolean()) merged_ = true;
  return any;
}

bool GraphCounts::take(const store::Value& saved, Kind kind, bool merging) {
  saved.expect_keys({"kept", "frozen", "spilled", "registers"});
  bool any = false;
  const auto check = [&](const store::Value& at, const store::Hash128& key) {
    any = true;
    if (key.low >> (kind == kGraphs ? 32 : 0) >= kShards)
      at.reject(fmt::format("a key is in none of {} shards", kShards));
  };
  const store::Value kept = saved.field("kept"), spilled = saved.field("spilled");
  const std::uint64_t frozen = saved.field("frozen").hexadecimal();
  read_key_blocks(kept, kind == kGraphs ? kMost : 0, [&](const store::Hash128& key, std::uint32_t count) {
    check(kept, key);
    keep(kind, key, count);
  });
  if (!merging) freeze(kind, frozen);
  read_key_blocks(spilled, 0, [&](const store::Hash128& key, std::uint32_t) {
    check(spilled, key);
    if ((frozen >> shard_of(kind, key) & 1) == 0) spilled.reject("a key belongs to a table that is not frozen");
    if (!merging && keeps(kind, key)) spilled.reject("a key is also kept");
    take_spilled(kind, key);
  });
  if (const auto registers = saved.find("registers")) {
    const auto sketch = store::HyperLogLog::from_bytes(registers->bytes(), saved.file() + ": " + registers->path());
    if (sketch.precision() != KeyOverflow::kPrecision) {
      registers->reject(
          fmt::format("expected a precision of {}, found {}", KeyOverflow::kPrecision, sketch.precision()));
    }
    if (kind == kGraphs) uncounted_.store(true, std::memory_order_relaxed);
    overflows_[kind]->merge(sketch);
    any = true;
  }
  return any;
}

void GraphCounts::merge(const GraphCounts& other) {
  if (&other == this) throw std::invalid_argument("GraphCounts: merged with itself");
  const bool merging = !empty();
  for (const Kind kind : {kGraphs, kRf, kOutcomes}) {
    const KeyOverflow& theirs = *other.overflows_[kind];
    other.for_each_kept(kind, {}, [&](const store::Hash128& key, std::uint32_t count) {
      stop_point();
      keep(kind, key, count);
    });
    if (!merging) freeze(kind, other.frozen(kind));
    theirs.for_each([&](const store::Hash128& key) {
      stop_point();
      take_spilled(kind, key);
    });
    if (theirs.estimating()) overflows_[kind]->merge(theirs.sketch());
  }
  if (!other.counts_all()) uncounted_.store(true, std::memory_order_relaxed);
  if (other.merged_) merged_ = true;
  if (merging && !other.empty()) note_merge();
}

void GraphCounts::note_merge() {
  for (const auto& overflow : overflows_) merged_ = merged_ || overflow->estimating();
}

}  // namespace graphfuzz

// Counts that are saved and loaded go on as if nothing had been; merged ones are those of all that was seen.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "graphfuzz/explore/random.hpp"
#include "graphfuzz/fuzz/graph_counts.hpp"
#include "graphfuzz/store/hyper_log_log.hpp"
#include "store/binary.hpp"
#include "store/documents.hpp"
#include "store/temporary_folder.hpp"
#include "support/sanitized.hpp"

namespace graphfuzz {
namespace {

using store::testing::error_of;
using store::testing::TemporaryFolder;
using ::testing::HasSubstr;

constexpr std::uint64_t kMegabyte = std::uint64_t{1} << 20;

Fingerprint print_of(std::uint64_t n) {
  Random random(n);
  return {random.next(), random.next()};
}

std::string saved(const GraphCounts& counts, bool cbor = true) {
  store::Writer out = cbor ? store::Writer::cbor() : store::Writer::json();
  counts.save(out);
  return out.finish();
}

void load(GraphCounts& counts, const std::string& bytes) { counts.load(store::Document::cbor(bytes, "saved").root()); }

void merge(GraphCounts& counts, const std::string& bytes) {
  counts.merge(store::Document::cbor(bytes, "saved").root());
}

/// Sees `many` graphs, rf identities and outcomes. Returns a digest of all answers.
std::uint64_t see(GraphCounts& counts, std::uint64_t seed, int many, std::uint64_t of) {
  Random random(seed);
  std::uint64_t digest = 0;
  for (int i = 0; i < many; ++i) {
    const GraphCounts::Seen seen = counts.add(print_of(random.below(1 + random.below(of))), 1);
    digest = digest * 31 + seen.count + (seen.new_graph ? 7 : 0);
    digest = digest * 2 + (counts.add_rf(print_of(random.below(1 + random.below(of)))) ? 1 : 0);
    digest = digest * 2 + (counts.add_outcome(print_of(random.below(of / 8))) ? 1 : 0);
  }
  return digest;
}

void expect_same(const GraphCounts& a, const GraphCounts& b) {
  for (const auto tally : {&GraphCounts::graph_tally, &GraphCounts::rf_tally, &GraphCounts::outcome_tally}) {
    EXPECT_EQ((a.*tally)().number, (b.*tally)().number);
    EXPECT_EQ((a.*tally)().exact, (b.*tally)().exact);
    EXPECT_EQ((a.*tally)().standard_error, (b.*tally)().standard_error);
  }
  EXPECT_EQ(a.counts_all(), b.counts_all());
  EXPECT_EQ(a.counted(), b.counted());
  EXPECT_EQ(a.seen_once(), b.seen_once());
  EXPECT_EQ(a.seen_twice(), b.seen_twice());
  EXPECT_EQ(a.sum_of_squares(), b.sum_of_squares());
  EXPECT_EQ(a.gini(), b.gini());
  EXPECT_TRUE(saved(a) == saved(b));
}

struct Mode {
  std::uint64_t memory;
  bool approximate;
  friend void PrintTo(const Mode& mode, std::ostream* out) { *out << mode.memory << (mode.approximate ? "~" : ""); }
};

class SavedCountsOf : public ::testing::TestWithParam<Mode> {
 protected:
  CountOptions options() const {
    return {.memory = GetParam().memory, .approximate = GetParam().approximate, .folder = folder_.path()};
  }
  TemporaryFolder folder_;
};

TEST_P(SavedCountsOf, GoOnAsIfNothingHadBeen) {
  GraphCounts through(options());
  see(through, 1, 120'000, 100'000);
  GraphCounts loaded(options());
  load(loaded, saved(through));
  expect_same(loaded, through);
  EXPECT_EQ(loaded.counts_all(), GetParam().memory == 0);
  // What comes on top of it is answered, and told, alike.
  EXPECT_EQ(see(loaded, 2, 50'000, 150'000), see(through, 2, 50'000, 150'000));
  expect_same(loaded, through);
  EXPECT_LE(loaded.memory(), through.memory() * 5 / 4);
}

TEST_P(SavedCountsOf, MergedInAnyOrderTheyAreTheSame) {
  GraphCounts all;
  std::vector<std::string> parts;
  for (std::uint64_t seed = 0; seed < 3; ++seed) {
    GraphCounts part(options());
    see(part, seed, seed == 1 ? 5'000 : 60'000, 100'000);
    see(all, seed, seed == 1 ? 5'000 : 60'000, 100'000);
    parts.push_back(saved(part));
  }
  std::vector<std::size_t> order = {0, 1, 2};
  std::vector<Tally> first;
  do {
    GraphCounts merged(options());
    merge(merged, parts[order[0]]);
    {
      GraphCounts other(options());
      load(other, parts[order[1]]);
      merge(other, parts[order[2]]);
      merged.merge(other);
    }
    std::vector<Tally> tallies = {merged.graph_tally(), merged.rf_tally(), merged.outcome_tally()};
    const std::vector<Tally> truths = {all.graph_tally(), all.rf_tally(), all.outcome_tally()};
    for (std::size_t i = 0; i < 3; ++i) {
      const double error = tallies[i].standard_error;
      EXPECT_EQ(tallies[i].exact, error == 0);
      EXPECT_NEAR(double(tallies[i].number), double(truths[i].number), 4 * error) << i;
      if (!first.empty()) {
        EXPECT_EQ(tallies[i].number, first[i].number);
      }
    }
    if (GetParam().memory == 0) expect_same(merged, all);
    first = tallies;
  } while (std::next_permutation(order.begin(), order.end()));
}

INSTANTIATE_TEST_SUITE_P(, SavedCountsOf,
                         ::testing::Values(Mode{0, false}, Mode{kMegabyte, false}, Mode{kMegabyte, true}),
                         [](const auto& mode) {
                           return mode.param.approximate  ? "estimated"
                                  : mode.param.memory > 0 ? "spilled"
                                                          : "unbounded";
                         });

TEST(SavedGraphCounts, NothingAtAll) {
  GraphCounts none, loaded;
  load(loaded, saved(none));
  expect_same(loaded, none);
  merge(loaded, saved(none));
  loaded.merge(none);
  expect_same(loaded, none);
  EXPECT_THROW(loaded.merge(loaded), std::invalid_argument);
  loaded.add(print_of(1), 1);
  EXPECT_THROW(load(loaded, saved(none)), std::logic_error);
}

TEST(SavedGraphCounts, EqualContentsAreEqualBytesOfAFewPerGraph) {
  GraphCounts one, other;
  constexpr auto kGraphs = testing::cases_here<std::uint64_t>(200'000);
  for (std::uint64_t n = 0; n < kGraphs; ++n) {
    one.add(print_of(n), 3);
    other.add(print_of(kGraphs - 1 - n), 3);
  }
  EXPECT_TRUE(saved(one) == saved(other));
  EXPECT_LT(saved(one).size(), kGraphs * 13u);
  other.add(print_of(5), 1);
  EXPECT_FALSE(saved(one) == saved(other));
  const store::Document json = store::Document::json(saved(one, false), "json");
  GraphCounts loaded;
  loaded.load(json.root());
  expect_same(one, loaded);
}

// With less memory than before, fewer graphs are counted; but none is lost, nor there twice.
TEST(SavedGraphCounts, LoadedWithLessMemory) {
  const TemporaryFolder folder;
  GraphCounts all;
  constexpr std::uint64_t kPart = testing::kSanitized ? 4 : 1;
  see(all, 1, 200'000 / kPart, 200'000 / kPart);
  GraphCounts less({.memory = kMegabyte, .folder = folder.path()});
  load(less, saved(all));
  EXPECT_FALSE(less.counts_all());
  EXPECT_LT(less.counted(), all.counted());
  EXPECT_EQ(less.graphs(), all.graphs());
  EXPECT_EQ(less.graphs_rf(), all.graphs_rf());
  see(less, 2, 50'000 / kPart, 300'000 / kPart);
  see(all, 2, 50'000 / kPart, 300'000 / kPart);
  EXPECT_EQ(less.graphs(), all.graphs());
  EXPECT_EQ(less.graphs_rf(), all.graphs_rf());
  EXPECT_EQ(less.outcomes(), all.outcomes());
  // And back into as much as is wanted.
  GraphCounts again;
  load(again, saved(less));
  expect_same(again, less);
}

// Documents of others. A key is a number in as few bytes as will do, and 8 bytes if that is not 0; then maybe a count.

std::string hex(const std::string& bytes) {
  std::string text;
  for (const char c : bytes) text += fmt::format("{:02x}", static_cast<unsigned char>(c));
  return text;
}

std::string varint(std::uint64_t number) {
  std::string bytes;
  store::append_varint(bytes, number);
  return bytes;
}

std::string key(std::uint64_t low, std::uint64_t high) {
  std::string bytes = varint(low);
  store::append_fixed(bytes, high, 8);
  return bytes;
}

/// A graph of shard 0, seen 3 times; a known rf identity of shard 5, which is frozen, and one that was spilled.
const std::string kGraph = varint(1) + key(7, 1) + varint(3);
const std::string kRf = varint(1) + key(5, 2);
const std::string kSpilled = varint(1) + key(5, 1);
const std::string kFrozen = "0000000000000020";

std::string error(const std::string& from = "", const std::string& to = "") {
  std::string text = fmt::format(R"({{"graphs": {{"kept": ["{}"], "frozen": "0000000000000000", "spilled": []}},)"
                                 R"( "rf": {{"kept": ["{}"], "frozen": "{}", "spilled": ["{}"]}},)"
                                 R"( "outcomes": {{"kept": [], "frozen": "0000000000000000", "spilled": []}},)"
                                 R"( "counts_all": true, "merged": false}})",
                                 hex(kGraph), hex(kRf), kFrozen, hex(kSpilled));
  if (!from.empty()) text.replace(text.find(from), from.size(), to);
  return error_of([&] {
    GraphCounts counts;
    counts.load(store::Document::json(text, "x").root());
    EXPECT_EQ(counts.graphs(), 1u);
    EXPECT_EQ(counts.sum_of_squares(), 9u);
    EXPECT_EQ(counts.graphs_rf(), 2u);
  });
}

std::string graph_error(const std::string& block) { return error(hex(kGraph), hex(block)); }

TEST(SavedGraphCounts, DocumentsOfOthers) {
  EXPECT_EQ(error(), "");
  EXPECT_THAT(graph_error(varint(1) + key(7, 1)), HasSubstr("x: graphs.kept[0]: at byte 10: expected 1 more bytes"));
  EXPECT_THAT(graph_error(kGraph + varint(1)), HasSubstr("expected the end"));
  EXPECT_THAT(graph_error(varint(0)), HasSubstr("expected 1 to 65536 keys, found 0"));
  EXPECT_THAT(graph_error(varint(65'537) + key(7, 1)), HasSubstr("found 65537"));
  EXPECT_THAT(graph_error(varint(1) + key(7, 1) + varint(0)), HasSubstr("expected a count from 1"));
  EXPECT_THAT(graph_error(varint(1) + key(7, 1) + varint(1'000'000'001)), HasSubstr("found 1000000001"));
  EXPECT_THAT(graph_error(varint(2) + key(7, 1) + varint(3) + varint(0) + varint(0) + varint(3)),
              HasSubstr("in ascending order"));
  EXPECT_THAT(graph_error(varint(2) + key(7, 1) + varint(3) + varint(0) + varint(~std::uint64_t{0}) + varint(3)),
              HasSubstr("in ascending order"));
  EXPECT_THAT(graph_error(varint(2) + key(7, 1) + varint(3) + key(~std::uint64_t{0}, 1) + varint(3)),
              HasSubstr("in ascending order"));
  EXPECT_THAT(graph_error(varint(1) + key(std::uint64_t{64} << 32, 1) + varint(3)), HasSubstr("none of 64 shards"));
  EXPECT_THAT(error(hex(kGraph) + "\"", hex(kGraph) + "\", \"" + hex(varint(1) + key(8, 1) + varint(3)) + "\""),
              HasSubstr("the only one that is not full"));
  EXPECT_THAT(error(hex(kRf), hex(varint(1) + key(64, 2))), HasSubstr("x: rf.kept: a key is in none of 64 shards"));
  EXPECT_THAT(error(kFrozen, "0000000000000040"), HasSubstr("x: rf.spilled: a key belongs to a table that is not"));
  EXPECT_THAT(error(hex(kSpilled), hex(kRf)), HasSubstr("x: rf.spilled: a key is also kept"));
  EXPECT_THAT(error(kFrozen, "20"), HasSubstr("x: rf.frozen: "));
  EXPECT_THAT(error("false}", "0}"), HasSubstr("x: merged: "));
  EXPECT_THAT(error("\"merged\"", "\"more\""), HasSubstr("more"));
  const auto registers = [](const std::string& bytes) {
    return error("\"frozen\": \"" + kFrozen, "\"registers\": \"" + hex(bytes) + "\", \"frozen\": \"" + kFrozen);
  };
  EXPECT_THAT(registers(store::HyperLogLog(4).to_bytes()), HasSubstr("x: rf.registers: expected a precision of 16"));
  EXPECT_THAT(registers("abc"), HasSubstr("x: rf.registers: "));
  EXPECT_EQ(registers(store::HyperLogLog(16).to_bytes()), "");
}

TEST(SavedGraphCounts, DamagedDocuments) {
  const TemporaryFolder folder;
  GraphCounts counts;
  see(counts, 1, 300, 1'000);
  const std::string bytes = saved(counts);
  for (std::size_t size = 0; size < bytes.size(); size += 7) {
    GraphCounts loaded;
    EXPECT_NE(error_of([&] { load(loaded, bytes.substr(0, size)); }), "");
  }
  Random random(1);
  for (int i = 0; i < 2'000; ++i) {
    std::string damaged = bytes;
    damaged[random.below(bytes.size())] ^= static_cast<char>(1 + random.below(255));
    GraphCounts loaded, merged;
    // Something else that is right, or an error.
    error_of([&] {
      load(loaded, damaged);
      EXPECT_TRUE(saved(loaded) == damaged);
    });
    error_of([&] { merge(merged, damaged); });
  }
}

}  // namespace
}  // namespace graphfuzz

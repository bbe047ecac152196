// Hashes against the published values of the algorithms, and what their users rely on.
#include "graphfuzz/graph/hash.hpp"

#include <gtest/gtest.h>

#include <set>

#include "graphfuzz/graph/fingerprint.hpp"

namespace graphfuzz {
namespace {

TEST(Hash, WordsAreMixedAsBySplitmix64) {
  // The first numbers of splitmix64 from state 0 (also in the documentation of Java's SplittableRandom).
  EXPECT_EQ(mixed(0), 0xe220a8397b1dcdafu);
  EXPECT_EQ(mixed(kGoldenRatio), 0x6e789e6aa1b965f4u);
  EXPECT_EQ(mixed(2 * kGoldenRatio), 0x06c45d188009454fu);
}

TEST(Hash, SeveralWordsAreMixedInTheirOrder) {
  EXPECT_EQ(mixed(1, 2, 3), mixed(mixed(mixed(1) + 2) + 3));
  std::set<std::uint64_t> hashes;
  for (std::uint64_t a = 0; a < 40; ++a) {
    for (std::uint64_t b = 0; b < 40; ++b) hashes.insert(mixed(a, b));
  }
  EXPECT_EQ(hashes.size(), 1600u);
}

TEST(Hash, BytesAreHashedByXxh3) {
  EXPECT_EQ(hash_bytes(""), 0x2d06800538d394c2u);
  EXPECT_EQ(hash_bytes("abc"), 0x78af5f94892f3950u);
  EXPECT_NE(hash_bytes("abc", 1), hash_bytes("abc"));
}

TEST(Hash, FingerprintsOfStringsAreXxh3) {
  EXPECT_EQ(fingerprint(std::string_view("abc")), (Fingerprint{0x78af5f94892f3950, 0x06b05ab6733a6185}));
}

TEST(Hash, FingerprintsAddUpInAnyOrder) {
  Fingerprint forwards;
  Fingerprint backwards;
  for (std::uint64_t i = 0; i < 10; ++i) {
    forwards += fingerprint_of(i, i + 1, 0);
    backwards += fingerprint_of(9 - i, 10 - i, 0);
  }
  EXPECT_EQ(forwards, backwards);
  EXPECT_NE(fingerprint_of(1, 2, 3), fingerprint_of(2, 1, 3));
}

}  // namespace
}  // namespace graphfuzz

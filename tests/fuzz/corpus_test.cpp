#include "graphfuzz/fuzz/corpus.hpp"

#include <gtest/gtest.h>

#include <set>

namespace graphfuzz {
namespace {

Prefix numbered(std::uint32_t n) { return {{Step{0, 0, n & 0x7fffffff, 0}}}; }
std::uint32_t number(const CorpusEntry& entry) { return entry.prefix.steps[0].source_index; }

TEST(Corpus, NeverGrowsBeyondItsCapacity) {
  Random random(1);
  for (std::size_t capacity : {0U, 1U, 2U, 10U}) {
    Corpus corpus(capacity);
    for (std::uint32_t i = 0; i < 1000; ++i) {
      corpus.add(numbered(i), Cut::revisit, random);
      ASSERT_LE(corpus.size(), capacity);
      if (!corpus.empty() && i % 3 == 0) corpus.report(corpus.pick(random), i % 2 == 0);
    }
  }
}

TEST(Corpus, TriesEveryPrefixBeforeAnyAgain) {
  Random random(2);
  Corpus corpus(100);
  for (std::uint32_t i = 0; i < 50; ++i) corpus.add(numbered(i), Cut::minimal, random);
  std::set<std::uint32_t> tried;
  for (int i = 0; i < 50; ++i) {
    const std::size_t picked = corpus.pick(random);
    EXPECT_TRUE(tried.insert(number(corpus[picked])).second);
    corpus.report(picked, true);
  }
  EXPECT_EQ(corpus.size(), 50U);
}

TEST(Corpus, PrefersWhatBringsMuchAndDiscardsWhatBringsNothing) {
  Random random(3);
  Corpus corpus(100);
  for (std::uint32_t i = 0; i < 20; ++i) corpus.add(numbered(i), Cut::maximal, random);
  int good = 0;
  for (int i = 0; i < 500 && !corpus.empty(); ++i) {
    const std::size_t picked = corpus.pick(random);
    const bool interesting = number(corpus[picked]) == 7;
    good += interesting;
    corpus.report(picked, interesting);
  }
  ASSERT_EQ(corpus.size(), 1U);
  EXPECT_EQ(number(corpus[0]), 7U);
  EXPECT_GT(good, 400);
}

}  // namespace
}  // namespace graphfuzz

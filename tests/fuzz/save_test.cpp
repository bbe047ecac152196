// The parts that all searches have come back as they were.
#include <gtest/gtest.h>

#include <cmath>

#include "graphfuzz/explore/pair_counts.hpp"
#include "graphfuzz/fuzz/corpus.hpp"
#include "graphfuzz/fuzz/cut_chooser.hpp"
#include "support/property.hpp"

namespace graphfuzz::testing {
namespace {

template <class Part>
std::string saved(const Part& part) {
  store::Writer out = store::Writer::json();
  part.save(out);
  return out.finish();
}

template <class Part>
void load(Part& part, const std::string& text) {
  part.load(store::Document::json(text, "part").root());
}

TEST(Save, RandomNumbersGoOn) {
  Random random(7), other(8);
  for (int i = 0; i < 10; ++i) random.next();
  load(other, saved(random));
  for (int i = 0; i < 10; ++i) EXPECT_EQ(other.next(), random.next());
  EXPECT_THROW(load(other, "[0, 0, 0, 0]"), store::DocumentError);
}

TEST(Save, EqualSetsOfPairsAreEqualBytes) {
  check_property(100, [](std::vector<std::uint64_t> keys) {
    Pairs some, others, back;
    for (const std::uint64_t key : keys) some.add(key);
    std::reverse(keys.begin(), keys.end());
    for (const std::uint64_t key : keys) others.add(key);
    RC_ASSERT(saved(some) == saved(others));
    load(back, saved(some));
    RC_ASSERT(back.size() == some.size());
    for (const std::uint64_t key : keys) RC_ASSERT(back.contains(key));
  });
}

TEST(Save, EstimatesMayBeInfinite) {
  for (const std::vector<double>& walks :
       std::vector<std::vector<double>>{{}, {3}, {3, 5, 0}, {1, INFINITY}, {1e300, 1, 1e200}}) {
    TreeSize size, back;
    for (const double walk : walks) size.add(walk);
    load(back, saved(size));
    EXPECT_EQ(back.walks(), size.walks());
    EXPECT_EQ(back.mean(), size.mean());
    EXPECT_EQ(back.error(), size.error());
  }
}

TEST(Save, CorporaStayInOrder) {
  Random random(5);
  CorpusOf<int> corpus(20), back(20), small(3);
  for (int i = 0; i < 200; ++i) {
    corpus.add(i, Cut::maximal, random);
    if (i % 3 != 0) corpus.report(corpus.pick(random), i % 2 == 0);
  }
  const auto write = [](const CorpusOf<int>& of) {
    store::Writer out = store::Writer::json();
    of.save(out, Extent::exact, [&](int prefix) { out.value(prefix); });
    return out.finish();
  };
  const auto read = [](const std::string& text, CorpusOf<int>& into) {
    const store::Document document = store::Document::json(text, "corpus");
    into.load(document.root(), [](const store::Value& prefix) { return prefix.integer<int>(); });
  };
  read(write(corpus), back);
  EXPECT_EQ(write(back), write(corpus));
  for (int i = 0; i < 50; ++i) {
    Random same = random;
    const std::size_t picked = corpus.pick(random);
    ASSERT_EQ(back.pick(same), picked);
    EXPECT_EQ(back[picked].prefix, corpus[picked].prefix);
    corpus.report(picked, i % 4 == 0);
    back.report(picked, i % 4 == 0);
  }
  EXPECT_THROW(read(write(corpus), small), store::DocumentError);
  EXPECT_THROW(read(R"([{"prefix": 1, "cut": "minimal", "tries": 1, "hits": 0, "misses": 1},
                        {"prefix": 1, "cut": "minimal"}])",
                    back),
               store::DocumentError);
}

}  // namespace
}  // namespace graphfuzz::testing

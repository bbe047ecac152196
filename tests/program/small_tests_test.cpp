// The enumeration of small tests: each class once, all of them, small before large.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <set>

#include "graphfuzz/program/small_test.hpp"

namespace graphfuzz {
namespace {

using enum MemoryOrder;

std::vector<SmallTest> all(const SmallSize& size, const SmallEvents& events) {
  std::vector<SmallTest> tests;
  for_each_small_test(size, events, [&](const SmallTest& test) {
    tests.push_back(test);
    return true;
  });
  return tests;
}

/// Every test that is the same but for names, as strings without values.
std::set<std::string> spellings(const SmallTest& test) {
  std::set<std::string> result;
  std::vector<std::size_t> threads(test.threads.size());
  std::iota(threads.begin(), threads.end(), 0);
  do {
    std::vector<Location> locations(test.locations);
    std::iota(locations.begin(), locations.end(), 0);
    do {
      std::string text;
      for (const std::size_t t : threads) {
        for (const SmallEvent& e : test.threads[t]) {
          text += "RWUF"[static_cast<int>(e.kind)];
          text += static_cast<char>('0' + static_cast<int>(e.order));
          if (e.kind != EventKind::fence) text += static_cast<char>('x' + locations[e.location]);
        }
        text += '|';
      }
      result.insert(text);
    } while (std::next_permutation(locations.begin(), locations.end()));
  } while (std::next_permutation(threads.begin(), threads.end()));
  return result;
}

/// All tests of two threads with `events` each, in every spelling, that are worth trying; by a plain product.
std::set<std::set<std::string>> classes_by_product(std::size_t events, Location locations, const SmallEvents& kinds) {
  std::vector<SmallEvent> choices;
  for (Location x = 0; x < locations; ++x) {
    for (const MemoryOrder o : kinds.reads) choices.push_back({EventKind::read, o, x, 0});
    for (const MemoryOrder o : kinds.writes) choices.push_back({EventKind::write, o, x, 0});
    for (const MemoryOrder o : kinds.updates) choices.push_back({EventKind::update, o, x, 0});
  }
  for (const MemoryOrder o : kinds.fences) choices.push_back({EventKind::fence, o, 0, 0});
  std::set<std::set<std::string>> classes;
  std::vector<std::size_t> digits(2 * events, 0);
  for (bool more = true; more;) {
    SmallTest test{{{}, {}}, locations};
    for (std::size_t i = 0; i < digits.size(); ++i) test.threads[i / events].push_back(choices[digits[i]]);
    bool worth = true;
    for (const auto& thread : test.threads) {
      worth = worth && thread.front().kind != EventKind::fence && thread.back().kind != EventKind::fence;
      for (Location x = 0; x < locations; ++x) {  // two threads: both have to access every location
        worth = worth && std::any_of(thread.begin(), thread.end(), [&](const SmallEvent& e) {
                  return e.kind != EventKind::fence && e.location == x;
                });
      }
    }
    for (Location x = 0; x < locations; ++x) {
      bool written = false;
      for (const auto& thread : test.threads) {
        for (const SmallEvent& e : thread) written |= is_access(e.kind) && writes(e.kind) && e.location == x;
      }
      worth = worth && written;
    }
    if (worth) classes.insert(spellings(test));
    std::size_t i = 0;
    while (i < digits.size() && ++digits[i] == choices.size()) digits[i++] = 0;
    more = i < digits.size();
  }
  return classes;
}

TEST(SmallTests, EveryClassOnce) {
  const SmallEvents plain;
  const SmallEvents ordered{{relaxed, acquire}, {relaxed, seq_cst}, {}, {}, 4};
  const SmallEvents fenced{{relaxed}, {relaxed}, {acq_rel}, {release, seq_cst}, 3};
  const auto check = [](unsigned each, Location locations, const SmallEvents& events) {
    SmallEvents bounded = events;
    bounded.per_thread = each;  // both threads are full then
    std::set<std::set<std::string>> classes;
    for (const SmallTest& test : all({2 * each, 2, locations}, bounded)) {
      EXPECT_TRUE(classes.insert(spellings(test)).second) << *spellings(test).begin() << " comes twice";
    }
    EXPECT_EQ(classes, classes_by_product(each, locations, events)) << each << " events, " << locations;
    EXPECT_FALSE(classes.empty());
  };
  for (const Location locations : {1u, 2u}) {
    check(2, locations, plain);
    check(2, locations, ordered);
    check(3, locations, plain);
    check(3, locations, fenced);
  }
}

TEST(SmallTests, WeakOrdersComeFirst) {
  const SmallEvents events{{relaxed, acquire, seq_cst}, {relaxed, release, seq_cst}, {relaxed, acq_rel}, {}, 4};
  const auto strength = [](const SmallTest& test) {
    int sum = 0;
    for (const auto& thread : test.threads) {
      for (const SmallEvent& e : thread)
        sum += e.order == relaxed ? 0 : e.order == acq_rel ? 2 : e.order == seq_cst ? 3 : 1;
    }
    return sum;
  };
  const std::vector<SmallTest> tests = all({4, 2, 2}, events);
  EXPECT_TRUE(std::is_sorted(tests.begin(), tests.end(),
                             [&](const SmallTest& a, const SmallTest& b) { return strength(a) < strength(b); }));
  EXPECT_EQ(strength(tests.front()), 0);
  EXPECT_EQ(strength(tests.back()), 12);
}

TEST(SmallTests, StopsWhenToldTo) {
  int visits = 0;
  EXPECT_FALSE(for_each_small_test({4, 2, 2}, {}, [&](const SmallTest&) { return ++visits < 3; }));
  EXPECT_EQ(visits, 3);
  EXPECT_TRUE(for_each_small_test({2, 3, 1}, {}, [&](const SmallTest&) { return false; })) << "no such test";
}

TEST(SmallTests, ThreeAndFourThreadsAreLinked) {
  for (const SmallTest& test : all({4, 4, 2}, {})) {
    std::set<Location> seen;
    for (const auto& thread : test.threads) seen.insert(thread.front().location);
    FAIL() << "threads of one event cannot link two locations";
  }
  EXPECT_FALSE(all({6, 4, 2}, {}).empty());  // IRIW
}

TEST(SmallTest, NamesItsItems) {
  const SmallTest test{{{{EventKind::update, relaxed, 1, 1}, {EventKind::read, relaxed, 0, 0}}, {}}, 2};
  EXPECT_EQ(state_items(test), (std::vector<std::string>{"P0:r0", "P0:r1", "x", "y"}));
  EXPECT_THROW(make_program(test, "t", {{"P1:r0", 0}}), std::invalid_argument);
  EXPECT_EQ(make_program(test, "t", {{"P0:r1", 0}, {"y", 1}})->question().condition(), "exists (P0:r1=0 /\\ y=1)");
}

}  // namespace
}  // namespace graphfuzz

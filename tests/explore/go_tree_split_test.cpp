// Trees that are saved go on as they would have; trees that are taken apart are all that was left, and no graph twice.
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <deque>

#include "graphfuzz/explore/random.hpp"
#include "support/go_brute_force.hpp"
#include "support/go_tree_documents.hpp"
#include "support/property.hpp"
#include "support/random_script.hpp"

namespace graphfuzz::go {
namespace {

using namespace testing;
using graphfuzz::testing::check_property;

int cases(int count) {
  // More of it: GRAPHFUZZ_CASES times as many programs.
  const char* more = std::getenv("GRAPHFUZZ_CASES");
  return more == nullptr ? count : count * std::atoi(more);
}

struct Found {
  AllExecutions all;
  bool twice = false;
  std::uint64_t vain = 0;
  std::uint64_t splits = 0, parts = 0;
  double covered = 0;
};

/// So many steps, or until nothing is left.
bool explore(SavedTree& tree, std::uint64_t steps, Found& found) {
  for (; steps > 0; --steps) {
    const Visit visit = tree.explorer().explore();
    if (visit == Visit::exhausted) return false;
    if (visit == Visit::vain) {
      ++found.vain;
      continue;
    }
    const std::size_t before = found.all.graphs.size();
    note(tree.explorer().machine(), found.all);
    found.twice |= tree.explorer().machine().ending() != Ending::truncated && found.all.graphs.size() == before;
  }
  return true;
}

/// All parts of the tree, some of which are taken apart themselves.
Found explore_in_parts(const GoProgram& program, const MachineOptions& options, const TreeOptions& tree_options,
                       Random& random) {
  constexpr std::uint64_t kMost = 1'000'000;
  Found found;
  std::deque<std::string> left;
  const auto split = [&](SavedTree& tree) {
    const std::size_t most = 1 + random.below(5);
    const std::vector<std::string> parts = tree.split(most);
    EXPECT_LE(parts.size(), most);
    EXPECT_EQ(tree.explorer().explore(), Visit::exhausted);
    EXPECT_EQ(tree.tree.open(), 0u);
    left.insert(left.end(), parts.begin(), parts.end());
    ++found.splits;
    found.parts += parts.size();
  };
  SavedTree whole(program, options, tree_options, random.next());
  if (explore(whole, random.below(8), found)) split(whole);
  found.covered = whole.tree.covered();
  while (!left.empty()) {
    SavedTree part(program, options, tree_options, random.next(), left.front());
    left.pop_front();
    EXPECT_NEAR(part.tree.covered(), 0, 1e-9);
    EXPECT_GT(part.tree.open(), 0u);
    const bool again = found.splits < 8 && random.below(3) == 0;
    if (explore(part, again ? random.below(20) : kMost, found)) split(part);
    found.covered += part.tree.covered();
  }
  return found;
}

void check_split(const ScriptKinds& kinds, Timing timing, int count, int operations = 3) {
  std::uint64_t compared = 0, parts = 0, vain = 0, executions = 0;
  check_property(cases(count), [&] {
    const Script script = random_script(operations, kinds);
    Random random(*rc::gen::arbitrary<std::uint32_t>());
    MachineOptions options;
    options.timing = timing;
    options.max_steps = 60;
    Machine machine(script, options, std::make_shared<RoutineNames>());
    const std::optional<AllExecutions> expected = brute_force(machine, 3'000);
    if (!expected || expected->truncated != 0) return;
    ++compared;
    for (const Order order : {Order::deepest, Order::random}) {
      const Found found = explore_in_parts(script, options, {order}, random);
      RC_LOG() << text(script) << expected->graphs.size() << " graphs, found " << found.all.graphs.size() << " in "
               << found.all.executions << " executions of " << found.parts << " parts\n";
      for (const auto& [graph, steps] : expected->examples) {
        if (!found.all.graphs.contains(graph)) RC_LOG() << "missing: " << text(steps) << "\n";
      }
      RC_ASSERT(found.all.graphs == expected->graphs);
      RC_ASSERT(!found.twice);
      RC_ASSERT(std::abs(found.covered - 1) < 1e-6);
      parts += found.parts;
      vain += found.vain;
      executions += found.all.executions;
    }
  });
  EXPECT_GT(compared, static_cast<std::uint64_t>(graphfuzz::testing::seen_here(count)) / 4);
  EXPECT_GT(parts, compared / 4);
  if (std::getenv("GRAPHFUZZ_VERBOSE") != nullptr) {
    std::printf("%llu programs, %llu parts, %llu graphs, %llu in vain\n", static_cast<unsigned long long>(compared),
                static_cast<unsigned long long>(parts), static_cast<unsigned long long>(executions),
                static_cast<unsigned long long>(vain));
  }
}

TEST(GoTreeSplit, Channels) {
  check_split({.selects = false, .locks = false, .waiting = false, .atomics = false}, Timing::any, 150);
}
TEST(GoTreeSplit, Selects) { check_split({.locks = false, .waiting = false, .atomics = false}, Timing::any, 150); }
TEST(GoTreeSplit, Locks) { check_split({.channels = false, .selects = false, .waiting = false}, Timing::any, 150); }
TEST(GoTreeSplit, Waiting) { check_split({.channels = false, .selects = false, .atomics = false}, Timing::any, 150); }
TEST(GoTreeSplit, Everything) { check_split({}, Timing::any, 150, 4); }
TEST(GoTreeSplit, TimersAtAnyTime) {
  check_split({.waiting = false, .timers = true, .restarts = true}, Timing::any, 150);
}
TEST(GoTreeSplit, TimersWhenIdle) { check_split({.waiting = false, .timers = true}, Timing::idle, 150); }
TEST(GoTreeSplit, Tickers) {
  check_split({.selects = false, .locks = false, .waiting = false, .timers = true, .restarts = true, .tickers = true},
              Timing::any, 150);
}

// Too large for brute force: against the tree as a whole.
TEST(GoTreeSplit, LargerPrograms) {
  std::uint64_t compared = 0, parts = 0, executions = 0, vain = 0, vain_of_whole = 0;
  check_property(cases(60), [&] {
    const Script script = random_script(7, {.timers = true});
    Random random(*rc::gen::arbitrary<std::uint32_t>());
    MachineOptions options;
    options.max_steps = 200;
    Found expected;
    SavedTree whole(script, options, {Order::deepest}, 1);
    if (explore(whole, 3'000, expected) || expected.all.truncated != 0) return;
    const Found found = explore_in_parts(script, options, {random.below(2) ? Order::deepest : Order::random}, random);
    RC_LOG() << text(script);
    RC_ASSERT(found.all.graphs == expected.all.graphs);
    RC_ASSERT(!found.twice);
    RC_ASSERT(found.all.bugs == expected.all.bugs);
    RC_ASSERT(std::abs(found.covered - 1) < 1e-6);
    ++compared;
    parts += found.parts;
    executions += found.all.executions;
    vain += found.vain;
    vain_of_whole += expected.vain;
  });
  EXPECT_GT(compared, graphfuzz::testing::seen_here(10u));
  if (std::getenv("GRAPHFUZZ_VERBOSE") != nullptr) {
    std::printf("%llu programs, %llu parts, %llu graphs, %llu in vain, %llu of them in whole trees\n",
                static_cast<unsigned long long>(compared), static_cast<unsigned long long>(parts),
                static_cast<unsigned long long>(executions), static_cast<unsigned long long>(vain),
                static_cast<unsigned long long>(vain_of_whole));
  }
}

Script contended(std::size_t goroutines) {
  std::vector<Body> bodies(1);
  for (std::size_t i = 1; i <= goroutines; ++i) {
    bodies[0].push_back(fork(i));
    bodies.push_back({lock(kMutex), unlock(kMutex), lock(kMutex), unlock(kMutex)});
  }
  return Script(std::move(bodies), {0});
}

// Of a program in which everything is about one lock, as many as were asked for, and none is much larger than the rest.
TEST(GoTreeSplit, PartsAreAboutAlike) {
  const Script script = contended(4);
  for (const Order order : {Order::deepest, Order::random}) {
    Found expected;
    SavedTree whole(script, {}, {order}, 1);
    explore(whole, ~std::uint64_t{0}, expected);
    ASSERT_EQ(expected.all.graphs.size(), 2'520u);
    for (const std::size_t parts : {2u, 5u, 16u}) {
      SavedTree tree(script, {}, {order}, 1);
      Found found;
      explore(tree, 10, found);
      const std::vector<std::string> documents = tree.split(parts);
      ASSERT_EQ(documents.size(), parts);
      for (const std::string& document : documents) {
        SavedTree part(script, {}, {order}, 2, document);
        const std::size_t before = found.all.graphs.size();
        explore(part, ~std::uint64_t{0}, found);
        EXPECT_LT(found.all.graphs.size() - before, 2 * expected.all.graphs.size() / parts);
        EXPECT_GT(found.all.graphs.size() - before, expected.all.graphs.size() / parts / 4);
      }
      EXPECT_EQ(found.all.graphs, expected.all.graphs);
      EXPECT_FALSE(found.twice);
      EXPECT_EQ(found.vain, 0u);
    }
  }
}

TEST(GoTreeSplit, NothingLeftIsNoParts) {
  const Script script = contended(2);
  SavedTree tree(script, {}, {}, 1);
  Found found;
  explore(tree, ~std::uint64_t{0}, found);
  EXPECT_TRUE(tree.split(3).empty());
}

// Before anything has been explored, as well.
TEST(GoTreeSplit, ATreeMayBeNew) {
  const Script script = contended(3);
  SavedTree tree(script, {}, {}, 1);
  Found found;
  for (const std::string& document : tree.split(3)) {
    SavedTree part(script, {}, {}, 1, document);
    explore(part, ~std::uint64_t{0}, found);
  }
  EXPECT_EQ(found.all.graphs.size(), 90u);
  EXPECT_FALSE(found.twice);
}

// Wherever it is saved, with however little room.
TEST(GoTreeSave, GoesOnExactlyAsItWouldHave) {
  std::uint64_t loads = 0;
  check_property(cases(400), [&] {
    const Script script = random_script(4, {.timers = true, .restarts = true});
    Random random(*rc::gen::arbitrary<std::uint32_t>());
    MachineOptions options;
    options.max_steps = 60;
    for (const TreeOptions& tree_options :
         {TreeOptions{Order::deepest}, TreeOptions{Order::random}, TreeOptions{Order::random, 3}}) {
      SavedTree reference(script, options, tree_options, 7);
      auto tree = std::make_unique<SavedTree>(script, options, tree_options, 7);
      for (int i = 0; i < 300; ++i) {
        if (random.below(4) == 0) {
          const std::string document = tree->save();
          if (random.below(2) == 0) {
            tree = std::make_unique<SavedTree>(script, options, tree_options, 8, document);
            RC_ASSERT(tree->save() == document);
            ++loads;
          }
        }
        const Visit visit = reference.explorer().explore();
        RC_ASSERT(tree->explorer().explore() == visit);
        if (visit == Visit::exhausted) break;
        RC_ASSERT(text(tree->explorer().steps()) == text(reference.explorer().steps()));
        RC_ASSERT(tree->explorer().machine().fingerprint() == reference.explorer().machine().fingerprint());
        RC_ASSERT(tree->tree.open() == reference.tree.open());
        RC_ASSERT(tree->tree.covered() == reference.tree.covered());
      }
    }
  });
  EXPECT_GT(loads, graphfuzz::testing::seen_here(500u));
}

// Whatever is changed in a document: it is refused, or what is explored of it ends in an exception or not at all.
TEST(GoTreeSave, ForgedTreesAreRefusedOrHarmless) {
  const Script script({{fork(1), fork(2), receive(0), select({receiving(0), receiving(1)}, true), fork(3)},
                       {lock(kMutex), send(0, 1), unlock(kMutex), atomic_add(kAtomic, 1)},
                       {lock(kMutex), send(1, 2), unlock(kMutex), atomic_load(kAtomic)},
                       {timer_start(kTimer, 1, 2), receive(1)}},
                      {0, 1});
  std::uint64_t refused = 0, impossible = 0, explored = 0;
  Random random(5);
  for (const Order order : {Order::deepest, Order::random}) {
    SavedTree tree(script, {}, {order}, 1);
    for (int round = 0; round < 30; ++round) {
      Found found;
      if (!explore(tree, 3, found)) break;
      const std::string document = round == 10 ? tree.split(2).front() : tree.save();
      if (round == 10) tree.tree.load(store::Document::cbor(document, "part").root().field("tree"), tree.names->size());
      for (int i = 0; i < 300; ++i) {
        std::string forged = document;
        if (random.below(4) == 0) forged.resize(1 + random.below(forged.size() - 1));
        for (std::uint32_t edits = random.below(3); edits > 0 && !forged.empty(); --edits) {
          char& byte = forged[random.below(forged.size())];
          byte = static_cast<char>(random.below(2) ? byte ^ 1 << random.below(8) : random.below(256));
        }
        try {
          SavedTree loaded(script, {}, {order}, 1, forged);
          try {
            explore(loaded, 20, found);
            loaded.split(1 + random.below(3));
            ++explored;
          } catch (const store::DocumentError&) {
            ++impossible;
          }
        } catch (const store::DocumentError&) {
          ++refused;
        }
      }
    }
  }
  EXPECT_GT(refused, 1000u);
  EXPECT_GT(impossible, 10u);
  EXPECT_GT(explored, 500u);
}

}  // namespace
}  // namespace graphfuzz::go

// Searches of programs under memory models go on where they were saved, can be taken apart, and believe nothing that
// they read.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <set>

#include "graphfuzz/frontend/litmus.hpp"
#include "graphfuzz/fuzz/memory/searches.hpp"
#include "graphfuzz/model/registry.hpp"
#include "support/coherence.hpp"
#include "support/folders.hpp"
#include "support/property.hpp"
#include "support/random_litmus.hpp"
#include "support/random_program.hpp"
#include "support/sanitized.hpp"
#include "support/saved_searches.hpp"

namespace graphfuzz::testing {
namespace {

/// A way to search.
struct Way {
  std::string model = "rc11";
  StrategyKind strategy = StrategyKind::optimal;
  std::optional<Schedule> schedule;
  std::size_t frontier_size = 1000, corpus_size = 50;
  unsigned workers = 1;
  bool whole_graphs = false;
};

std::ostream& operator<<(std::ostream& out, const Way& way) {
  return out << way.model << " " << name(way.strategy) << " " << (way.schedule ? name(*way.schedule) : "") << " "
             << way.frontier_size << " " << way.corpus_size;
}

HandCampaign campaign(const Program& program, const Way& way) {
  SearchOptions options;
  options.fuzz.strategy = way.strategy;
  options.fuzz.schedule = way.schedule;
  options.fuzz.frontier_size = way.frontier_size;
  options.fuzz.corpus_size = way.corpus_size;
  options.fuzz.feedback.new_rf = true;
  options.seed = 3;
  options.workers = way.workers;
  const auto model = std::make_shared<ModelMaker>([name = way.model]() -> std::unique_ptr<MemoryModel> {
    if (name == "coherence") return std::make_unique<Coherence>();
    return make_model(name);
  });
  return HandCampaign(
      [&program, options, model, whole = way.whole_graphs](GraphCounts& counts) {
        return memory_searches({program, program.question(), *model, whole}, options, counts);
      },
      way.workers);
}

std::vector<Way> all_ways(const std::string& model) {
  using enum StrategyKind;
  std::vector<Way> ways;
  for (const StrategyKind strategy : {random, revisit, minimal, maximal, mix, exhaustive}) {
    ways.push_back({model, strategy, {}});
  }
  for (const Schedule schedule : {Schedule::size, Schedule::rarity, Schedule::depth_first}) {
    ways.push_back({model, optimal, schedule});
  }
  ways.push_back({model, optimal, Schedule::rarity, 5});
  ways.push_back({model, optimal, Schedule::size, 3});
  ways.push_back({model, mix, {}, 1000, 4});
  if (model == "sc") {
    for (const StrategyKind strategy : {walk, pct, pos, surw}) ways.push_back({model, strategy, {}});
  }
  return ways;
}

rc::Gen<Way> any_candidate_way() {
  using enum StrategyKind;
  return rc::gen::exec([] {
    Way way{*rc::gen::element<std::string>("coherence", "minimal", "rc11-c20"), *rc::gen::element(optimal, mix), {}};
    way.whole_graphs = true;
    return way;
  });
}

rc::Gen<Random> any_random() {
  return rc::gen::map(rc::gen::arbitrary<std::uint64_t>(), [](std::uint64_t seed) { return Random(seed); });
}

// Runs once without a break, once saving now and then and going on, and once going on with what was saved. Returns the
// number of the first step that differs, or -1.
int first_difference(const Program& program, const Way& way, int steps, Random random, std::uint32_t often = 10) {
  HandCampaign reference = campaign(program, way);
  HandCampaign saved = campaign(program, way);
  HandCampaign loaded = campaign(program, way);
  EXPECT_EQ(reference.searches().cannot_save(), "");
  for (int i = 0; i < steps; ++i) {
    if (random.below(often) == 0) saved.save();
    if (random.below(often) == 0) {
      const std::vector<std::string> documents = loaded.save();
      loaded.load(documents);
      EXPECT_EQ(documents, loaded.save());
    }
    const Observed expected = reference.step();
    if (saved.step() != expected || loaded.step() != expected) return i;
    if (expected.execution.kind == StepKind::exhausted) break;
  }
  return -1;
}

TEST(SavedMemorySearch, GoesOnAsIfNothingHadHappened) {
  std::size_t i = 0;
  for (const auto& entry : std::filesystem::directory_iterator(kLitmus)) {
    if (entry.path().extension() != ".litmus") continue;
    const std::shared_ptr<const Program> program = load_litmus(entry.path());
    // Not all ways with every test, but each with many.
    for (const Way& way : all_ways(i % 3 == 0 ? "rc11" : i % 3 == 1 ? "sc" : "tso")) {
      if (++i % (kSanitized ? 13 : 3) != 0) continue;
      EXPECT_EQ(first_difference(*program, way, 150, Random(i)), -1) << entry.path().filename() << " " << way;
    }
  }
}

TEST(SavedMemorySearch, GoesOnAsIfNothingHadHappenedWithRandomPrograms) {
  check_property(150, [] {
    const std::shared_ptr<const Program> program = parse(*any_litmus());
    const auto way = *rc::gen::elementOf(all_ways(*rc::gen::element<std::string>("rc11", "ra", "relaxed", "sc")));
    RC_ASSERT(first_difference(*program, way, 200, *any_random()) == -1);
  });
}

// Threads that wait for each other sleep, and are woken.
TEST(SavedMemorySearch, GoesOnWithSleepers) {
  const std::shared_ptr<const Program> program = parse_litmus(R"(C sleepers
{ w = 0; x = 0; y = 0; z = 0; }
P0 (atomic_int* w, atomic_int* x, atomic_int* y, atomic_int* z) {
  while (atomic_load(x) == 0) {}
  while (atomic_load(z) == 0) {}
  atomic_store(w, 2);
  int r1 = atomic_load(w);
}
P1 (atomic_int* w, atomic_int* x, atomic_int* y, atomic_int* z) {
  while (atomic_load(y) == 0) {}
  atomic_store(x, 1);
  while (atomic_load(z) == 0) {}
  atomic_store(w, 3);
  int r1 = atomic_load(w);
}
P2 (atomic_int* w, atomic_int* x, atomic_int* y, atomic_int* z) {
  atomic_store(y, 1);
  atomic_store(z, 1);
  atomic_store(w, 1);
}
exists (0:r1=0)
)",
                                                              "sleepers");
  for (const Way& way : all_ways("rc11")) {
    EXPECT_EQ(first_difference(*program, way, 300, Random(1), 2), -1) << way;
  }
}

TEST(SavedMemorySearch, GoesOnWithCandidates) {
  check_property(100, [] {
    const std::shared_ptr<const Program> program = parse(*any_litmus({.threads = 3, .statements = 6}));
    RC_ASSERT(first_difference(*program, *any_candidate_way(), 40, *any_random()) == -1);
  });
}

TEST(SavedMemorySearch, GoesOnWithThreadsThatStartOthers) {
  check_property(150, [] {
    const StraightLine program(*any_program());
    const auto way = *rc::gen::elementOf(all_ways(*rc::gen::element<std::string>("rc11", "sc")));
    RC_ASSERT(first_difference(program, way, 200, *any_random()) == -1);
  });
}

/// What a search through a tree finds until nothing is left.
struct FoundAll {
  std::multiset<Fingerprint> graphs;
  bool exhausted = false;
  int steps = 0;

  // The workers take turns.
  void run(HandCampaign& searches, int most) {
    for (int i = 0; i < most && !exhausted; ++i, ++steps) {
      const Observed seen = searches.step(static_cast<std::size_t>(i) % searches.workers());
      if (seen.execution.kind == StepKind::exhausted) exhausted = true;
      if (seen.execution.kind == StepKind::execution && seen.execution.is_graph) graphs.insert(seen.graph);
    }
  }
};

rc::Gen<Way> any_tree_way() {
  using enum StrategyKind;
  return rc::gen::exec([] {
    Way way{*rc::gen::element<std::string>("rc11", "sc", "relaxed"), *rc::gen::element(optimal, optimal, exhaustive),
            *rc::gen::element(Schedule::size, Schedule::rarity, Schedule::depth_first)};
    way.frontier_size = *rc::gen::element<std::size_t>(1000, 4);
    if (*rc::gen::inRange(0, 3) == 0) {
      way.model = *rc::gen::element<std::string>("coherence", "rc11-c20");
      way.whole_graphs = true;
    }
    way.workers = *rc::gen::inRange(1u, 4u);
    return way;
  });
}

// A step through candidates is of many attempts.
constexpr int kMostSteps = 1000;
int most_steps(const Way& way) { return way.whole_graphs ? 50 : kMostSteps; }

TEST(SavedMemorySearch, IsTakenApart) {
  std::size_t parts_made = 0;
  check_property(150, [&] {
    const std::shared_ptr<const Program> program = parse(*any_litmus({.threads = 3, .statements = 7}));
    Way way = *any_tree_way();
    HandCampaign whole = campaign(*program, way);
    FoundAll all, found;
    all.run(whole, most_steps(way));
    if (!all.exhausted) return;

    HandCampaign first = campaign(*program, way);
    found.run(first, *rc::gen::inRange(0, all.steps));
    const std::vector<std::string> unsplit = first.save(Extent::work);
    const std::size_t parts = *rc::gen::inRange<std::size_t>(1, 5);
    const std::vector<std::string> documents = first.searches().split(parts);
    RC_ASSERT(documents.size() <= parts);
    RC_ASSERT(!found.exhausted || documents.empty());
    parts_made += documents.size();
    double covered = first.worker(0).left().covered;
    if (way.whole_graphs) covered = 1;  // what is gone is as good as done
    RC_ASSERT(first.step().execution.kind == StepKind::exhausted);
    // As a whole, for however many workers, and part for part.
    HandCampaign other = campaign(*program, way);
    other.load({unsplit[0]});
    FoundAll rest = found;
    rest.exhausted = false;
    rest.run(other, 2 * kMostSteps);
    RC_ASSERT(rest.exhausted);
    RC_ASSERT(rest.graphs == all.graphs);
    way.workers = *rc::gen::inRange(1u, 3u);
    for (const std::string& document : documents) {
      HandCampaign part = campaign(*program, way);
      part.load({document});
      found.exhausted = false;
      found.run(part, 2 * kMostSteps);
      RC_ASSERT(found.exhausted);
      covered += part.worker(0).left().covered;
    }
    RC_ASSERT(found.graphs == all.graphs);
    if (!way.whole_graphs) RC_ASSERT(std::abs(covered - 1) < 1e-6);
  });
  EXPECT_GT(parts_made, seen_here(100U));
}

TEST(SavedMemorySearch, GoesOnWithMoreWorkers) {
  check_property(100, [&] {
    const std::shared_ptr<const Program> program = parse(*any_litmus({.threads = 3, .statements = 7}));
    Way way = *any_tree_way();
    way.workers = 2;
    HandCampaign whole = campaign(*program, way);
    FoundAll all, found;
    all.run(whole, most_steps(way));
    if (!all.exhausted) return;
    HandCampaign first = campaign(*program, way);
    found.run(first, *rc::gen::inRange(0, all.steps));
    const std::vector<std::string> saved = first.save();
    way.workers = 4;
    HandCampaign more = campaign(*program, way);
    more.load(saved);
    found.exhausted = false;
    found.run(more, 2 * kMostSteps);
    RC_ASSERT(found.graphs == all.graphs);
    way.workers = 1;
    if (way.whole_graphs) return;
    RC_ASSERT_THROWS_AS(campaign(*program, way).load({saved[0]}), store::DocumentError);
  });
}

// Loads and goes on. Either that is as good as anything, or it is said what is wrong.
void try_to_go_on(const Program& program, const Way& way, const std::vector<std::string>& documents) {
  HandCampaign searches = campaign(program, way);
  try {
    searches.load(documents);
    for (int i = 0; i < 40; ++i) {
      if (searches.step().execution.kind == StepKind::exhausted) break;
    }
    searches.save();
  } catch (const std::runtime_error&) {
  }
}

std::string damaged(std::string document, Random& random) {
  if (document.empty() || random.below(8) == 0) return document.substr(0, random.below(document.size() + 1));
  for (std::uint32_t i = 1 + random.below(3); i > 0; --i) {
    char& byte = document[random.below(document.size())];
    const std::uint32_t kind = random.below(3);
    if (kind == 0) byte = static_cast<char>(byte ^ 1 << random.below(8));
    if (kind == 1) byte = static_cast<char>(random.below(256));
    if (kind == 2) byte = static_cast<char>(byte + 1);
  }
  return document;
}

TEST(SavedMemorySearch, BelievesNothing) {
  check_property(60, [] {
    const std::shared_ptr<const Program> program = parse(*any_litmus({.threads = 3, .statements = 6}));
    const std::shared_ptr<const Program> another = parse(*any_litmus({.threads = 3, .statements = 6}));
    Random random = *any_random();
    const int kind = *rc::gen::inRange(0, 3);
    const Way way = kind == 0   ? *rc::gen::elementOf(all_ways(*rc::gen::element<std::string>("rc11", "sc")))
                    : kind == 1 ? *any_candidate_way()
                                : *any_tree_way();
    HandCampaign searches = campaign(*program, way);
    for (std::uint32_t i = random.below(50); i > 0; --i) searches.step();
    const std::vector<std::string> documents = searches.save();
    try_to_go_on(*another, way, documents);
    for (int i = 0; i < 60; ++i) {
      std::vector<std::string> forged = documents;
      std::string& document = forged[random.below(forged.size())];
      document = damaged(document, random);
      try_to_go_on(*program, way, forged);
    }
  });
}

}  // namespace
}  // namespace graphfuzz::testing

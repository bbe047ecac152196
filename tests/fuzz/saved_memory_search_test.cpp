// Searches of programs under memory models go on where they were saved, can be taken apart, and believe nothing that
// they read.
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <set>

#include "graphfuzz/frontend/litmus.hpp"
#include "graphfuzz/fuzz/memory/searches.hpp"
#include "graphfuzz/model/registry.hpp"
#include "support/coherence.hpp"
#include "support/property.hpp"
#include "support/random_litmus.hpp"
#include "support/random_program.hpp"
#include "support/saved_searches.hpp"

namespace graphfuzz::testing {
namespace {

const std::filesystem::path kLitmus = std::filesystem::path(GRAPHFUZZ_SOURCE_DIR) / "litmus";

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
  return ways;
}

// Runs once without a break, once saving now and then and going on, and once going on with what was saved. Returns the
// number of the first step that differs, or -1.
int first_difference(const Program& program, const Way& way, int steps, Random& random) {
  HandCampaign reference = campaign(program, way);
  HandCampaign saved = campaign(program, way);
  HandCampaign loaded = campaign(program, way);
  EXPECT_EQ(reference.searches().cannot_save(), "");
  for (int i = 0; i < steps; ++i) {
    if (random.below(20) == 0) saved.save();
    if (random.below(20) == 0) {
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
  Random random(1);
  std::size_t i = 0;
  for (const auto& entry : std::filesystem::directory_iterator(kLitmus)) {
    if (entry.path().extension() != ".litmus") continue;
    const std::shared_ptr<const Program> program = load_litmus(entry.path());
    // Not all ways with every test, but each with many.
    for (const Way& way : all_ways(i % 3 == 0 ? "rc11" : i % 3 == 1 ? "sc" : "tso")) {
      if (++i % 3 != 0) continue;
      EXPECT_EQ(first_difference(*program, way, 150, random), -1) << entry.path().filename() << " " << way;
    }
  }
}

TEST(SavedMemorySearch, GoesOnAsIfNothingHadHappenedWithRandomPrograms) {
  check_property(150, [] {
    const std::shared_ptr<const Program> program = parse(*any_litmus());
    const auto way = *rc::gen::elementOf(all_ways(*rc::gen::element<std::string>("rc11", "ra", "relaxed")));
    Random random(*rc::gen::arbitrary<std::uint64_t>());
    RC_ASSERT(first_difference(*program, way, 200, random) == -1);
  });
}

TEST(SavedMemorySearch, GoesOnWithThreadsThatStartOthers) {
  check_property(150, [] {
    const StraightLine program(*any_program());
    const auto way = *rc::gen::elementOf(all_ways("rc11"));
    Random random(*rc::gen::arbitrary<std::uint64_t>());
    RC_ASSERT(first_difference(program, way, 200, random) == -1);
  });
}

}  // namespace
}  // namespace graphfuzz::testing

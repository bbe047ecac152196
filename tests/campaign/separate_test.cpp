// Smallest programs that tell models apart; and that what is printed is what was found.
#include "graphfuzz/campaign/separate.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "graphfuzz/frontend/litmus.hpp"
#include "graphfuzz/model/distinctions.hpp"
#include "support/campaigns.hpp"
#include "support/folders.hpp"
#include "support/sanitized.hpp"

namespace graphfuzz {
namespace {

using testing::MemoryCampaign;
using testing::run_campaign;

Separation separate(const std::string& first, const std::string& second, unsigned events = 4) {
  SeparateOptions options;
  options.models = {first, second};
  options.events = events;
  return find_separation(options);
}

bool allows(const Program& program, const std::string& model) {
  MemoryCampaign options;
  options.model = model;
  options.fuzz.strategy = StrategyKind::exhaustive;
  const CampaignResult result = run_campaign(program, options);
  EXPECT_TRUE(result.complete);
  return result.positive > 0;
}

struct Pair {
  const char* weak;
  const char* strong;
  unsigned events, threads, locations;
};

class SmallestProgram : public ::testing::TestWithParam<Pair> {};

TEST_P(SmallestProgram, HasTheKnownSizeAndTellsTheModelsApart) {
  const Pair& pair = GetParam();
  if (testing::kSanitized && pair.weak == std::string("rc11")) GTEST_SKIP() << "takes a minute under sanitizers";
  for (const bool swapped : {false, true}) {
    const Separation result = swapped ? separate(pair.strong, pair.weak) : separate(pair.weak, pair.strong);
    ASSERT_TRUE(result.found.has_value());
    EXPECT_EQ(result.found->allowed_by, pair.weak);
    EXPECT_EQ(result.found->forbidden_by, pair.strong);
    const SmallSize& size = result.tried.back().size;
    EXPECT_EQ(size.events, pair.events);
    EXPECT_EQ(size.threads, pair.threads);
    EXPECT_EQ(size.locations, pair.locations);
    EXPECT_EQ(result.exhausted, pair.events - 1);

    const std::string text = to_litmus(result.found->test, "found", result.found->outcome);
    const auto program = parse_litmus(text, "found.litmus");
    EXPECT_TRUE(allows(*program, pair.weak)) << text;
    EXPECT_FALSE(allows(*program, pair.strong)) << text;
  }
}

INSTANTIATE_TEST_SUITE_P(All, SmallestProgram,
                         ::testing::Values(Pair{"tso", "sc", 4, 2, 2},            // SB
                                           Pair{"tso-bare", "tso", 4, 2, 2},      // SB with seq_cst stores
                                           Pair{"rc11", "ra", 4, 2, 2},           // MP
                                           Pair{"ra", "sra", 4, 2, 2},            // 2+2W
                                           Pair{"pso", "tso", 4, 2, 2},           // MP
                                           Pair{"relaxed", "ra", 4, 2, 2},        // MP
                                           Pair{"ra", "sc", 4, 2, 2},             // SB
                                           Pair{"minimal", "relaxed", 3, 2, 1}),  // CoRW and the like
                         [](const auto& test) {
                           std::string name = std::string(test.param.weak) + "_" + test.param.strong;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

TEST(Separate, StoreBufferingItself) {
  const Separation result = separate("tso", "sc");
  ASSERT_TRUE(result.found.has_value());
  using enum EventKind;
  const std::vector<SmallEvent> first = {{write, MemoryOrder::relaxed, 0, 1}, {read, MemoryOrder::relaxed, 1, 0}};
  const std::vector<SmallEvent> second = {{write, MemoryOrder::relaxed, 1, 1}, {read, MemoryOrder::relaxed, 0, 0}};
  EXPECT_EQ(result.found->test.threads, (std::vector<std::vector<SmallEvent>>{first, second}));
  EXPECT_EQ(result.found->outcome, (SmallOutcome{{"P0:r0", 0}, {"P1:r0", 0}}));
}

// What C++20 took out of release sequences, and nothing smaller: litmus/RelSeq+own-store.
TEST(SlowSeparate, ReleaseSequencesOfC11AndCxx20) {
  using enum MemoryOrder;
  SeparateOptions options;
  options.models = {"rc11", "rc11-c20"};
  options.events = 5;
  options.orders = {relaxed, acquire, release};
  const Separation result = find_separation(options);
  ASSERT_TRUE(result.found.has_value());
  EXPECT_EQ(result.found->allowed_by, "rc11-c20");
  EXPECT_EQ(result.exhausted, 4u);
  using enum EventKind;
  const std::vector<SmallEvent> first = {{write, relaxed, 0, 1}, {write, release, 1, 1}, {write, relaxed, 1, 2}};
  const std::vector<SmallEvent> second = {{read, acquire, 1, 0}, {read, relaxed, 0, 0}};
  EXPECT_EQ(result.found->test.threads, (std::vector<std::vector<SmallEvent>>{first, second}));
}

TEST(Separate, NothingTellsAModelFromItsDefinition) {
  const std::string folder = source_folder() + "/memory_models/";
  for (const char* model : {"sc", "tso", "tso-bare", "ra", "relaxed"}) {
    const Separation result = separate(model, folder + model + ".cat");
    EXPECT_FALSE(result.found.has_value()) << model;
    EXPECT_TRUE(result.complete);
    EXPECT_EQ(result.exhausted, 4u);
    EXPECT_GT(result.programs(), 100u);
  }
}

TEST(SlowSeparate, BareTsoNeedsAFenceWhereFencesMatter) {
  // The same as tso-bare, but fences do nothing: what shows it is SB with a fence in one thread and, as an update is
  // one too, an update in place of the other's write.
  const auto path = std::filesystem::temp_directory_path() / "graphfuzz-separate-test-fenceless.cat";
  std::ofstream(path) << R"("tso without fences"
include "cos.cat"
let ppo = po & (M * M) \ ((W \ R) * (R \ W))
acyclic (po & loc) | rf | co | fr as uniproc
irreflexive fr ; co as atomicity
acyclic ppo | rfe | co | fr as ghb
acyclic po | rf as no-thin-air
)";
  const Separation result = separate("tso-bare", path.string(), 6);
  std::filesystem::remove(path);
  ASSERT_TRUE(result.found.has_value());
  EXPECT_EQ(result.found->forbidden_by, "tso-bare");
  const SmallSize& size = result.tried.back().size;
  EXPECT_EQ(size.events, 5u);
  EXPECT_EQ(size.threads, 2u);
  EXPECT_EQ(result.events.fences, std::vector<MemoryOrder>{MemoryOrder::seq_cst});
}

TEST(Separate, AStoppedSearchSaysSo) {
  const std::atomic<bool> stop{true};
  SeparateOptions options;
  options.models = {"ra", "sra"};
  options.stop = &stop;
  const Separation stopped = find_separation(options);
  EXPECT_FALSE(stopped.found.has_value());
  EXPECT_FALSE(stopped.complete);
  EXPECT_EQ(stopped.exhausted, 0u);

  options.stop = nullptr;
  options.orders = {MemoryOrder::release};
  EXPECT_THROW(find_separation(options), std::invalid_argument);
  options.orders = {MemoryOrder::relaxed};
  options.models.second = "nonesuch";
  EXPECT_THROW(find_separation(options), std::invalid_argument);
}

TEST(Separate, OutcomesAreMinimal) {
  ModelStates allowing;
  ModelStates forbidding;
  allowing.states = {{"P0:r0=0; P1:r0=0; x=1;", 1}, {"P0:r0=0; P1:r0=1; x=1;", 1}};
  forbidding.states = {{"P0:r0=0; P1:r0=1; x=1;", 1}, {"P0:r0=1; P1:r0=0; x=1;", 1}};
  EXPECT_EQ(separating_outcome(allowing, forbidding), (SmallOutcome{{"P0:r0", 0}, {"P1:r0", 0}}));
  EXPECT_EQ(separating_outcome(allowing, allowing), std::nullopt);
}

// The direct Program and the text of a small test are the same program.
TEST(Separate, TextAndProgramAgree) {
  using enum MemoryOrder;
  const SmallEvents events{{relaxed, acquire, seq_cst}, {relaxed, release}, {acq_rel}, {acq_rel, seq_cst}, 3};
  std::size_t seen = 0;
  for (const SmallSize& size : {SmallSize{4, 2, 2}, SmallSize{5, 2, 2}, SmallSize{5, 3, 2}}) {
    std::size_t number = 0;
    for_each_small_test(size, events, [&](const SmallTest& test) {
      if (++number % 97 != 0) return true;
      SmallOutcome everything;
      for (const std::string& item : state_items(test)) everything.emplace_back(item, 0);
      const auto parsed = parse_litmus(to_litmus(test, "small", everything), "small.litmus");
      const ModelStates direct = states_under(*make_program(test, "small"), "rc11", {});
      const ModelStates text = states_under(*parsed, "rc11", {});
      EXPECT_EQ(direct.graphs, text.graphs);
      EXPECT_TRUE(std::equal(direct.states.begin(), direct.states.end(), text.states.begin(), text.states.end(),
                             [](const auto& a, const auto& b) { return a.text == b.text && a.graphs == b.graphs; }))
          << to_litmus(test, "small", everything);
      return ++seen % 100 != 0;
    });
  }
  EXPECT_GE(seen, 200u);
}

// Orders that are said to be the same are the same: replacing each by the first of its class changes no states.
TEST(Separate, OrdersThatAreNotDistinguishedAreTheSame) {
  using enum MemoryOrder;
  const std::vector<MemoryOrder> all = {relaxed, acquire, release, acq_rel, seq_cst};
  const SmallEvents events{
      {relaxed, acquire, seq_cst}, {relaxed, release, seq_cst}, all, {acquire, release, acq_rel, seq_cst}, 3};
  for (const std::string model : {"tso", "tso-bare", "pso", "rc11"}) {
    const auto weakest = [&](const SmallEvent& event, const std::vector<MemoryOrder>& orders) {
      // The class of an order: the first with which it makes no difference.
      for (const MemoryOrder order : orders) {
        const std::vector<MemoryOrder> both = {order, event.order};
        if (order == event.order || distinguished_orders(std::vector{model}, event.kind, both).size() < 2) return order;
      }
      return event.order;
    };
    std::size_t number = 0;
    std::size_t changed = 0;
    for (const SmallSize& size : {SmallSize{4, 2, 2}, SmallSize{6, 2, 2}}) {
      for_each_small_test(size, events, [&](const SmallTest& test) {
        if (++number % 499 != 0) return true;
        SmallTest weak = test;
        for (auto& thread : weak.threads) {
          for (SmallEvent& event : thread) {
            event.order = weakest(event, event.kind == EventKind::read    ? events.reads
                                         : event.kind == EventKind::write ? events.writes
                                                                          : all);
          }
        }
        changed += !(weak == test);
        const ModelStates a = states_under(*make_program(test, "a"), model, {});
        const ModelStates b = states_under(*make_program(weak, "b"), model, {});
        EXPECT_EQ(a.graphs, b.graphs) << to_litmus(test, "a", {}) << to_litmus(weak, "b", {});
        return number < 150'000;
      });
    }
    if (model != "rc11") {
      EXPECT_GT(changed, 20u) << model;
    }
  }
}

TEST(Distinctions, AreThoseOfTheModels) {
  using enum MemoryOrder;
  const std::vector<MemoryOrder> all = {relaxed, acquire, release, acq_rel, seq_cst};
  const auto orders = [&](std::vector<std::string> models, EventKind kind) {
    return distinguished_orders(models, kind, all);
  };
  using Orders = std::vector<MemoryOrder>;
  for (const char* model : {"sc", "ra", "sra", "relaxed", "coherence"}) {
    for (const EventKind kind : {EventKind::read, EventKind::write, EventKind::update}) {
      EXPECT_EQ(orders({model}, kind), Orders{relaxed}) << model;
    }
    EXPECT_EQ(orders({model}, EventKind::fence), Orders{}) << model;
  }
  EXPECT_EQ(orders({"tso"}, EventKind::read), Orders{relaxed});
  EXPECT_EQ(orders({"tso"}, EventKind::write), (Orders{relaxed, seq_cst}));
  EXPECT_EQ(orders({"tso"}, EventKind::update), Orders{relaxed});
  EXPECT_EQ(orders({"tso-bare"}, EventKind::write), Orders{relaxed});
  EXPECT_EQ(orders({"tso"}, EventKind::fence), Orders{seq_cst});
  EXPECT_EQ(orders({"pso"}, EventKind::fence), (Orders{release, seq_cst}));
  EXPECT_EQ(orders({"pso", "sc"}, EventKind::write), Orders{relaxed});
  EXPECT_EQ(orders({"rc11"}, EventKind::update), all);
  EXPECT_EQ(orders({"sc", "rc11"}, EventKind::fence), all);  // a relaxed fence is in F, so it is kept
  EXPECT_THROW(orders({"nonesuch"}, EventKind::read), std::invalid_argument);
}

}  // namespace
}  // namespace graphfuzz

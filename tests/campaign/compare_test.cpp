// Comparing models: known answers, and what may not be said.
#include "graphfuzz/campaign/compare.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "graphfuzz/frontend/litmus.hpp"
#include "support/campaigns.hpp"
#include "support/folders.hpp"

namespace graphfuzz {
namespace {

using testing::MemoryCampaign;
using testing::run_campaign;

std::shared_ptr<const Program> load(const std::string& name) { return load_litmus(kLitmus / (name + ".litmus")); }

CompareOptions between(std::vector<std::string> models) {
  CompareOptions options;
  options.models = std::move(models);
  return options;
}

std::vector<std::string> states(const ModelStates& model) {
  std::vector<std::string> texts;
  for (const ModelStates::State& state : model.states) texts.push_back(state.text);
  return texts;
}

TEST(Compare, StoreBufferingTellsScFromTso) {
  const Comparison result = compare_models(*load("SB"), between({"sc", "tso"}));
  EXPECT_TRUE(result.complete());
  EXPECT_TRUE(result.differs());
  ASSERT_EQ(result.states.size(), 4u);
  for (const ComparedState& state : result.states) {
    const bool both_zero = state.text == "P0:r0=0; P1:r0=0;";
    EXPECT_EQ(state.differs(), both_zero) << state.text;
    EXPECT_EQ(state.standings[0], both_zero ? Standing::forbidden : Standing::allowed) << state.text;
    EXPECT_EQ(state.standings[1], Standing::allowed);
    EXPECT_EQ(state.graphs[1], 1u);
  }
}

// Which of sc, tso, ra, relaxed and rc11 allow what the test is about: from the papers named in the models.
TEST(Compare, KnownDifferences) {
  struct Row {
    const char* test;
    const char* allowing;  // of the five models, which
  };
  for (const Row& row :
       {Row{"SB", " TARC"}, Row{"MP", "   RC"}, Row{"IRIW", "  ARC"}, Row{"2+2W", "  ARC"}, Row{"MP+rel+acq", "   R "},
        Row{"SB+fences", "  AR "}, Row{"CoRR", "     "}, Row{"IRIW+sc", "  AR "}, Row{"WRC+rel+acq", "   R "}}) {
    const auto program = load(row.test);
    const Comparison result = compare_models(*program, between({"sc", "tso", "ra", "relaxed", "rc11"}));
    ASSERT_TRUE(result.complete()) << row.test;
    for (std::size_t i = 0; i < 5; ++i) {
      MemoryCampaign options;
      options.model = result.models[i].model;
      options.fuzz.strategy = StrategyKind::exhaustive;
      const CampaignResult campaign = run_campaign(*program, options);
      EXPECT_EQ(campaign.positive > 0, row.allowing[i] != ' ') << row.test << " under " << options.model;
      std::vector<std::string> texts;
      for (const ObservedState& state : campaign.states) texts.push_back(state.text);
      EXPECT_EQ(states(result.models[i]), texts);
    }
  }
}

TEST(SlowCompare, StrongModelsAllowNoMoreThanWeakOnes) {
  std::size_t complete = 0;
  for (const auto& entry : std::filesystem::directory_iterator(kLitmus)) {
    if (entry.path().extension() != ".litmus") continue;
    CompareOptions options = between({"sc", "tso", "ra", "relaxed"});
    options.seconds = 0.2;
    const Comparison result = compare_models(*load_litmus(entry.path()), options);
    for (std::size_t weak = 1; weak < 4; ++weak) {
      if (!result.models[weak].complete) continue;
      ++complete;
      for (const ComparedState& state : result.states) {
        if (state.standings[weak - 1] == Standing::allowed) {
          EXPECT_EQ(state.standings[weak], Standing::allowed) << entry.path() << ": " << state.text;
        }
      }
    }
  }
  EXPECT_GT(complete, 300u);
}

TEST(Compare, NothingIsForbiddenUnlessAllWasVisited) {
  const std::atomic<bool> stop{true};
  CompareOptions options = between({"relaxed", "sc"});
  options.stop = &stop;
  const Comparison stopped = compare_models(*load("IRIW"), options);
  EXPECT_FALSE(stopped.complete());
  EXPECT_FALSE(stopped.differs());
  for (const ModelStates& model : stopped.models) EXPECT_EQ(model.incomplete, "stopped");

  options.stop = nullptr;
  options.seconds = 0.01;
  const Comparison timed = compare_models(*load("long-assert-9"), options);
  for (const ModelStates& model : timed.models) EXPECT_FALSE(model.complete);
  EXPECT_FALSE(timed.differs());
}

TEST(Compare, ALoopBeyondItsBoundMayHideStates) {
  const auto program = parse_litmus(R"(C loop
{}
P0 (atomic_int* x) {
  int n = 0;
  while (atomic_fetch_add_explicit(x, 1, memory_order_relaxed) < 5) { n = n + 1; }
}
exists (0:n=6)
)",
                                    "loop.litmus");
  const Comparison result = compare_models(*program, between({"sc", "ra"}));
  for (const ModelStates& model : result.models) {
    EXPECT_FALSE(model.complete);
    EXPECT_EQ(model.incomplete, "a loop went beyond its bound");
  }
}

TEST(Compare, ADataRaceForbidsNothing) {
  // rc11 has races on y, so that it says nothing of SB's state; sc knows no races.
  const auto program = parse_litmus(R"(C racy
{}
P0 (atomic_int* x, int* y) {
  atomic_store_explicit(x, 1, memory_order_seq_cst);
  *y = 1;
  int r0 = atomic_load_explicit(x, memory_order_seq_cst);
}
P1 (int* y) { int r0 = *y; }
exists (1:r0=7)
)",
                                    "racy.litmus");
  const Comparison result = compare_models(*program, between({"relaxed", "rc11"}));
  EXPECT_TRUE(result.models[1].race);
  EXPECT_FALSE(result.differs());

  CompareOptions options = between({"sc", "rc11"});
  const Comparison sb = compare_models(*load("MP+na"), options);
  for (const ComparedState& state : sb.states) EXPECT_NE(state.standings[1], Standing::forbidden);
}

TEST(Compare, UnknownModelsAreErrors) {
  EXPECT_THROW(compare_models(*load("SB"), between({"sc", "nonesuch"})), std::invalid_argument);
}

}  // namespace
}  // namespace graphfuzz

// Campaigns under models in cat, those that are built event by event and those that are not: against herd7, against the
// native twins, and what such models can say beyond consistent or not.
#include "graphfuzz/model/cat.hpp"

#include <gtest/gtest.h>

#include <unistd.h>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <limits>
#include <map>
#include <set>
#include <thread>

#include "graphfuzz/campaign/campaign.hpp"
#include "graphfuzz/frontend/litmus.hpp"
#include "support/campaigns.hpp"
#include "support/folders.hpp"
#include "support/native_models.hpp"
#include "support/oracle.hpp"

namespace graphfuzz::testing {
namespace {

constexpr std::uint64_t kNoLimit = std::numeric_limits<std::uint64_t>::max();

std::string shipped(const std::string& name) { return source_folder() + "/memory_models/" + name + ".cat"; }

MemoryCampaign options_for(const std::string& model, StrategyKind strategy) {
  MemoryCampaign options;
  options.model = model;
  options.fuzz.strategy = strategy;
  options.executions = kNoLimit;
  return options;
}

CampaignResult exhaustive(const Program& program, const std::string& model) {
  return run_campaign(program, options_for(model, StrategyKind::exhaustive));
}

std::set<std::string> states(const CampaignResult& result) {
  std::set<std::string> texts;
  for (const ObservedState& state : result.states) texts.insert(state.text);
  return texts;
}

/// A model in a file of its own.
class CatModels : public ::testing::Test {
 protected:
  void TearDown() override {
    for (const std::filesystem::path& file : files_) std::filesystem::remove(file);
  }
  std::string model(const std::string& name, const std::string& axioms) {
    const std::filesystem::path file =
        std::filesystem::temp_directory_path() / (name + std::to_string(::getpid()) + ".cat");
    std::ofstream(file) << "\"" << name << "\"\ninclude \"cos.cat\"\nlet po-loc = po & loc\n" << axioms;
    files_.push_back(file);
    return file.string();
  }
  std::vector<std::filesystem::path> files_;
};

const std::string kCoherence = "acyclic po-loc | rf | co | fr as coherence\n";

std::shared_ptr<const Program> load_buffering(const std::string& writes = "if (r0 >= 0) ") {
  const auto thread = [&](const std::string& number, const std::string& from, const std::string& to) {
    return "P" + number + " (atomic_int* x, atomic_int* y) { int r0 = atomic_load_explicit(" + from +
           ", memory_order_relaxed); " + writes + "{ atomic_store_explicit(" + to + ", 1, memory_order_relaxed); } }\n";
  };
  return parse_litmus("C LB\n{}\n" + thread("0", "x", "y") + thread("1", "y", "x") + "exists (0:r0=1 /\\ 1:r0=1)\n",
                      "lb.litmus");
}

std::shared_ptr<const Program> load_buffering_without_dependencies(const std::string& condition = "exists") {
  return parse_litmus(
      "C LB\n{}\n"
      "P0 (atomic_int* x, atomic_int* y) { int r0 = atomic_load_explicit(x, memory_order_relaxed);"
      " atomic_store_explicit(y, 1, memory_order_relaxed); }\n"
      "P1 (atomic_int* x, atomic_int* y) { int r0 = atomic_load_explicit(y, memory_order_relaxed);"
      " atomic_store_explicit(x, 1, memory_order_relaxed); }\n" +
          condition + " (0:r0=1 /\\ 1:r0=1)\n",
      "lb.litmus");
}

// The oracle's tests have no cycles of nothing but copies, to which herd7 would give a symbolic value.
TEST(SlowCatModels, CoherenceSaysWhatHerdSays) {
  const std::vector<OracleRow> rows = oracle_rows("coherence");
  if (rows.empty()) GTEST_SKIP() << "no oracle";
  for (const OracleRow& row : rows) {
    SCOPED_TRACE(row.file);
    const std::shared_ptr<const Program> program = load_litmus(kOracle / row.file);
    const CampaignResult result = exhaustive(*program, shipped("coherence"));
    EXPECT_TRUE(result.complete);
    EXPECT_EQ(result.model_kind, "candidates");
    EXPECT_EQ(states(result), row.states);
    EXPECT_EQ(result.graphs, row.executions);
    const bool swapped = result.quantifier == Quantifier::not_exists;
    EXPECT_EQ(result.positive, swapped ? row.negative : row.positive);
    EXPECT_EQ(result.negative, swapped ? row.positive : row.negative);
  }
  EXPECT_GE(rows.size(), 400U);
}

class SlowCatTwins : public ::testing::TestWithParam<std::string> {};

TEST_P(SlowCatTwins, FindTheSameExhaustively) {
  const std::filesystem::path folder = kOracle / "litmus";
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << "no oracle";
  std::size_t compared = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".litmus") continue;
    SCOPED_TRACE(entry.path().filename().string());
    const std::shared_ptr<const Program> program = load_litmus(entry.path());
    const CampaignResult native = exhaustive(*program, GetParam());
    const CampaignResult twin = exhaustive(*program, shipped(GetParam()));
    EXPECT_TRUE(twin.complete);
    EXPECT_EQ(twin.model_kind, "porf");
    EXPECT_FALSE(twin.kind_reason.empty());
    EXPECT_EQ(native.model_kind, "porf");
    EXPECT_TRUE(native.kind_reason.empty());
    EXPECT_EQ(native.graphs, twin.graphs);
    EXPECT_EQ(states(native), states(twin));
    EXPECT_EQ(native.positive, twin.positive);
    EXPECT_EQ(native.negative, twin.negative);
    EXPECT_EQ(native.verdict, twin.verdict);
    EXPECT_EQ(native.bugs.size(), twin.bugs.size());
    ++compared;
  }
  EXPECT_GE(compared, 400U);
}

INSTANTIATE_TEST_SUITE_P(All, SlowCatTwins, ::testing::ValuesIn(native_models()), name_of_model);

TEST(SlowCatModels, SamplingFindsAllStatesOfSmallTests) {
  const std::vector<OracleRow> rows = oracle_rows("coherence");
  if (rows.empty()) GTEST_SKIP() << "no oracle";
  std::size_t tried = 0;
  for (const OracleRow& row : rows) {
    if (row.executions > 30) continue;
    SCOPED_TRACE(row.file);
    const std::shared_ptr<const Program> program = load_litmus(kOracle / row.file);
    MemoryCampaign options = options_for("coherence", StrategyKind::mix);
    options.executions = 5000;
    const CampaignResult result = run_campaign(*program, options);
    EXPECT_EQ(states(result), row.states);
    EXPECT_EQ(result.graphs, row.executions);
    EXPECT_EQ(result.executions, 5000U);
    EXPECT_FALSE(result.complete);
    EXPECT_TRUE(result.discovery.has_value());
    ++tried;
  }
  EXPECT_GE(tried, 100U);
}

TEST_F(CatModels, KindsAreFoundOut) {
  const std::shared_ptr<const Program> program = load_buffering_without_dependencies();
  for (const std::string name : {"pso", "sra"}) {
    const CampaignResult result = exhaustive(*program, name);
    EXPECT_EQ(result.model_kind, "porf");
    EXPECT_NE(result.kind_reason.find("can be built in porf order"), std::string::npos) << result.kind_reason;
    EXPECT_EQ(result.graphs, 3U);
    EXPECT_EQ(result.verdict, Verdict::no);
  }
  const CampaignResult result = exhaustive(*program, "coherence");
  EXPECT_EQ(result.model_kind, "candidates");
  EXPECT_EQ(result.kind_reason, "LB+rlx: a cycle in po | rf is consistent");
  EXPECT_EQ(result.graphs, 4U);
  EXPECT_EQ(result.verdict, Verdict::ok);
  EXPECT_TRUE(result.complete);
  EXPECT_EQ(result.tree->covered, 1);
  const CampaignResult native = exhaustive(*program, "rc11");
  EXPECT_EQ(native.model_kind, "porf");
  EXPECT_EQ(native.kind_reason, "");
}

// The text alone tells: more events may make an axiom true again.
TEST_F(CatModels, AxiomsThatMayHoldAgainNeedCandidates) {
  const std::string file = model("again", kCoherence + "acyclic po | rf\nempty [W] \\ (domain(rf) * W)\n");
  const std::shared_ptr<const Program> program = load_buffering_without_dependencies();
  const CampaignResult result = exhaustive(*program, file);
  EXPECT_EQ(result.model_kind, "candidates");
  EXPECT_EQ(result.kind_reason, "an axiom may fail in a part of a graph and hold in the whole");
}

TEST_F(CatModels, DependenciesMatterInCampaigns) {
  const std::string file = model("causal", kCoherence + "acyclic rf | addr | data | ctrl as causality\n");
  const CampaignResult with = exhaustive(*load_buffering(), file);
  const CampaignResult without = exhaustive(*load_buffering_without_dependencies(), file);
  EXPECT_EQ(with.graphs, 3U);
  EXPECT_EQ(without.graphs, 4U);
  // The same, event by event: control orders reads here.
  const std::string strong =
      model("strong", "acyclic po | rf\nacyclic po-loc | ctrl | po & (_ * W) | rf | co | fr as causality\n");
  const auto message_passing = [&](const std::string& test) {
    return parse_litmus(
        "C MP\n{}\n"
        "P0 (atomic_int* x, atomic_int* y) { atomic_store_explicit(x, 1, memory_order_relaxed);"
        " atomic_store_explicit(y, 1, memory_order_relaxed); }\n"
        "P1 (atomic_int* x, atomic_int* y) { int r1 = 1; int r0 = atomic_load_explicit(y, memory_order_relaxed); " +
            test + "{ r1 = atomic_load_explicit(x, memory_order_relaxed); } }\nexists (1:r0=1 /\\ 1:r1=0)\n",
        "mp.litmus");
  };
  for (const StrategyKind strategy : {StrategyKind::exhaustive, StrategyKind::mix}) {
    MemoryCampaign options = options_for(strong, strategy);
    options.executions = 1000;
    const CampaignResult controlled = run_campaign(*message_passing("if (r0 == 1) "), options);
    EXPECT_EQ(controlled.model_kind, "porf") << controlled.kind_reason;
    EXPECT_EQ(controlled.verdict, Verdict::no);
    EXPECT_EQ(run_campaign(*message_passing(""), options).verdict, Verdict::ok);
  }
}

TEST_F(CatModels, FlagsAndUndefinedBehaviourAreBugs) {
  const std::string remarks =
      "flag ~empty [W \\ IW] ; rf as reads-from-others\nflag empty W as no-writes\n"
      "undefined_unless empty (R & range([W \\ IW] ; rf)) as reads-new-values\n";
  const std::shared_ptr<const Program> program = load_buffering_without_dependencies();
  for (const std::string& axioms : {kCoherence, kCoherence + "acyclic po | rf\n"}) {
    for (const StrategyKind strategy : {StrategyKind::exhaustive, StrategyKind::mix}) {
      MemoryCampaign options = options_for(model(axioms == kCoherence ? "weak" : "causal", axioms + remarks), strategy);
      options.executions = 500;
      const CampaignResult result = run_campaign(*program, options);
      EXPECT_EQ(result.model_kind, axioms == kCoherence ? "candidates" : "porf");
      EXPECT_EQ(result.verdict, Verdict::undef);
      std::map<std::string, std::string> kinds;
      for (const Bug& bug : result.bugs) {
        kinds[bug.kind] = bug.message;
        EXPECT_EQ(bug.count, result.graphs - 1) << bug.kind;  // but the one in which both read 0
      }
      ASSERT_EQ(kinds.size(), 2U);
      EXPECT_EQ(kinds["flag"], "reads-from-others");
      EXPECT_NE(kinds["undefined"].find("reads-new-values"), std::string::npos);
    }
  }
}

TEST_F(CatModels, FlagsDoNotMakeBehaviourUndefined) {
  const CampaignResult result =
      exhaustive(*load_buffering_without_dependencies(), model("flags", kCoherence + "flag ~empty rf as reads\n"));
  EXPECT_EQ(result.verdict, Verdict::ok);
  ASSERT_EQ(result.bugs.size(), 1U);
  EXPECT_EQ(result.bugs[0].count, 4U);
}

// Whoever reads the initial value must not go on for long. Small programs do not show that this gets stuck.
TEST_F(CatModels, AModelThatGetsStuckFallsBack) {
  const std::string file =
      model("stuck", kCoherence + "acyclic po | rf\nempty [IW] ; rf ; po ; po ; po ; po ; po ; po\n");
  std::string reads;
  for (int i = 0; i < 7; ++i) {
    reads += " int r" + std::to_string(i) + " = atomic_load_explicit(x, memory_order_relaxed);";
  }
  const std::shared_ptr<const Program> program = parse_litmus(
      "C stuck\n{}\nP0 (atomic_int* x) { atomic_store_explicit(x, 1, memory_order_relaxed); }\nP1 (atomic_int* x) {" +
          reads + " }\nexists (1:r0=0)\n",
      "stuck.litmus");
  for (const StrategyKind strategy : {StrategyKind::exhaustive, StrategyKind::optimal, StrategyKind::mix}) {
    for (const unsigned workers : {1U, 2U}) {
      MemoryCampaign options = options_for(file, strategy);
      options.executions = 200;
      options.workers = workers;
      const CampaignResult result = run_campaign(*program, options);
      EXPECT_EQ(result.model_kind, "candidates");
      EXPECT_EQ(result.kind_reason.find("stuck: a graph was built that no event can be added to"), 0U)
          << result.kind_reason;
      EXPECT_EQ(result.graphs, 1U);
      EXPECT_EQ(result.verdict, Verdict::no);
      EXPECT_EQ(result.complete, strategy != StrategyKind::mix);
    }
  }
}

TEST_F(CatModels, ACampaignWithoutAnyGraphEnds) {
  const std::string file = model("nothing", "empty W\nempty ~(_ * W)\n");
  MemoryCampaign options = options_for(file, StrategyKind::mix);
  options.executions = 10;
  const CampaignResult result = run_campaign(*load_buffering_without_dependencies(), options);
  EXPECT_EQ(result.graphs, 0U);
  EXPECT_EQ(result.blocked, 10U);
}

TEST_F(CatModels, SeveralWorkersEnumerateOnce) {
  MemoryCampaign options = options_for("coherence", StrategyKind::exhaustive);
  options.workers = 3;
  const CampaignResult result = run_campaign(*load_buffering_without_dependencies(), options);
  EXPECT_TRUE(result.complete);
  EXPECT_EQ(result.graphs, 4U);
  options.fuzz.strategy = StrategyKind::mix;
  options.executions = 3000;
  EXPECT_EQ(run_campaign(*load_buffering_without_dependencies(), options).graphs, 4U);
}

/// Three threads, each of which writes and reads one location ten times: far more than 2^60 candidates.
std::shared_ptr<const Program> enormous() {
  std::string text = "C enormous\n{}\n";
  for (int t = 0; t < 3; ++t) {
    text += "P" + std::to_string(t) + " (atomic_int* x) {";
    for (int i = 0; i < 10; ++i) {
      text += " atomic_store_explicit(x, " + std::to_string(10 * t + i + 1) + ", memory_order_relaxed); int r" +
              std::to_string(i) + " = atomic_load_explicit(x, memory_order_relaxed);";
    }
    text += " }\n";
  }
  return parse_litmus(text + "exists (0:r0=7)\n", "enormous.litmus");
}

TEST_F(CatModels, StopsInTimeAndKeepsItsResults) {
  using Clock = std::chrono::steady_clock;
  const std::shared_ptr<const Program> program = enormous();
  run_campaign(*load_buffering_without_dependencies(), options_for("coherence", StrategyKind::exhaustive));
  for (const StrategyKind strategy : {StrategyKind::exhaustive, StrategyKind::optimal, StrategyKind::mix}) {
    MemoryCampaign options = options_for("coherence", strategy);
    options.seconds = 0.3;
    const Clock::time_point start = Clock::now();
    const CampaignResult timed = run_campaign(*program, options);
    EXPECT_LT(std::chrono::duration<double>(Clock::now() - start).count(), 1.3);
    EXPECT_GT(timed.graphs, 0U);
    EXPECT_FALSE(timed.complete);
    EXPECT_FALSE(timed.interrupted);

    std::atomic<bool> stop{false};
    options.seconds = std::numeric_limits<double>::infinity();
    options.stop = &stop;
    Clock::time_point stopped;
    std::thread other([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(200));
      stopped = Clock::now();
      stop = true;
    });
    const CampaignResult result = run_campaign(*program, options);
    const Clock::time_point end = Clock::now();
    other.join();
    EXPECT_LT(std::chrono::duration<double>(end - stopped).count(), 1);
    EXPECT_GT(result.graphs, 0U);
    EXPECT_TRUE(result.interrupted);
    EXPECT_TRUE(!result.tree || result.tree->covered < 1);
  }
}

// Of the candidates, those without cycles in po | rf can be built step by step afterwards.
TEST_F(CatModels, CandidatesWithoutCyclesCanBeReplayed) {
  const std::shared_ptr<const Program> program = load_buffering_without_dependencies();
  const CampaignResult result = exhaustive(*program, "coherence");
  int cycles = 0;
  for (const ObservedState& state : result.states) {
    ASSERT_NE(state.example, nullptr);
    if (!state.example->graph.porf_acyclic()) {
      EXPECT_TRUE(state.example->steps.empty());
      EXPECT_FALSE(state.example->no_steps.empty());
      ++cycles;
      continue;
    }
    const Replay again = MemoryTarget(program, "coherence").replay(state.example->steps);
    EXPECT_TRUE(again.possible());
    EXPECT_EQ(again.state, state.text);
  }
  EXPECT_EQ(cycles, 1);
}

}  // namespace
}  // namespace graphfuzz::testing

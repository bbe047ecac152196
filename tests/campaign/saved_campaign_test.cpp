// A campaign that is saved and loaded again and again finds what it would have found in one go.
#include <gtest/gtest.h>

#include <filesystem>
#include <random>

#include "campaign/documents.hpp"
#include "graphfuzz/campaign/checkpoint.hpp"
#include "graphfuzz/store/atomic_file.hpp"
#include "graphfuzz/store/envelope.hpp"
#include "support/long_runs.hpp"
#include "support/sanitized.hpp"

namespace graphfuzz {
namespace {

using testing::numbers;
using testing::small_task;

class SavedCampaigns : public ::testing::TestWithParam<testing::NamedTask> {};

// Cut at random into several pieces, each a campaign of its own.
TEST_P(SavedCampaigns, GoesOnAsIfNothingHadHappened) {
  constexpr std::uint64_t kExecutions = testing::kSanitized ? 175 : 700;
  Task task = GetParam().task();
  const std::unique_ptr<const Target> target = load_target(task);
  std::mt19937 random(5);
  for (const StrategyKind strategy : testing::strategies_for(*target)) {
    SCOPED_TRACE(name(strategy));
    CampaignOptions options = task.options;
    options.fuzz.strategy = strategy;
    options.seed = 11;
    options.executions = kExecutions;
    const CampaignResult whole = run_campaign(*target, options);
    std::string saved;
    CampaignResult pieces;
    for (std::uint64_t done = 0; done < kExecutions;) {
      options.executions = done += 1 + random() % (kExecutions * 3 / 7);
      if (done >= kExecutions) options.executions = done = kExecutions;
      Campaign campaign(*target, options);
      ASSERT_EQ(campaign.cannot_save(), "");
      if (!saved.empty()) campaign.load(store::Document::cbor(saved, "saved").root());
      campaign.run();
      store::Writer out = store::Writer::cbor();
      campaign.save(out);
      saved = out.finish();
      pieces = campaign.result();
    }
    EXPECT_EQ(numbers(pieces), numbers(whole));
    EXPECT_EQ(testing::bugs_of(pieces), testing::bugs_of(whole));
    // But for the last point of each piece, which is where it ended.
    EXPECT_EQ(pieces.curve.back(), whole.curve.back());
    ASSERT_EQ(pieces.estimates.empty(), whole.estimates.empty());
    if (!whole.estimates.empty()) {
      EXPECT_EQ(pieces.estimates.back(), whole.estimates.back());
    }
  }
}

// Pauses are no ends.
TEST_P(SavedCampaigns, DoesNotCareAboutPauses) {
  Task task = GetParam().task();
  const std::unique_ptr<const Target> target = load_target(task);
  CampaignOptions options = task.options;
  options.executions = 5'000;
  const CampaignResult whole = run_campaign(*target, options);
  Campaign campaign(*target, options);
  while (campaign.run(0.001)) {
    store::Writer out = store::Writer::cbor();
    campaign.save(out);
  }
  const CampaignResult paused = campaign.result();
  EXPECT_EQ(numbers(paused), numbers(whole));
  EXPECT_EQ(paused.curve, whole.curve);
  EXPECT_EQ(paused.estimates, whole.estimates);
}

TEST_P(SavedCampaigns, FindsAllWithMoreWorkersThanItHad) {
  Task task = GetParam().task();
  const std::unique_ptr<const Target> target = load_target(task);
  CampaignOptions options = task.options;
  options.fuzz.strategy = StrategyKind::exhaustive;
  options.executions = std::numeric_limits<std::uint64_t>::max();
  const CampaignResult whole = run_campaign(*target, options);
  ASSERT_TRUE(whole.complete);
  std::string saved;
  for (const unsigned workers : {1U, 2U, 4U}) {
    options.workers = workers;
    options.executions = workers == 4 ? std::numeric_limits<std::uint64_t>::max() : whole.executions * workers / 4;
    Campaign campaign(*target, options);
    if (!saved.empty()) campaign.load(store::Document::cbor(saved, "saved").root());
    campaign.run();
    store::Writer out = store::Writer::cbor();
    campaign.save(out);
    saved = out.finish();
    if (workers < 4) continue;
    const CampaignResult result = campaign.result();
    EXPECT_TRUE(result.complete);
    EXPECT_EQ(result.graphs, whole.graphs);
    EXPECT_EQ(testing::states_of(result), testing::states_of(whole));
    EXPECT_EQ(testing::bugs_of(result), testing::bugs_of(whole));
  }
  options.workers = 3;
  Campaign fewer(*target, options);
  EXPECT_THROW(fewer.load(store::Document::cbor(saved, "saved").root()), store::DocumentError);
}

INSTANTIATE_TEST_SUITE_P(Tasks, SavedCampaigns, ::testing::ValuesIn(testing::kTasks), testing::name_of);

class Checkpoints : public ::testing::Test {
 protected:
  Checkpoints() { std::filesystem::create_directories(folder_); }
  ~Checkpoints() override { std::filesystem::remove_all(folder_); }
  const std::filesystem::path folder_ =
      std::filesystem::temp_directory_path() / fmt::format("graphfuzz-checkpoints-{}", ::getpid());
  const std::filesystem::path file_ = folder_ / "checkpoint";
};

TEST_F(Checkpoints, HoldAllThatTheNextOneNeeds) {
  const Task task = small_task("long-assert-3");
  const std::unique_ptr<const Target> target = load_target(task);
  CampaignOptions options = task.options;
  options.executions = 2'000;
  const CampaignResult whole = run_campaign(*target, options);
  options.executions = 300;
  run_campaign(*target, options, {task, options.seed, 1, 300, 1e9}, {file_, 30});
  auto saved = std::make_unique<const SavedCampaign>(file_);
  const Checkpoint read = saved->checkpoint();
  EXPECT_EQ(read.task.program.text, task.program.text);
  EXPECT_EQ(read.executions, 300U);
  options.executions = 2'000;
  const CampaignResult rest = run_campaign(*load_target(read.task), options, read, {file_, 30}, std::move(saved));
  EXPECT_EQ(numbers(rest), numbers(whole));
}

TEST_F(Checkpoints, AreWrittenAgainAndAgain) {
  const Task task = small_task("long-assert-3");
  CampaignOptions options = task.options;
  options.fuzz.strategy = StrategyKind::mix;
  options.executions = std::numeric_limits<std::uint64_t>::max();
  options.seconds = 0.3;
  std::uint64_t seen = 0;
  std::atomic<bool> stop = false;
  options.stop = &stop;
  options.progress = [&](const Progress& progress) {
    const SavedCampaign now(file_);
    EXPECT_EQ(now.campaign().kind(), store::Kind::object);
    seen = std::max(seen, progress.executions);
  };
  const std::unique_ptr<const Target> target = load_target(task);
  const CampaignResult result = run_campaign(*target, options, {task, 1, 1, options.executions, 0.3}, {file_, 0.01});
  EXPECT_GT(result.executions, 0U);
  Campaign last(*target, options);
  last.load(SavedCampaign(file_).campaign());
  EXPECT_EQ(last.result().executions, result.executions);
}

// Whatever is in a file, there is a result or an error.
TEST_F(Checkpoints, ThatAreBrokenAreRefused) {
  std::mt19937 random(3);
  for (const StrategyKind strategy : {StrategyKind::mix, StrategyKind::optimal}) {
    const Task task = small_task("long-assert-3");
    const std::unique_ptr<const Target> target = load_target(task);
    CampaignOptions options = task.options;
    options.fuzz.strategy = strategy;
    options.executions = 100;
    run_campaign(*target, options, {task, options.seed, 1, 100, 1e9}, {file_, 30});
    const std::string good = store::read_file(file_, 1 << 30);
    EXPECT_THROW(SavedCampaign(std::string_view(good).substr(0, good.size() / 2), "f"), store::DocumentError);
    const std::string payload(store::open_sealed(good, "f").payload);
    options.executions = 150;
    unsigned refused = 0;
    for (int i = 0; i < 300; ++i) {
      std::string bad = payload;
      for (unsigned n = 1 + random() % 3; n > 0; --n) bad[random() % bad.size()] = static_cast<char>(random());
      try {
        const std::string sealed = store::seal(kCheckpointKind, kCheckpointVersion, bad);
        const SavedCampaign read(sealed, "f");
        Campaign campaign(*target, options);
        campaign.load(read.campaign());
        campaign.run(0.05);
        EXPECT_GT(campaign.result().executions, 0U);
      } catch (const std::runtime_error&) {
        ++refused;
      }
    }
    EXPECT_GT(refused, 100U);
  }
}

}  // namespace
}  // namespace graphfuzz

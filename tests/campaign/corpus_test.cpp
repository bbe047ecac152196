// Every file in litmus/ says what is expected of it under each model, in lines "Expect-MODEL=Observation" and
// "Bug-MODEL=kind"; under tso only the classic tests do, those of which the literature tells. Of a variant of a model
// only what is different is said. This checks that it comes true.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <set>
#include <string>

#include "graphfuzz/campaign/campaign.hpp"
#include "graphfuzz/campaign/expectation.hpp"
#include "graphfuzz/frontend/litmus.hpp"
#include "support/campaigns.hpp"
#include "support/folders.hpp"
#include "support/native_models.hpp"

namespace graphfuzz {
namespace {

using testing::MemoryCampaign;
using testing::run_campaign;

const std::filesystem::path kCorpus = std::filesystem::path(source_folder()) / "litmus";

std::optional<Expectation> expectation(const std::filesystem::path& file, const std::string& model) {
  std::ifstream in(file);
  return expectation_of(std::string(std::istreambuf_iterator<char>(in), {}), file.string(), "litmus", model);
}

std::vector<std::filesystem::path> corpus() {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(kCorpus)) {
    if (entry.path().extension() == ".litmus") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::set<std::string> bug_kinds(const CampaignResult& result) {
  std::set<std::string> kinds;
  for (const Bug& bug : result.bugs) {
    if (bug.kind != "condition") kinds.insert(bug.kind);
  }
  return kinds;
}

// Where there are too many graphs to visit all: what is not seen in so many executions is taken to be never (or always)
// so.
constexpr std::uint64_t kEnoughForNever = 200'000;

class SlowCorpus : public ::testing::TestWithParam<std::string> {};

TEST_P(SlowCorpus, BehavesAsItsFilesSay) {
  const std::string& model = GetParam();
  std::size_t proven = 0;
  for (const std::filesystem::path& file : corpus()) {
    SCOPED_TRACE(file.filename().string() + " under " + model);
    const std::optional<Expectation> expected = expectation(file, model);
    if (model.starts_with("tso") && !expected) continue;
    ASSERT_TRUE(expected) << "the file does not say what is expected";
    const std::string observed = expected->observation;
    std::set<std::string> bugs;
    for (const Expectation::ExpectedBug& bug : expected->bugs) bugs.insert(bug.kind);
    const std::shared_ptr<const Program> program = load_litmus(file);
    MemoryCampaign options;
    options.model = model;
    options.seed = 1;
    options.fuzz.strategy = StrategyKind::exhaustive;
    options.executions = 500'000;
    CampaignResult result = run_campaign(*program, options);
    if (result.complete) {
      ++proven;
      EXPECT_EQ(observation(result), observed);
      EXPECT_EQ(bug_kinds(result), bugs);
      continue;
    }
    // What was seen was seen, also where there is more.
    if (observed == "Sometimes" && observation(result) == observed && bug_kinds(result) == bugs) continue;
    // Rare outcomes take many executions.
    for (options.executions = 20'000; options.executions <= 20'000'000; options.executions *= 10) {
      options.fuzz.strategy = options.executions > 2'000'000 ? StrategyKind::random : StrategyKind::mix;
      result = run_campaign(*program, options);
      const bool settled = observed != "Sometimes" && options.executions < kEnoughForNever;
      if (result.positive > 0 && observed == "Never") break;
      if (observation(result) == observed && bug_kinds(result) == bugs && !settled) break;
    }
    EXPECT_EQ(observation(result), observed);
    EXPECT_EQ(bug_kinds(result), bugs);
  }
  EXPECT_GE(proven, model.starts_with("tso") ? 60U : 170U);
}

TEST(Corpus, HasAtLeastEightyFilesAndEachSaysWhatIsExpected) {
  EXPECT_GE(corpus().size(), 80U);
  std::size_t tso = 0;
  for (const std::filesystem::path& file : corpus()) {
    tso += expectation(file, "tso").has_value();
    for (const char* model : {"sc", "ra", "rc11", "relaxed"}) {
      EXPECT_NE(expectation(file, model).value_or(Expectation()).observation, "") << file << " under " << model;
    }
    EXPECT_EQ(load_litmus(file)->name(), file.stem().string());
  }
  EXPECT_GE(tso, 60U);
}

INSTANTIATE_TEST_SUITE_P(Slow, SlowCorpus, ::testing::ValuesIn(testing::native_models()), testing::name_of_model);

}  // namespace
}  // namespace graphfuzz

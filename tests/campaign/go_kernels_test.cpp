// Every program of litmus/go: its bug is found, at the line that is marked, and no other; the fixed variants have none.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "graphfuzz/frontend/go.hpp"
#include "support/campaigns.hpp"
#include "support/go_kernel.hpp"

namespace graphfuzz::go {
namespace {

using testing::Kernel;

template <class Bugs>
std::string listed(const Bugs& bugs) {
  std::string text;
  for (const auto& bug : bugs) text += fmt::format("  {}: {}\n", bug.kind, bug.message);
  return text.empty() ? "  none\n" : text;
}

class Kernels : public ::testing::TestWithParam<std::filesystem::path> {
 protected:
  CampaignResult run(const std::string& strategy, std::uint64_t executions) const {
    graphfuzz::testing::GoCampaign options;
    options.fuzz.strategy = parse_strategy(strategy);
    options.executions = executions;
    options.seconds = 30;
    return graphfuzz::testing::run_campaign(*program_, options);
  }

  const Kernel kernel_ = testing::load_kernel(GetParam());
  const std::shared_ptr<const GoProgram> program_ = parse_go(kernel_.text, GetParam().filename().string());
};

TEST_P(Kernels, ShowTheirBugAndNoOther) {
  ASSERT_TRUE(kernel_.expectation) << "the header does not say what the bug is";
  const Expectation& expectation = *kernel_.expectation;
  const CampaignResult result = run("optimal", 3000);
  EXPECT_EQ(result.truncated, 0u);
  for (const Expectation::ExpectedBug& expected : expectation.bugs) {
    EXPECT_TRUE(std::any_of(result.bugs.begin(), result.bugs.end(),
                            [&](const Bug& bug) { return shows(expectation, expected, bug); }))
        << expected.kind << ' ' << expected.text << "; found:\n"
        << listed(result.bugs);
  }
  for (const Bug& bug : result.bugs) {
    EXPECT_TRUE(allows(expectation, bug)) << "not expected: " << bug.kind << ": " << bug.message;
  }
}

TEST_P(Kernels, ShowTheSameWhenReplayed) {
  const CampaignResult result = run("random", 300);
  for (const Bug& bug : result.bugs) {
    const Replay again = GoTarget(*program_).replay(bug.witness->steps);
    EXPECT_TRUE(again.possible()) << again.steps_taken << " of " << again.steps << ": " << again.instead;
    EXPECT_TRUE(std::any_of(again.findings.begin(), again.findings.end(),
                            [&](const graphfuzz::Finding& finding) { return same_bug(finding, bug); }))
        << bug.kind << ": " << bug.message << "; replayed:\n"
        << listed(again.findings);
  }
}

std::string name_of(const ::testing::TestParamInfo<std::filesystem::path>& info) {
  std::string name = info.param.stem().string();
  std::replace_if(
      name.begin(), name.end(), [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
  return name;
}

// Every tenth, for the sanitizers.
std::vector<std::filesystem::path> some_files() {
  const std::vector<std::filesystem::path> all = testing::kernel_files();
  std::vector<std::filesystem::path> some;
  for (std::size_t i = 0; i < all.size(); i += 10) some.push_back(all[i]);
  return some;
}

INSTANTIATE_TEST_SUITE_P(Some, Kernels, ::testing::ValuesIn(some_files()), name_of);
INSTANTIATE_TEST_SUITE_P(SlowAll, Kernels, ::testing::ValuesIn(testing::kernel_files()), name_of);

TEST(KernelFiles, AreManyAndInPairs) {
  std::size_t bugs = 0;
  for (const std::filesystem::path& file : testing::kernel_files()) {
    bugs += testing::load_kernel(file).expectation.value().bugs.empty() ? 0 : 1;
  }
  EXPECT_GE(bugs, 60u);
}

}  // namespace
}  // namespace graphfuzz::go

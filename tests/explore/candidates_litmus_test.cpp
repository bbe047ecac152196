// The project's own litmus tests, with waits, mutexes, compare-exchanges and assertions: building in porf order and
// putting candidates together are two ways to the same graphs.
#include <gtest/gtest.h>

#include <filesystem>

#include "graphfuzz/explore/candidates.hpp"
#include "graphfuzz/explore/executor.hpp"
#include "graphfuzz/frontend/litmus.hpp"
#include "graphfuzz/graph/fingerprint.hpp"
#include "graphfuzz/model/registry.hpp"
#include "support/folders.hpp"
#include "support/random_graph.hpp"

namespace graphfuzz::testing {
namespace {

class CandidatesLitmus : public ::testing::TestWithParam<const char*> {};

TEST_P(CandidatesLitmus, AreWhatTheExecutorBuilds) {
  constexpr std::uint64_t kMostCandidates = 3'000;
  constexpr std::uint64_t kMostAttempts = 100'000;
  std::size_t complete = 0;
  for (const auto& entry : std::filesystem::directory_iterator(source_folder() + "/litmus")) {
    if (entry.path().extension() != ".litmus") continue;
    SCOPED_TRACE(entry.path());
    const std::shared_ptr<const Program> program = load_litmus(entry.path());
    const std::unique_ptr<MemoryModel> model = make_model(GetParam());
    CandidateOptions options;
    options.coherent = options.atomic = options.monotone = true;
    options.cycles = false;
    CandidateEnumerator enumerator(*program, *model, options);
    Executor executor(*program, *model);
    Random random(5);
    std::set<Fingerprint> candidates;
    std::uint64_t attempts = 0;
    while (candidates.size() < kMostCandidates && enumerator.next([&] { return ++attempts > kMostAttempts; })) {
      EXPECT_TRUE(candidates.insert(fingerprint(enumerator.graph()).graph).second) << "met twice";
      const Prefix steps = choices(rebuilt_in_another_order(enumerator.graph(), random));
      EXPECT_EQ(executor.check(steps), steps.steps.size()) << "the executor cannot build a candidate";
    }
    if (!enumerator.finished()) continue;
    ++complete;
    RandomStrategy strategy(random);
    for (int i = 0; i < 1'000; ++i) {
      if (executor.run({}, strategy) != Ending::complete) continue;
      EXPECT_TRUE(candidates.contains(fingerprint(executor.graph()).graph))
          << "the executor built what is no candidate";
    }
  }
  EXPECT_GE(complete, 170U);
}

INSTANTIATE_TEST_SUITE_P(Slow, CandidatesLitmus, ::testing::Values("sc", "ra", "rc11", "relaxed"),
                         [](const auto& test) { return std::string(test.param); });

}  // namespace
}  // namespace graphfuzz::testing

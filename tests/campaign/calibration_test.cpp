// How well do the estimates of what is left agree with what exhaustive exploration knows? On the litmus corpus, under
// rc11. The shares are recorded as test properties, and printed; the bounds are what the documentation promises.
#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>
#include <set>

#include "graphfuzz/analysis/discovery.hpp"
#include "graphfuzz/campaign/campaign.hpp"
#include "graphfuzz/explore/explorer.hpp"
#include "graphfuzz/frontend/litmus.hpp"
#include "graphfuzz/fuzz/tree_size.hpp"
#include "graphfuzz/model/registry.hpp"
#include "support/campaigns.hpp"
#include "support/folders.hpp"
#include "support/searches.hpp"

namespace graphfuzz {
namespace {

using testing::MemoryCampaign;
using testing::run_campaign;

using testing::Fuzzer;

struct Known {
  std::shared_ptr<const Program> program;
  std::uint64_t graphs;
};

// The programs with 8 to 20,000 graphs, all of them complete.
std::vector<Known> known_programs() {
  std::vector<Known> result;
  for (const std::filesystem::path& folder :
       {std::filesystem::path(source_folder()) / "litmus", std::filesystem::path(oracle_folder()) / "litmus"}) {
    if (!std::filesystem::exists(folder)) continue;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
      if (entry.path().extension() != ".litmus") continue;
      MemoryCampaign options;
      options.fuzz.strategy = StrategyKind::exhaustive;
      options.executions = 20'000;
      Known known{load_litmus(entry.path()), 0};
      const CampaignResult exact = run_campaign(*known.program, options);
      known.graphs = exact.graphs;
      const bool usable = exact.complete && exact.blocked == 0 && exact.truncated == 0 && exact.graphs >= 8;
      if (usable) result.push_back(std::move(known));
    }
  }
  return result;
}

class Share {
 public:
  void add(bool hit) {
    ++all_;
    hits_ += hit ? 1 : 0;
  }
  double value() const { return static_cast<double>(hits_) / static_cast<double>(all_); }
  void print(const char* what) const {
    std::printf("  %-70s %5.1f %% of %d\n", what, 100 * value(), all_);
    ::testing::Test::RecordProperty(what, std::to_string(value()));
  }

 private:
  int hits_ = 0;
  int all_ = 0;
};

TEST(SlowCalibration, EstimatesAgreeWithExhaustiveCounts) {
  const std::vector<Known> programs = known_programs();
  ASSERT_GE(programs.size(), 50U);
  Share total, total_low, unseen, unseen_high, knuth, knuth_low;
  for (const Known& known : programs) {
    for (const double executions_per_graph : {0.5, 1.0, 4.0}) {
      for (const std::uint64_t seed : {1, 2, 3}) {
        GraphCounts counts;
        FuzzOptions options;
        options.strategy = StrategyKind::random;
        Fuzzer fuzzer(*known.program, "rc11", options, Identity::graph, counts, seed);
        const auto n = static_cast<std::uint64_t>(static_cast<double>(known.graphs) * executions_per_graph) + 10;
        std::set<Fingerprint> seen;
        for (std::uint64_t i = 0; i < n; ++i) {
          fuzzer.step();
          seen.insert(fingerprint(fuzzer.graph()).graph);
        }
        fuzzer.search().flush();
        const Discovery d = discovery({n, seen.size(), counts.seen_once(), counts.seen_twice()});
        const auto truth = static_cast<double>(known.graphs);
        total.add(d.total_low <= truth && truth <= d.total_high);
        total_low.add(d.total_low <= truth);
        // The true probability of a graph not seen so far, by many more executions.
        constexpr int kMore = 4'000;
        int fresh = 0;
        for (int i = 0; i < kMore; ++i) {
          fuzzer.step();
          fresh += seen.contains(fingerprint(fuzzer.graph()).graph) ? 0 : 1;
        }
        const double probability = static_cast<double>(fresh) / kMore;
        const double noise = 2 * std::sqrt(probability * (1 - probability) / kMore);
        unseen.add(d.new_low <= probability + noise && probability - noise <= d.new_high);
        unseen_high.add(probability - noise <= d.new_high);
      }
    }
    const std::unique_ptr<MemoryModel> model = make_model("rc11");
    for (const std::uint64_t seed : {1, 2, 3}) {
      Random random(seed);
      RandomStrategy strategy(random);
      Explorer explorer(*known.program, *model, strategy);
      TreeSize size;
      for (int i = 0; i < 200; ++i) {
        const std::optional<Ending> ending = explorer.walk(random);
        const bool counts = ending == Ending::complete && known.program->question().keeps(explorer.state());
        size.add(counts ? 1 / explorer.share() : 0);
      }
      const auto truth = static_cast<double>(known.graphs);
      knuth.add(std::abs(size.mean() - truth) <= 1.96 * size.error() + 1e-9 * truth);
      knuth_low.add(size.mean() >= truth / 2 && size.mean() <= 2 * truth);
    }
  }
  std::printf("%zu programs\n", programs.size());
  unseen.print("Good-Turing: interval holds the probability of a new graph");
  unseen_high.print("Good-Turing: the probability is at most the upper end");
  total.print("Chao1: interval holds the number of graphs");
  total_low.print("Chao1: the number of graphs is at least the lower end");
  knuth.print("Knuth, 200 walks: within 1.96 standard errors");
  knuth_low.print("Knuth, 200 walks: within a factor of 2");
  EXPECT_GE(unseen.value(), 0.90);
  EXPECT_GE(total_low.value(), 0.90);
  EXPECT_GE(knuth.value(), 0.80);
  EXPECT_GE(knuth_low.value(), 0.95);
}

}  // namespace
}  // namespace graphfuzz

// Random candidates are consistent graphs of the program, and in the end all of them.
#include "graphfuzz/explore/candidate_sampler.hpp"

#include <gtest/gtest.h>

#include "graphfuzz/frontend/litmus.hpp"
#include "graphfuzz/graph/fingerprint.hpp"
#include "graphfuzz/model/registry.hpp"
#include "support/coherence.hpp"
#include "support/oracle.hpp"
#include "support/property.hpp"
#include "support/random_program.hpp"

namespace graphfuzz::testing {
namespace {

std::set<std::string> all_graphs(const Program& program, const MemoryModel& model) {
  CandidateEnumerator enumerator(program, model);
  std::set<std::string> found;
  while (enumerator.next()) found.insert(canonical(enumerator.graph()));
  return found;
}

TEST(CandidateSampler, DrawsOnlyWhatIsEnumeratedAndInTheEndAll) {
  check_property(60, [] {
    const StraightLine program(*any_program());
    const Coherence model;
    const std::set<std::string> expected = all_graphs(program, model);
    RC_PRE(expected.size() < 100);
    SamplerOptions options;
    options.candidates.coherent = *rc::gen::arbitrary<bool>();
    options.candidates.atomic = *rc::gen::arbitrary<bool>();
    CandidateSampler sampler(program, model, 7, options);
    std::set<std::string> found;
    for (int i = 0; i < 20'000 && found.size() < expected.size(); ++i) {
      if (sampler.next(10)) found.insert(canonical(sampler.graph()));
    }
    RC_ASSERT(found == expected);
  });
}

TEST(CandidateSampler, TheSameSeedDrawsTheSame) {
  const StraightLine program({{{RequestKind::read, MemoryOrder::relaxed}, {RequestKind::write}},
                              {{RequestKind::update}, {RequestKind::read}}});
  const Coherence model;
  CandidateSampler a(program, model, 5);
  CandidateSampler b(program, model, 5);
  for (int i = 0; i < 100; ++i) {
    ASSERT_EQ(a.next(), b.next());
    ASSERT_EQ(a.graph(), b.graph());
  }
}

/// Nothing is consistent.
class Nothing final : public AxiomaticModel {
 public:
  std::string_view name() const override { return "nothing"; }
  std::optional<Violation> explain(const ExecutionGraph&) const override { return Violation{"never", {}}; }
};

TEST(CandidateSampler, GivesUp) {
  const StraightLine program({{{RequestKind::read}, {RequestKind::write}}, {{RequestKind::update}}});
  const Nothing model;
  CandidateSampler sampler(program, model, 1);
  EXPECT_FALSE(sampler.next(50));
  EXPECT_EQ(sampler.counts().candidates + sampler.counts().abandoned, 50U);
}

TEST(SlowCandidateSampler, ReachesAllExecutionsOfTheOracleUnderCoherence) {
  const std::vector<OracleRow> rows = oracle_rows("coherence");
  if (rows.empty()) GTEST_SKIP() << "no oracle";
  constexpr std::uint64_t kMostAttempts = 200'000;
  const Coherence model;
  std::uint64_t worst = 0;
  for (const OracleRow& row : rows) {
    if (row.executions >= 200) continue;
    SCOPED_TRACE(row.file);
    const std::shared_ptr<const Program> program = load_litmus(kOracle / row.file);
    CandidateSampler sampler(*program, model, 42);
    std::set<Fingerprint> graphs;
    std::set<std::string> states;
    std::uint64_t attempts = 0;
    while (graphs.size() < row.executions && attempts < kMostAttempts) {
      const bool found = sampler.next(100);
      attempts = sampler.counts().candidates + sampler.counts().abandoned;
      if (!found || !program->question().keeps(sampler.state())) continue;
      if (graphs.insert(fingerprint(sampler.graph()).graph).second) states.insert(program->describe(sampler.state()));
    }
    worst = std::max(worst, attempts);
    EXPECT_EQ(graphs.size(), row.executions);
    EXPECT_EQ(states, row.states);
  }
  RecordProperty("worst_attempts", std::to_string(worst));
}

}  // namespace
}  // namespace graphfuzz::testing

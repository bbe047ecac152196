// The enumeration of candidates agrees with herd7 on every test of the oracle: states, and number of executions.
#include <gtest/gtest.h>

#include "graphfuzz/explore/candidates.hpp"
#include "graphfuzz/frontend/litmus.hpp"
#include "graphfuzz/graph/fingerprint.hpp"
#include "graphfuzz/model/registry.hpp"
#include "support/coherence.hpp"
#include "support/oracle.hpp"

namespace graphfuzz::testing {
namespace {

std::unique_ptr<MemoryModel> model_named(const std::string& name) {
  if (name == "coherence") return std::make_unique<Coherence>();
  return make_model(name);
}

struct Parameter {
  std::string model;
  bool pruned;
};

class CandidatesOracle : public ::testing::TestWithParam<Parameter> {};

TEST_P(CandidatesOracle, StatesAndExecutionsAreHerds) {
  const auto& [name, pruned] = GetParam();
  const std::vector<OracleRow> rows = oracle_rows(name);
  if (rows.empty()) GTEST_SKIP() << "no oracle";
  const std::unique_ptr<MemoryModel> model = model_named(name);
  CandidateOptions options;
  options.coherent = options.atomic = options.monotone = pruned;
  std::uint64_t executions = 0;
  for (const OracleRow& row : rows) {
    SCOPED_TRACE(row.file);
    const std::shared_ptr<const Program> program = load_litmus(kOracle / row.file);
    CandidateEnumerator enumerator(*program, *model, options);
    std::set<std::string> states;
    std::set<Fingerprint> graphs;
    std::uint64_t kept = 0;
    while (enumerator.next()) {
      EXPECT_TRUE(graphs.insert(fingerprint(enumerator.graph()).graph).second) << "met twice";
      if (!program->question().keeps(enumerator.state())) continue;
      ++kept;
      states.insert(program->describe(enumerator.state()));
    }
    EXPECT_TRUE(enumerator.finished());
    EXPECT_EQ(states, row.states);
    EXPECT_EQ(kept, row.executions);
    executions += kept;
  }
  EXPECT_GE(rows.size(), 400U);
  RecordProperty("executions", std::to_string(executions));
}

INSTANTIATE_TEST_SUITE_P(Slow, CandidatesOracle,
                         ::testing::Values(Parameter{"coherence", false}, Parameter{"coherence", true},
                                           Parameter{"sc", false}, Parameter{"sc", true}, Parameter{"ra", false},
                                           Parameter{"ra", true}, Parameter{"rc11", false}, Parameter{"rc11", true},
                                           Parameter{"relaxed", false}, Parameter{"relaxed", true}),
                         [](const auto& test) { return test.param.model + (test.param.pruned ? "_pruned" : ""); });

}  // namespace
}  // namespace graphfuzz::testing

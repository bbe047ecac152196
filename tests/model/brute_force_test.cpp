// Each native model offers exactly the consistent choices: the graphs that can be built, in any order, are those that
// brute force finds by the axioms.
#include "support/brute_force.hpp"

#include <gtest/gtest.h>

#include <set>

#include "graphfuzz/model/registry.hpp"
#include "support/enumerate.hpp"
#include "support/native_models.hpp"
#include "support/property.hpp"
#include "support/random_program.hpp"
#include "support/sanitized.hpp"

namespace graphfuzz::testing {
namespace {

constexpr std::uint64_t kMostSequences = 60'000;

class Models : public ::testing::TestWithParam<std::string> {};

void agree(const StraightLine& program, const std::string& name) {
  const std::unique_ptr<MemoryModel> model = make_model(name);
  std::set<std::string> built;
  const std::uint64_t sequences = enumerate(
      program, *model,
      [&](const Executor& executor, Ending ending) {
        RC_ASSERT(ending == Ending::complete);
        const std::string text = canonical(executor.graph());
        if (!built.insert(text).second) return;
        RC_ASSERT(model->consistent(executor.graph()));
      },
      kMostSequences);
  RC_PRE(sequences < kMostSequences);
  const std::set<std::string> expected = BruteForce(program).graphs(name);
  RC_ASSERT(built == expected);
}

TEST_P(Models, BuildExactlyTheConsistentGraphs) {
  check_property(3000, [&] {
    const StraightLine program(*any_program());
    agree(program, GetParam());
  });
}

TEST_P(Models, BuildExactlyTheConsistentGraphsOfThreadsThatStartAndJoin) {
  check_property(2000, [&] {
    const StraightLine program(*any_program(true));
    agree(program, GetParam());
  });
}

INSTANTIATE_TEST_SUITE_P(All, Models, ::testing::ValuesIn(native_models()), name_of_model);

}  // namespace
}  // namespace graphfuzz::testing

// Minimised executions show the same bug, are no harder to read, and are executions.
#include "graphfuzz/fuzz/memory/minimise.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "graphfuzz/frontend/litmus.hpp"
#include "graphfuzz/fuzz/memory/reenactment.hpp"
#include "graphfuzz/fuzz/memory/steps.hpp"
#include "support/property.hpp"
#include "support/random_graph.hpp"
#include "support/random_litmus.hpp"
#include "support/sanitized.hpp"

namespace graphfuzz::testing {
namespace {

MemorySubject subject_of(const Program& program, const ModelMaker& maker) {
  return {program, program.question(), maker};
}

ModelMaker model_maker(const std::string& name) {
  return [name] { return make_model(name); };
}

/// The choices of the first of some random executions that shows a bug.
std::optional<Prefix> buggy(const MemorySubject& subject, std::uint64_t seed) {
  const std::unique_ptr<MemoryModel> model = subject.model();
  Reenactment execution(subject, *model);
  Random random(seed);
  RandomStrategy strategy(random);
  for (int i = 0; i < 50; ++i) {
    execution.take({});
    execution.finish(strategy);
    const std::vector<Finding> findings = execution.findings();
    if (!findings.empty()) return choices(execution.graph_of(findings.front()));
  }
  return std::nullopt;
}

TEST(ReadableOrder, IsTheSameGraphAndWithoutSurprisesUnderSc) {
  check_property(500, [] {
    const StraightLine program(*any_program(true));
    const std::string name = any_model();
    const std::unique_ptr<MemoryModel> model = make_model(name);
    const ExecutionGraph g = random_graph(program, *model, *rc::gen::arbitrary<std::uint64_t>());
    for (ThreadId first = 0; first < g.threads(); ++first) {
      const ExecutionGraph ordered = in_readable_order(g, first);
      RC_ASSERT(ordered == g);
      RC_ASSERT(ordered.extends_porf());
      if (name == "sc") RC_ASSERT(difficulty(ordered).surprises == 0);
    }
  });
}

TEST(Minimise, KeepsTheBugAndIsNoHarder) {
  int minimised_ones = 0;
  int easier_ones = 0;
  check_property(300, [&] {
    const std::shared_ptr<const Program> program = parse(*any_litmus());
    const ModelMaker maker = model_maker(*rc::gen::element("sc", "rc11", "ra"));
    const MemorySubject subject = subject_of(*program, maker);
    const std::optional<Prefix> prefix = buggy(subject, *rc::gen::arbitrary<std::uint64_t>());
    if (!prefix) return;
    const Ease ease = *rc::gen::element(Ease::fewest_events, Ease::fewest_switches);
    const std::optional<Minimised> minimised = minimise(subject, *prefix, 300, {}, ease);
    RC_ASSERT(minimised);
    RC_ASSERT(!minimised->bug.empty());
    RC_ASSERT(!easier(minimised->before, minimised->after, ease));
    RC_ASSERT(minimised->after.events <= minimised->before.events);
    RC_ASSERT(minimised->executions <= 300u);
    const std::unique_ptr<MemoryModel> model = maker();
    Reenactment again(subject, *model);
    const Prefix steps = prefix_of(minimised->steps);
    RC_ASSERT(again.take(steps) == steps.steps.size());
    Random random(1);
    RandomStrategy strategy(random);
    again.finish(strategy);
    const std::vector<Finding> findings = again.findings();
    const auto bug = std::ranges::find_if(
        findings, [&](const Finding& finding) { return finding.kind + ": " + finding.message == minimised->bug; });
    RC_ASSERT(bug != findings.end());
    RC_ASSERT(difficulty(again.graph_of(*bug)) == minimised->after);
    ++minimised_ones;
    easier_ones += easier(minimised->after, minimised->before, ease);
  });
  EXPECT_GT(minimised_ones, seen_here(20));
  EXPECT_GT(easier_ones, seen_here(5));
}

TEST(Minimise, LeavesOutWhatHasNothingToDoWithTheBug) {
  const auto program = parse_litmus(R"(C noisy
{}
P0(atomic_int* x, atomic_int* y) {
  atomic_store_explicit(x, 1, memory_order_relaxed);
  atomic_store_explicit(y, 1, memory_order_release);
}
P1(atomic_int* x, atomic_int* y) {
  int r0 = atomic_load_explicit(y, memory_order_relaxed);
  int r1 = atomic_load_explicit(x, memory_order_relaxed);
  if (r0 == 0) {
    atomic_store_explicit(x, 2, memory_order_relaxed);
    atomic_store_explicit(x, 3, memory_order_relaxed);
    atomic_store_explicit(x, 4, memory_order_relaxed);
  }
  assert(r1 != 0);
}
exists (x=0)
)",
                                    "noisy.litmus");
  const ModelMaker maker = model_maker("rc11");
  const MemorySubject subject = subject_of(*program, maker);
  std::optional<Prefix> prefix;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    prefix = buggy(subject, seed);
    ASSERT_TRUE(prefix);
    if (prefix->steps.size() == 7) break;  // with the noise
  }
  const std::optional<Minimised> minimised = minimise(subject, *prefix, 10'000);
  ASSERT_TRUE(minimised);
  EXPECT_TRUE(minimised->all_tried);
  EXPECT_EQ(minimised->steps.size(), 4u);  // r0 is 1: the writes of P1 are not done
  EXPECT_LT(minimised->after.events, minimised->before.events);
  EXPECT_EQ(minimised->after.switches, 1u);
}

TEST(Minimise, SaysSoIfThereIsNothingToKeep) {
  const auto program =
      parse_litmus("C quiet\n{}\nP0(atomic_int* x) { atomic_store(x, 1); }\nexists (x=1)\n", "q.litmus");
  const ModelMaker maker = model_maker("sc");
  const MemorySubject subject = subject_of(*program, maker);
  const std::optional<Minimised> minimised = minimise(subject, {}, 100);
  ASSERT_TRUE(minimised);
  EXPECT_EQ(minimised->bug, "");
  EXPECT_EQ(minimised->executions, 0u);
  EXPECT_FALSE(minimise(subject, Prefix{{Step{7}}}, 100));
}

}  // namespace
}  // namespace graphfuzz::testing

// The enumeration of candidates, against brute force on random programs, and on programs with known answers.
#include "graphfuzz/explore/candidates.hpp"

#include <gtest/gtest.h>

#include <map>

#include "graphfuzz/frontend/litmus.hpp"
#include "graphfuzz/graph/fingerprint.hpp"
#include "graphfuzz/model/registry.hpp"
#include "support/brute_force.hpp"
#include "support/coherence.hpp"
#include "support/property.hpp"
#include "support/random_program.hpp"
#include "support/sanitized.hpp"
#include "support/trace_brute_force.hpp"

namespace graphfuzz::testing {
namespace {

std::multiset<std::string> graphs(CandidateEnumerator& enumerator) {
  std::multiset<std::string> found;
  while (enumerator.next()) found.insert(canonical(enumerator.graph()));
  return found;
}

std::multiset<std::string> graphs(const Program& program, const MemoryModel& model, CandidateOptions options = {}) {
  CandidateEnumerator enumerator(program, model, options);
  return graphs(enumerator);
}

std::multiset<std::string> brute_force(const StraightLine& program, const std::string& model) {
  const std::set<std::string> found = BruteForce(program).graphs(model);
  return {found.begin(), found.end()};
}

CandidateOptions any_options() {
  CandidateOptions options;
  options.coherent = *rc::gen::arbitrary<bool>();
  options.atomic = *rc::gen::arbitrary<bool>();
  options.monotone = *rc::gen::arbitrary<bool>();
  return options;
}

TEST(Candidates, AreThoseOfBruteForceUnderCoherence) {
  check_property(500, [] {
    const StraightLine program(*any_program());
    RC_ASSERT(graphs(program, Coherence(), any_options()) == brute_force(program, "coherence"));
  });
}

TEST(Candidates, AreThoseOfBruteForceUnderModelsWithoutCycles) {
  check_property(1000, [] {
    const StraightLine program(*any_program());
    const std::string name = *rc::gen::element("sc", "ra", "rc11", "relaxed");
    CandidateOptions options = any_options();
    options.cycles = *rc::gen::arbitrary<bool>();
    RC_ASSERT(graphs(program, *make_model(name), options) == brute_force(program, name));
  });
}

/// Accepts everything, so that mo and rf are as independent as they can be.
class Anything final : public AxiomaticModel {
 public:
  std::string_view name() const override { return "anything"; }
  std::optional<Violation> explain(const ExecutionGraph&) const override { return std::nullopt; }
};

std::shared_ptr<const Program> litmus(const std::string& body) {
  return parse_litmus("C test\n" + body, "test.litmus");
}

std::map<std::string, int> states(const Program& program, const MemoryModel& model, CandidateOptions options = {}) {
  CandidateEnumerator enumerator(program, model, options);
  std::map<std::string, int> result;
  while (enumerator.next()) ++result[program.describe(enumerator.state())];
  return result;
}

using States = std::map<std::string, int>;

/// Two threads that load, store constants and what they loaded, and branch; values are 0, 1 and 2.
std::string any_branching_program() {
  return *rc::gen::resize(
      100, rc::gen::exec([] {
        std::string text = "{ }\n";
        for (int t = 0; t < 2; ++t) {
          text += "P" + std::to_string(t) + " (atomic_int* x, atomic_int* y) { int r0 = 0; int r1 = 0; ";
          const auto location = [] { return std::string(*rc::gen::element("x", "y")); };
          const auto store = [&] {
            return "atomic_store_explicit(" + location() + "," + *rc::gen::element("1", "2", "2", "r0", "r1") +
                   ",memory_order_relaxed); ";
          };
          const int statements = *rc::gen::inRange(2, 4);
          for (int i = 0; i < statements; ++i) {
            switch (*rc::gen::inRange(0, 4)) {
              case 0:
                text += store();
                break;
              case 1:
                text += std::string("if (") + *rc::gen::element("r0 == 1", "r0", "r1 == 2", "r0 > r1") + ") { " +
                        store() + "}" + (*rc::gen::arbitrary<bool>() ? " else { " + store() + "} " : " ");
                break;
              default:
                text += std::string(i == 0 ? "r0" : "r1") + " = atomic_load_explicit(" + location() +
                        ",memory_order_relaxed); ";
            }
          }
          text += "}\n";
        }
        return text + "exists (x=1)\n";
      }));
}

TEST(Candidates, AreThoseOfBruteForceWithBranches) {
  check_property(3000, [] {
    const std::string text = any_branching_program();
    RC_LOG() << text;
    const std::shared_ptr<const Program> program = litmus(text);
    const Coherence model;
    const std::set<std::string> expected = TraceBruteForce(*program, model, {0, 1, 2}).graphs();
    RC_ASSERT(graphs(*program, model, any_options()) == std::multiset<std::string>(expected.begin(), expected.end()));
  });
}

TEST(Candidates, UpdatesNeedNotFollowTheirSourcesInMo) {
  // Two updates of x: each may read the initial write, or the other one's, and mo has two orders.
  const auto program = litmus(
      "{ }\nP0 (atomic_int* x) { atomic_fetch_add_explicit(x,1,memory_order_relaxed); }\n"
      "P1 (atomic_int* x) { atomic_fetch_add_explicit(x,1,memory_order_relaxed); }\nexists (x=2)\n");
  EXPECT_EQ(states(*program, Anything()), (States{{"x=1;", 4}, {"x=2;", 2}}));
}

TEST(Candidates, AReadMayReadItsOwnThreadsFuture) {
  const auto program = litmus(
      "{ }\nP0 (atomic_int* x) { int r0 = atomic_load_explicit(x,memory_order_relaxed); "
      "atomic_store_explicit(x,7,memory_order_relaxed); }\nexists (0:r0=7)\n");
  EXPECT_EQ(states(*program, Anything()), (States{{"P0:r0=0;", 1}, {"P0:r0=7;", 1}}));
  EXPECT_EQ(states(*program, Coherence()), (States{{"P0:r0=0;", 1}}));
}

TEST(Candidates, ValuesDoNotJustifyThemselves) {
  const std::string head =
      "{ }\nP0 (atomic_int* x, atomic_int* y) { int r0 = atomic_load_explicit(x,memory_order_relaxed); ";
  const std::string middle =
      "}\nP1 (atomic_int* x, atomic_int* y) { int r0 = atomic_load_explicit(y,memory_order_relaxed); ";
  const std::string end = "}\nexists (0:r0=1 /\\ 1:r0=1)\n";
  const auto lb = [&](const std::string& first, const std::string& second) {
    return litmus(head + first + middle + second + end);
  };
  CandidateOptions any_value;
  any_value.self_justified = true;

  // Arithmetic that does not matter is a dependency all the same, as in herd7 (XLBdatas).
  const auto arithmetic = lb("atomic_store_explicit(y,1 + (r0 & 128),memory_order_relaxed);",
                             "atomic_store_explicit(x,1 + (r0 & 128),memory_order_relaxed);");
  EXPECT_EQ(states(*arithmetic, Coherence()).count("P0:r0=1; P1:r0=1;"), 0U);
  EXPECT_EQ(states(*arithmetic, Coherence(), any_value).at("P0:r0=1; P1:r0=1;"), 1);

  // A cycle of copies: herd7 has a fourth execution, with a symbolic value.
  const auto copies =
      lb("atomic_store_explicit(y,r0,memory_order_relaxed);", "atomic_store_explicit(x,r0,memory_order_relaxed);");
  EXPECT_EQ(states(*copies, Coherence()), (States{{"P0:r0=0; P1:r0=0;", 3}}));

  // Control does not count. The condition is true because it is true: nobody ever wrote 1 without it.
  const auto control = lb("if (r0 == 1) atomic_store_explicit(y,1,memory_order_relaxed);",
                          "if (r0 == 1) atomic_store_explicit(x,1,memory_order_relaxed);");
  EXPECT_EQ(states(*control, Coherence()), (States{{"P0:r0=0; P1:r0=0;", 1}, {"P0:r0=1; P1:r0=1;", 1}}));
  EXPECT_EQ(states(*control, *make_model("relaxed")), (States{{"P0:r0=0; P1:r0=0;", 1}}));

  // One side only: no cycle of values.
  const auto one_side =
      lb("atomic_store_explicit(y,r0 + 1,memory_order_relaxed);", "atomic_store_explicit(x,4,memory_order_relaxed);");
  EXPECT_EQ(states(*one_side, Coherence()).at("P0:r0=4; P1:r0=5;"), 1);

  // Values that grow round after round: must end.
  const auto growing = lb("atomic_store_explicit(y,r0 + 1,memory_order_relaxed);",
                          "atomic_store_explicit(x,r0 + 1,memory_order_relaxed);");
  EXPECT_EQ(states(*growing, Coherence(), any_value).size(), 3U);
  EXPECT_EQ(states(*growing, Coherence()).size(), 3U);
}

TEST(Candidates, ChainsOfGuessesAreFound) {
  // Each thread computes from what the next one writes, and all read before they write: values come round one by one.
  const auto program = litmus(
      "{ }\nP0 (atomic_int* x, atomic_int* y) { int r0 = atomic_load_explicit(x,memory_order_relaxed); "
      "atomic_store_explicit(y,1,memory_order_relaxed); }\n"
      "P1 (atomic_int* y, atomic_int* z) { int r0 = atomic_load_explicit(y,memory_order_relaxed); "
      "atomic_store_explicit(z,r0 + 10,memory_order_relaxed); }\n"
      "P2 (atomic_int* z, atomic_int* x) { int r0 = atomic_load_explicit(z,memory_order_relaxed); "
      "atomic_store_explicit(x,r0 + 100,memory_order_relaxed); }\nexists (0:r0=111)\n");
  EXPECT_EQ(states(*program, Coherence()).at("P0:r0=111;"), 1);
}

TEST(Candidates, WaitsTakeNoEvents) {
  const auto program = litmus(
      "{ }\nP0 (atomic_int* x, atomic_int* f) { atomic_store_explicit(x,1,memory_order_relaxed); "
      "atomic_store_explicit(f,1,memory_order_relaxed); }\n"
      "P1 (atomic_int* x, atomic_int* f) { while (atomic_load_explicit(f,memory_order_relaxed) == 0) {} "
      "int r0 = atomic_load_explicit(x,memory_order_relaxed); }\nexists (1:r0=0)\n");
  EXPECT_EQ(states(*program, Coherence()), (States{{"P1:r0=0;", 1}, {"P1:r0=1;", 1}}));
  const auto blocked = litmus(
      "{ }\nP0 (atomic_int* f) { while (atomic_load_explicit(f,memory_order_relaxed) == 0) {} }\nexists (f=0)\n");
  EXPECT_TRUE(states(*blocked, Coherence()).empty());
}

TEST(Candidates, FailedAssertionsEndTheirThread) {
  const auto program = litmus(
      "{ }\nP0 (atomic_int* x) { int r0 = atomic_load_explicit(x,memory_order_relaxed); assert(r0 == 0); "
      "atomic_store_explicit(x,2,memory_order_relaxed); }\n"
      "P1 (atomic_int* x) { atomic_store_explicit(x,1,memory_order_relaxed); }\nexists (0:r0=1)\n");
  const Coherence model;
  CandidateEnumerator enumerator(*program, model);
  int failed = 0;
  while (enumerator.next()) {
    failed += static_cast<int>(enumerator.failures().size());
    if (enumerator.failures().empty()) continue;
    EXPECT_EQ(enumerator.graph().mo(0).size(), 2U);
    EXPECT_NE(program->message(enumerator.failures()[0].message).find("r0 == 0"), std::string::npos);
  }
  EXPECT_EQ(failed, 1);
}

TEST(Candidates, LoopsAreTruncated) {
  const auto program = litmus(
      "{ }\nP0 (atomic_int* l) { while (atomic_fetch_add_explicit(l,1,memory_order_relaxed) < 99) {} }\n"
      "P1 (atomic_int* l) { while (atomic_fetch_add_explicit(l,1,memory_order_relaxed) < 99) {} }\nexists (l=1)\n");
  const Coherence model;
  CandidateOptions options;
  options.coherent = options.atomic = true;
  CandidateEnumerator enumerator(*program, model, options);
  EXPECT_FALSE(enumerator.next());
  EXPECT_GT(enumerator.counts().truncated, 0U);
}

TEST(Candidates, HugeSearchesCanBeStoppedAndResumed) {
  // 30 reads in each of two threads, of a location with two writes: more than 2^60 candidates without coherence.
  std::string reads;
  for (int i = 0; i < 30; ++i) {
    reads += "int r" + std::to_string(i) + " = atomic_load_explicit(x,memory_order_relaxed); ";
  }
  const auto program = litmus("{ }\nP0 (atomic_int* x) { " + reads + "}\nP1 (atomic_int* x) { " + reads +
                              "}\nP2 (atomic_int* x) { atomic_store_explicit(x,1,memory_order_relaxed); }\n" +
                              "exists (0:r0=1 /\\ 0:r1=0)\n");
  const Anything model;
  CandidateEnumerator enumerator(*program, model);
  int asked = 0;
  std::set<Fingerprint> found;
  double covered = 0;
  for (int part = 0; part < 10; ++part) {
    int budget = 500;
    while (enumerator.next([&] { return ++asked, budget-- == 0; })) {
      EXPECT_TRUE(found.insert(fingerprint(enumerator.graph()).graph).second);
    }
    EXPECT_FALSE(enumerator.finished());
    EXPECT_GE(enumerator.covered(), covered);
    covered = enumerator.covered();
  }
  EXPECT_GT(found.size(), 1000U);
  EXPECT_GT(covered, 0);
  EXPECT_LT(covered, 1e-9);
  std::atomic<bool> stop = true;
  EXPECT_FALSE(enumerator.next(stop));
}

TEST(Candidates, StoppingChangesNothing) {
  const auto program = litmus(
      "{ }\nP0 (atomic_int* x, atomic_int* y) { int r0 = atomic_load_explicit(x,memory_order_relaxed); "
      "atomic_store_explicit(y,1,memory_order_relaxed); }\n"
      "P1 (atomic_int* x, atomic_int* y) { int r0 = atomic_load_explicit(y,memory_order_relaxed); "
      "atomic_store_explicit(x,1,memory_order_relaxed); }\nexists (0:r0=1 /\\ 1:r0=1)\n");
  const Coherence model;
  const std::multiset<std::string> expected = graphs(*program, model);
  EXPECT_EQ(expected.size(), 4U);
  CandidateEnumerator enumerator(*program, model);
  std::multiset<std::string> found;
  double covered = 0;
  while (!enumerator.finished()) {
    bool asked = false;
    if (enumerator.next([&] { return std::exchange(asked, true); })) found.insert(canonical(enumerator.graph()));
    EXPECT_GE(enumerator.covered(), covered);
    covered = enumerator.covered();
  }
  EXPECT_EQ(covered, 1);
  EXPECT_EQ(found, expected);
}

}  // namespace
}  // namespace graphfuzz::testing

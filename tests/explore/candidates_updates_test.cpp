// Candidates of programs with updates, and candidates that several workers enumerate together.
#include <gtest/gtest.h>

#include <thread>

#include "graphfuzz/explore/candidates.hpp"
#include "graphfuzz/frontend/litmus.hpp"
#include "graphfuzz/model/cat.hpp"
#include "graphfuzz/model/registry.hpp"
#include "support/coherence.hpp"
#include "support/property.hpp"
#include "support/sanitized.hpp"
#include "support/trace_brute_force.hpp"

namespace graphfuzz::testing {
namespace {

using Graphs = std::multiset<std::string>;

Graphs graphs_of(CandidateEnumerator& enumerator) {
  Graphs found;
  while (enumerator.next()) found.insert(canonical(enumerator.graph()));
  return found;
}

Graphs graphs_of(const Program& program, const MemoryModel& model, const CandidateOptions& options) {
  CandidateEnumerator enumerator(program, model, options);
  return graphs_of(enumerator);
}

/// What is shared by as many enumerators, each in its own thread, that now and then give back what they have.
Graphs shared_graphs(const Program& program, const MemoryModel& model, const CandidateOptions& options,
                     unsigned workers) {
  CandidateFrontier frontier;
  std::vector<Graphs> found(workers);
  std::vector<std::thread> threads;
  threads.reserve(workers);
  for (unsigned worker = 0; worker < workers; ++worker) {
    threads.emplace_back([&, worker] {
      CandidateEnumerator enumerator(program, model, frontier, options);
      double covered = 0;
      while (!enumerator.finished()) {
        if (enumerator.next()) found[worker].insert(canonical(enumerator.graph()));
        if (found[worker].size() % 7 == worker) enumerator.release();
        EXPECT_GE(enumerator.covered(), covered);
        covered = enumerator.covered();
        if (enumerator.idle()) std::this_thread::yield();
      }
      EXPECT_EQ(enumerator.covered(), 1);
    });
  }
  for (std::thread& thread : threads) thread.join();
  Graphs all;
  for (Graphs& some : found) all.merge(some);
  return all;
}

std::shared_ptr<const Program> litmus_test(const std::string& threads) {
  return parse_litmus("C test\n{ }\n" + threads + "exists (x=1)\n", "test.litmus");
}

std::string thread(std::size_t number, const std::string& code) {
  return "P" + std::to_string(number) + " (atomic_int* x, atomic_int* y) { int r0 = 0; int r1 = 0; " + code + "}\n";
}

std::string fetch_add(const std::string& location) {
  return "atomic_fetch_add_explicit(" + location + ",1,memory_order_relaxed); ";
}

CandidateOptions known() {
  CandidateOptions options;
  options.coherent = options.atomic = options.monotone = true;
  return options;
}

TEST(CandidateUpdates, FetchAddsComeInAnyOrderAndCostNothingElse) {
  const Coherence model;
  std::string threads;
  std::size_t factorial = 1;
  for (std::size_t n = 1; n <= 6; ++n) {
    factorial *= n;
    threads += thread(n - 1, fetch_add("x"));
    const auto program = litmus_test(threads);
    CandidateOptions options = known();
    options.monotone = false;  // the search alone
    CandidateEnumerator enumerator(*program, model, options);
    const Graphs found = graphs_of(enumerator);
    EXPECT_EQ(found.size(), factorial);
    EXPECT_EQ(std::set<std::string>(found.begin(), found.end()).size(), factorial);
    EXPECT_EQ(enumerator.counts().candidates, factorial);
    EXPECT_LE(enumerator.counts().abandoned, 3 * factorial) << n;
  }
}

TEST(CandidateUpdates, FetchAddsOfOneThreadStayInOrder) {
  const Coherence model;
  const std::string three = fetch_add("x") + fetch_add("x") + fetch_add("x");
  EXPECT_EQ(graphs_of(*litmus_test(thread(0, three) + thread(1, three)), model, known()).size(), 20U);
}

// T0 and T2 add to x and then to y, T1 the other way round: any two orders will do, many of them with cycles.
TEST(CandidateUpdates, CyclesThroughUpdatesAreFound) {
  const Coherence model;
  const std::string threads = thread(0, fetch_add("x") + fetch_add("y")) + thread(1, fetch_add("y") + fetch_add("x"));
  EXPECT_EQ(graphs_of(*litmus_test(threads), model, known()).size(), 4U);
  const auto third = litmus_test(threads + thread(2, fetch_add("x") + fetch_add("y")));
  EXPECT_EQ(graphs_of(*third, model, known()).size(), 36U);
}

/// Few statements in two or three threads, with constants, copies and updates; no value above 5 is written and read. No
/// branches: a write that comes at different places of its thread may be missed (CandidateEnumerator).
std::string any_updating_program() {
  return *rc::gen::resize(
      100, rc::gen::exec([] {
        using rc::gen::element;
        std::string text;
        const bool three = *rc::gen::arbitrary<bool>();
        const std::vector<int> statements = three ? std::vector<int>{2, 1, 1} : std::vector<int>{2, 2};
        for (std::size_t t = 0; t < statements.size(); ++t) {
          std::string code;
          for (int i = 0; i < statements[t]; ++i) {
            const std::string x = *element("x", "y");
            const std::string into = i == 0 ? "r0" : "r1";
            switch (*rc::gen::inRange(0, 6)) {
              case 0:
                code += "atomic_store_explicit(" + x + "," + *element("1", "2", "r0", "r0 + 1") +
                        ",memory_order_relaxed); ";
                break;
              case 1:
                code += into + " = atomic_exchange_explicit(" + x + "," + *element("1", "2", "r0") +
                        ",memory_order_relaxed); ";
                break;
              case 2:
                code += "r1 = " + std::string(*element("0", "1", "2")) + "; atomic_compare_exchange_strong_explicit(" +
                        x + ",&r1," + *element("1", "2") + ",memory_order_relaxed,memory_order_relaxed); ";
                break;
              case 3:
                code += into + " = atomic_load_explicit(" + x + ",memory_order_relaxed); ";
                break;
              default:
                code += into + " = " + fetch_add(x);
            }
          }
          text += thread(t, code);
        }
        return text;
      }));
}

/// Neither coherent nor atomic: an update comes after its source in mo, but others may come between.
class Loose final : public AxiomaticModel {
 public:
  std::string_view name() const override { return "loose"; }
  std::optional<Violation> explain(const ExecutionGraph& graph) const override {
    const BaseRelations r(graph);
    return first_violation({acyclic("propriety", {{"rf", r.rf}, {"mo", r.mo}})});
  }
};

TEST(CandidateUpdates, AreThoseOfBruteForce) {
  check_property(150, [] {
    const std::string text = any_updating_program();
    RC_LOG() << text;
    const auto program = litmus_test(text);
    const Coherence coherence;
    const Loose loose;
    const bool coherent = *rc::gen::arbitrary<bool>();
    const MemoryModel& model = coherent ? static_cast<const MemoryModel&>(coherence) : loose;
    CandidateOptions options;
    options.coherent = coherent && *rc::gen::arbitrary<bool>();
    options.atomic = coherent && *rc::gen::arbitrary<bool>();
    options.monotone = *rc::gen::arbitrary<bool>();
    const std::set<std::string> expected = TraceBruteForce(*program, model, {0, 1, 2, 3, 4, 5}).graphs();
    const Graphs once(expected.begin(), expected.end());
    RC_ASSERT(graphs_of(*program, model, options) == once);
    RC_ASSERT(shared_graphs(*program, model, options, *rc::gen::inRange(1U, 4U)) == once);
  });
}

TEST(CandidateWorkers, FindTogetherWhatOneFinds) {
  const Coherence model;
  std::string threads;
  for (std::size_t t = 0; t < 5; ++t) threads += thread(t, fetch_add("x"));
  const std::string lb = "r0 = atomic_load_explicit(x,memory_order_relaxed); " + fetch_add("y");
  const std::string bl = "r0 = atomic_load_explicit(y,memory_order_relaxed); " + fetch_add("x");
  for (const std::string& text : {threads, thread(0, lb) + thread(1, bl) + thread(2, lb)}) {
    const auto program = litmus_test(text);
    const Graphs expected = graphs_of(*program, model, known());
    EXPECT_FALSE(expected.empty());
    for (const unsigned workers : {1U, 2U, 4U}) {
      EXPECT_EQ(shared_graphs(*program, model, known(), workers), expected) << workers;
    }
  }
}

// One that comes late, after another has begun and left, finds what is left.
TEST(CandidateWorkers, LeaveTheRestToOthers) {
  const Coherence model;
  std::string threads;
  for (std::size_t t = 0; t < 4; ++t) threads += thread(t, fetch_add("x"));
  const auto program = litmus_test(threads);
  CandidateFrontier frontier;
  Graphs found;
  while (!frontier.finished()) {
    CandidateEnumerator enumerator(*program, model, frontier, known());
    for (int i = 0; i < 5 && enumerator.next(); ++i) found.insert(canonical(enumerator.graph()));
  }
  EXPECT_EQ(found, graphs_of(*program, model, known()));
  EXPECT_EQ(frontier.covered(), 1);
}

}  // namespace
}  // namespace graphfuzz::testing

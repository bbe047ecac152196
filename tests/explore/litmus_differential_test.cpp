// Random programs of the whole litmus dialect: every way of finding their executions finds the same.
//
// GRAPHFUZZ_PROGRAMS=N sets how many programs the Slow tests take; RC_PARAMS="seed=S" which.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "graphfuzz/campaign/campaign.hpp"
#include "graphfuzz/explore/candidates.hpp"
#include "graphfuzz/model/cat.hpp"
#include "graphfuzz/model/registry.hpp"
#include "support/campaigns.hpp"
#include "support/explore_all.hpp"
#include "support/findings.hpp"
#include "support/folders.hpp"
#include "support/litmus_brute_force.hpp"
#include "support/plain_semantics.hpp"
#include "support/random_litmus.hpp"
#include "support/sanitized.hpp"
#include "support/searches.hpp"

namespace graphfuzz::testing {
namespace {

const std::filesystem::path kModels = std::filesystem::path(source_folder()) / "memory_models";

std::unique_ptr<MemoryModel> cat_twin(const std::string& name) {
  static std::map<std::string, std::shared_ptr<const CatModel>> loaded;
  auto& model = loaded[name];
  if (!model) model = load_cat(kModels / (name + ".cat"));
  return make_memory_model(model);
}

/// Nothing if there are more than `limit` leaves.
std::optional<Findings> explored(const Program& program, MemoryModel& model, std::uint64_t seed, std::uint64_t limit) {
  Random random(seed);
  RandomStrategy strategy(random);
  Findings findings;
  const bool all = explore_all(
      program, model, strategy,
      [&](Explorer& explorer, std::optional<Ending> ending) {
        findings.race |= !explorer.races().empty();
        if (!ending) return;
        if (*ending == Ending::truncated) {
          findings.truncated = true;
          return;
        }
        for (const Failure& failure : explorer.failures()) {
          (*ending == Ending::complete ? findings.failures : findings.blocked_failures)
              .insert(program.message(failure.message));
        }
        findings.blocked |= *ending == Ending::blocked;
        findings.deadlocked |= *ending == Ending::deadlocked;
        if (*ending != Ending::complete) return;
        if (program.question().filters() && !program.question().keeps(explorer.state())) return;
        if (!findings.graphs.insert(fingerprint(explorer.graph()).graph).second) {
          RC_FAIL("a graph was built twice: " + canonical(explorer.graph()));
        }
        findings.states.insert(program.describe(explorer.state()));
      },
      limit);
  if (!all) return std::nullopt;
  return findings;
}

/// How many programs of which kind were seen, so that no comparison is empty.
struct Tally {
  int programs = 0;
  int discarded = 0;
  std::map<std::string, int> compared;
  std::uint64_t graphs = 0;
  std::string text() const {
    std::string result = std::to_string(programs) + " programs, " + std::to_string(discarded) +
                         " discarded as too large, " + std::to_string(graphs) + " graphs;";
    for (const auto& [what, count] : compared) result += " " + what + " " + std::to_string(count) + ";";
    return result;
  }
};

struct Limits {
  std::uint64_t leaves = 300;
  std::size_t partial_graphs = 600;
  std::uint64_t candidates = 5'000;
};

void same(const std::string& a, const Findings& left, const std::string& b, const Findings& right) {
  const std::string text = difference(a, left, b, right);
  if (!text.empty()) RC_FAIL(text);
}

// A campaign has no set of graphs to show, but their number, states and bugs.
void same_as_campaign(const Program& program, const std::string& name, const Findings& all, StrategyKind strategy,
                      unsigned workers, std::uint64_t seed) {
  MemoryCampaign options;
  options.model = name;
  options.fuzz.strategy = strategy;
  options.workers = workers;
  options.seed = seed;
  options.executions = 100'000;
  const CampaignResult result = run_campaign(program, options);
  RC_ASSERT(result.complete);
  RC_ASSERT(result.graphs == all.graphs.size());
  std::set<std::string> states;
  for (const ObservedState& state : result.states) states.insert(state.text);
  RC_ASSERT(states == all.states);
  RC_ASSERT((result.blocked > 0) == (all.blocked || all.deadlocked));
  const auto has = [&](const char* kind) {
    return std::any_of(result.bugs.begin(), result.bugs.end(), [&](const Bug& bug) { return bug.kind == kind; });
  };
  RC_ASSERT(has("deadlock") == all.deadlocked);
}

// Sampling sees nothing that there is not.
void within(const Program& program, const std::string& name, const Findings& all, StrategyKind strategy,
            int executions) {
  GraphCounts counts;
  FuzzOptions options;
  options.strategy = strategy;
  Fuzzer fuzzer(program, name, options, Identity::graph, counts, 7);
  for (int i = 0; i < executions; ++i) {
    const Execution execution = fuzzer.step();
    if (execution.kind != StepKind::execution || execution.ending != Ending::complete || execution.filtered) continue;
    if (!all.graphs.contains(fingerprint(fuzzer.graph()).graph)) {
      RC_FAIL("sampling built what exhaustive exploration does not: " + canonical(fuzzer.graph()));
    }
    RC_ASSERT(all.states.contains(program.describe(fuzzer.state())));
  }
}

void same_as_candidates(const Program& program, const std::string& name, const Findings& all, std::uint64_t most,
                        Tally& tally) {
  const std::unique_ptr<MemoryModel> model = make_model(name);
  CandidateOptions options;
  options.coherent = options.atomic = options.monotone = true;
  options.cycles = false;
  CandidateEnumerator enumerator(program, *model, options);
  std::set<Fingerprint> graphs;
  std::uint64_t attempts = 0;
  while (enumerator.next([&] { return ++attempts > most; })) {
    RC_ASSERT(graphs.insert(fingerprint(enumerator.graph()).graph).second);
  }
  if (!enumerator.finished()) return;
  ++tally.compared["candidates"];
  RC_ASSERT(graphs == all.graphs);
}

void compare(const LitmusTest& test, const std::string& name, const Limits& limits, Tally& tally) {
  const std::shared_ptr<const Program> program = parse(test);
  // GRAPHFUZZ_LAST=FILE: the program that a crash or a hang was met with.
  if (const char* file = std::getenv("GRAPHFUZZ_LAST")) std::ofstream(file) << to_text(test);
  const std::unique_ptr<MemoryModel> model = make_model(name);
  const std::optional<Findings> all = explored(*program, *model, 1, limits.leaves);
  if (!all) {
    ++tally.discarded;
    RC_DISCARD("too large");
  }
  ++tally.programs;
  tally.graphs += all->graphs.size();
  for (const std::uint64_t seed : {2, 3}) {
    const std::optional<Findings> again = explored(*program, *model, seed, 3 * limits.leaves);
    if (again) {
      ++tally.compared["seeds"];
      same(name + " seed 1", *all, name + " seed " + std::to_string(seed), *again);
    }
  }
  if (std::optional<Findings> brute = LitmusBruteForce(*program, *model).run(limits.partial_graphs)) {
    ++tally.compared["brute force"];
    same(name + " exhaustive", *all, name + " brute force", *brute);
  }
  if (std::filesystem::exists(kModels / (name + ".cat"))) {
    const std::unique_ptr<MemoryModel> twin = cat_twin(name);
    if (const std::optional<Findings> again = explored(*program, *twin, 4, 3 * limits.leaves)) {
      ++tally.compared["cat"];
      same(name + " native", *all, name + " cat", *again);
    }
  }
  for (const unsigned workers : {1U, 4U}) {
    same_as_campaign(*program, name, *all, StrategyKind::exhaustive, workers, workers);
  }
  same_as_campaign(*program, name, *all, StrategyKind::optimal, 1, 5);
  for (const StrategyKind strategy :
       {StrategyKind::random, StrategyKind::revisit, StrategyKind::minimal, StrategyKind::maximal, StrategyKind::mix}) {
    within(*program, name, *all, strategy, 60);
  }
  same_as_candidates(*program, name, *all, limits.candidates, tally);
  const PlainSemantics plain(*program);
  if (const std::optional<Findings> states = explored(plain, *model, 5, 3 * limits.leaves)) {
    ++tally.compared["plain semantics"];
    Findings expected = *all, found = *states;
    for (Findings* f : {&expected, &found}) {
      f->graphs.clear();
      f->failures.clear();
      f->blocked_failures.clear();
      f->blocked = f->deadlocked = f->race = false;
    }
    same(name + " with waits", expected, name + " without", found);
  }
}

int programs(int otherwise) {
  const char* text = std::getenv("GRAPHFUZZ_PROGRAMS");
  return text == nullptr ? otherwise : std::atoi(text);
}

template <class Property>
void check_programs(int cases, Property property) {
  rc::detail::TestParams parameters = rc::detail::configuration().testParams;
  if (std::getenv("RC_PARAMS") == nullptr) parameters.seed = 20261121;
  parameters.maxSuccess = cases;
  parameters.maxSize = rc::kNominalSize;
  const rc::detail::TestResult result = rc::detail::checkTestable(property, rc::detail::TestMetadata(), parameters);
  std::ostringstream message;
  rc::detail::printResultMessage(result, message);
  EXPECT_TRUE(result.template is<rc::detail::SuccessResult>()) << message.str();
}

class RandomLitmus : public ::testing::TestWithParam<std::string> {};

TEST_P(RandomLitmus, IsExploredAlike) {
  Tally tally;
  check_programs(programs(cases_here(60)), [&] { compare(*any_litmus(), GetParam(), {}, tally); });
  std::printf("%s: %s\n", GetParam().c_str(), tally.text().c_str());
}

// GRAPHFUZZ_PROGRAMS=4000 makes it 20,000 programs in all.
class SlowRandomLitmus : public ::testing::TestWithParam<std::string> {};

TEST_P(SlowRandomLitmus, IsExploredAlike) {
  Tally tally;
  Limits limits;
  limits.leaves = 2'000;
  limits.partial_graphs = 2'000;
  check_programs(programs(200), [&] { compare(*any_litmus(), GetParam(), limits, tally); });
  std::printf("%s: %s\n", GetParam().c_str(), tally.text().c_str());
}

INSTANTIATE_TEST_SUITE_P(All, SlowRandomLitmus, ::testing::Values("sc", "tso", "ra", "rc11", "relaxed"),
                         [](const auto& test) { return test.param; });

INSTANTIATE_TEST_SUITE_P(All, RandomLitmus, ::testing::Values("sc", "tso", "ra", "rc11", "relaxed"),
                         [](const auto& test) { return test.param; });

}  // namespace
}  // namespace graphfuzz::testing

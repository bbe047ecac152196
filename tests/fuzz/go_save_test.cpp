// Searches of Go programs that are saved go on as they would have, in another process as well; what a tree is taken
// apart into is all that was left; and documents from strangers do no harm.
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <deque>
#include <set>

#include "graphfuzz/explore/go/routine_names.hpp"
#include "graphfuzz/frontend/go.hpp"
#include "graphfuzz/fuzz/go/searches.hpp"
#include "support/folders.hpp"
#include "support/go_kernel.hpp"
#include "support/go_random_script.hpp"
#include "support/sanitized.hpp"

namespace graphfuzz::go {
namespace {

using namespace testing;
using graphfuzz::testing::cases_here;
using graphfuzz::testing::kSanitized;

constexpr StrategyKind kStrategies[] = {StrategyKind::random,     StrategyKind::revisit,    StrategyKind::minimal,
                                        StrategyKind::maximal,    StrategyKind::mix,        StrategyKind::optimal,
                                        StrategyKind::exhaustive, StrategyKind::gfuzz,      StrategyKind::gfuzz_hb,
                                        StrategyKind::gopie,      StrategyKind::gopie_plus, StrategyKind::gopie_hb,
                                        StrategyKind::flow};
// What there is of a queue of 100,000 inputs.
constexpr store::Limits kLimits{.bytes = std::size_t{1} << 28, .depth = 64, .elements = std::size_t{1} << 25};

SearchOptions options_of(StrategyKind strategy, std::uint64_t seed = 1, unsigned workers = 1) {
  SearchOptions options;
  options.fuzz.strategy = strategy;
  options.seed = seed;
  options.workers = workers;
  return options;
}

MachineOptions machine_options() {
  MachineOptions options;
  options.max_steps = 500;
  return options;
}

/// A campaign's searches, with those of its workers; from what one has saved, or a part of one.
struct Campaign {
  Campaign(const GoProgram& program, const SearchOptions& options, GraphCounts& counts, const std::string& saved = {})
      : searches(go_searches(program, machine_options(), std::nullopt, options, counts)) {
    std::optional<store::Document> document;
    if (!saved.empty()) {
      document = store::Document::cbor(saved, "saved", kLimits);
      searches->load(document->root().find("searches").value_or(document->root()));
    }
    for (unsigned w = 0; w < options.workers; ++w) workers.push_back(searches->make(w));
    if (!document || !document->root().find("searches")) return;
    unsigned w = 0;
    for (const store::Value worker : document->root().field("workers").array(0, workers.size())) {
      workers[w++]->load(worker);
    }
  }

  std::string save(Extent extent = Extent::exact) {
    for (const auto& worker : workers) worker->flush();
    store::Writer out = store::Writer::cbor();
    searches->save(out.begin_object().key("searches"), extent);
    out.key("workers").begin_array();
    for (const auto& worker : workers) worker->save(out, extent);
    return out.end_array().end_object().finish();
  }

  std::unique_ptr<Searches> searches;
  std::vector<std::unique_ptr<Search>> workers;
};

/// All that is seen of a step, in words.
std::string step(Search& search) {
  const Execution e = search.step();
  std::string text = std::to_string(static_cast<int>(e.kind));
  if (e.kind == StepKind::idle || e.kind == StepKind::exhausted) return text;
  const auto hash = [](const Fingerprint& f) { return std::to_string(f.high) + "-" + std::to_string(f.low); };
  text += " " + std::to_string(static_cast<int>(e.ending)) + " " + std::to_string(e.is_graph) +
          std::to_string(e.new_graph) + std::to_string(e.new_rf) + std::to_string(e.new_outcome) +
          std::to_string(e.shows) + " " + std::to_string(e.times) + " " + hash(e.graph) + " " + hash(e.outcome);
  if (e.kind == StepKind::execution && e.is_graph) {
    text += " " + hash(fingerprint(search.graph()).graph) + " " + search.outcome();
  }
  const Left left = search.left();
  text += " " + std::to_string(left.kept) + " " + std::to_string(left.covered) + " " + std::to_string(left.size.mean());
  if (search.pairs() != nullptr) text += " " + std::to_string(search.pairs()->size());
  if (const Guidance* g = search.guidance())
    text += " " + std::to_string(g->obeyed) + " " + std::to_string(g->proposed);
  return text;
}

void expect_exact(const GoProgram& program, const SearchOptions& options, int steps, std::uint64_t seed,
                  std::uint64_t& loads) {
  ASSERT_EQ(go_searches(program, {}, std::nullopt, options, *std::make_unique<GraphCounts>())->cannot_save(), "");
  GraphCounts reference_counts, counts;
  Campaign reference(program, options, reference_counts);
  auto other = std::make_unique<Campaign>(program, options, counts);
  Random random(seed);
  for (int i = 0; i < steps; ++i) {
    if (random.below(30) == 0) {
      reference.workers[0]->flush();
      const std::string saved = other->save();
      if (random.below(4) != 0) {
        // Some other numbers to be forgotten.
        SearchOptions again = options;
        again.seed = options.seed + 1;
        other = std::make_unique<Campaign>(program, again, counts, saved);
        EXPECT_EQ(other->save(), saved);
        ++loads;
      }
    }
    const std::string expected = step(*reference.workers[0]);
    ASSERT_EQ(step(*other->workers[0]), expected) << name(options.fuzz.strategy) << ", step " << i;
    if (expected == "3") break;
  }
}

std::shared_ptr<const GoProgram> kernel(const std::string& name) {
  return load_go(source_folder() + "/litmus/go/" + name + ".go");
}

TEST(GoSave, EveryStrategyGoesOnExactlyOnScripts) {
  constexpr int kSteps = kSanitized ? 100 : 200;
  std::uint64_t loads = 0;
  for (std::uint64_t seed = 1; seed <= (kSanitized ? 3 : 12); ++seed) {
    const Script script = random_script(seed, {.operations = 6});
    for (const StrategyKind strategy : kStrategies) {
      ASSERT_NO_FATAL_FAILURE(expect_exact(script, options_of(strategy, seed), kSteps, seed, loads))
          << "script " << seed;
    }
    SearchOptions deepest = options_of(StrategyKind::optimal);
    deepest.fuzz.schedule = Schedule::depth_first;
    ASSERT_NO_FATAL_FAILURE(expect_exact(script, deepest, kSteps, seed, loads)) << "script " << seed;
  }
  EXPECT_GT(loads, cases_here(300u));
}

TEST(GoSave, EveryStrategyGoesOnExactlyOnKernels) {
  std::uint64_t loads = 0;
  std::size_t number = 0;
  for (const char* name : {"spec-kubernetes", "spec-noisy-once", "ab-ba-three", "context-timeout-sender",
                           "cond-lost-signal", "channel-lock-full-queue", "atomic-refcount"}) {
    const auto program = kernel(name);
    for (const StrategyKind strategy : kStrategies) {
      // Each strategy with one kernel or two, and each kernel with some.
      if (number++ % 5 != 0 && kSanitized) continue;
      ASSERT_NO_FATAL_FAILURE(expect_exact(*program, options_of(strategy), 150, 3, loads)) << name;
    }
  }
  EXPECT_GT(loads, cases_here(200u));
}

// Rounds of searches that draw from a queue, with numbers that depend on the order of all that came before.
TEST(GoSave, SearchesOfManyStepsGoOnExactly) {
  const auto program = kernel("spec-kubernetes");
  std::uint64_t loads = 0;
  for (const StrategyKind strategy : {StrategyKind::mix, StrategyKind::optimal, StrategyKind::gopie_plus}) {
    ASSERT_NO_FATAL_FAILURE(expect_exact(*program, options_of(strategy), kSanitized ? 250 : 1'000, 5, loads));
  }
}

TEST(GoSave, MoreWorkersMayGoOnAndFewerMayNot) {
  const auto program = kernel("spec-kubernetes");
  for (const StrategyKind strategy : kStrategies) {
    GraphCounts counts;
    Campaign two(*program, options_of(strategy, 1, 2), counts);
    for (int i = 0; i < 20; ++i) {
      step(*two.workers[0]);
      step(*two.workers[1]);
    }
    const std::string saved = two.save();
    Campaign three(*program, options_of(strategy, 1, 3), counts, saved);
    for (int i = 0; i < 20; ++i) {
      for (const auto& worker : three.workers) step(*worker);
    }
    EXPECT_THROW(Campaign(*program, options_of(strategy), counts, saved), store::DocumentError);
    // What is left to do is anybody's.
    const store::Document work = store::Document::cbor(two.save(Extent::work), "work", kLimits);
    const auto one = go_searches(*program, machine_options(), std::nullopt, options_of(strategy), counts);
    one->load(work.root().field("searches"));
    const auto worker = one->make(0);
    worker->load(work.root().field("workers").array()[1]);
    for (int i = 0; i < 20; ++i) step(*worker);
  }
}

/// Adds all graphs to be found; says whether that took fewer than so many steps.
bool explore(Campaign& campaign, std::uint64_t most, std::multiset<Fingerprint>& graphs, std::uint64_t& vain) {
  for (std::uint64_t i = 0; i < most; ++i) {
    Search& search = *campaign.workers[i % campaign.workers.size()];
    const Execution execution = search.step();
    if (execution.kind == StepKind::exhausted) return true;
    vain += execution.kind == StepKind::vain ? 1 : 0;
    if (execution.kind == StepKind::execution && execution.is_graph) {
      graphs.insert(fingerprint(search.graph()).graph);
    }
  }
  return false;
}

TEST(GoSave, PartsOfEveryKernelAreAllThatWasLeft) {
  std::uint64_t compared = 0, several = 0, vain_whole = 0, vain_parts = 0, found = 0;
  Random random(11);
  std::size_t number = 0;
  for (const auto& file : kernel_files()) {
    if (number++ % 6 != 0 && kSanitized) continue;
    const auto program = load_go(file.string());
    const StrategyKind strategy = random.below(2) ? StrategyKind::optimal : StrategyKind::exhaustive;
    std::multiset<Fingerprint> expected, graphs;
    {
      GraphCounts counts;
      Campaign whole(*program, options_of(strategy), counts);
      if (!explore(whole, 300, expected, vain_whole)) continue;
    }
    ++compared;
    GraphCounts counts;
    std::deque<std::string> parts;
    double covered = 0;
    const auto split = [&](Campaign& campaign) {
      const std::vector<std::string> documents = campaign.searches->split(1 + random.below(4));
      several += documents.size() > 1 ? 1 : 0;
      parts.insert(parts.end(), documents.begin(), documents.end());
      EXPECT_EQ(campaign.workers[0]->step().kind, StepKind::exhausted);
    };
    Campaign whole(*program, options_of(strategy), counts);
    if (!explore(whole, random.below(10), graphs, vain_parts)) split(whole);
    covered += whole.workers[0]->left().covered;
    std::uint64_t splits = 0;
    while (!parts.empty()) {
      Campaign part(*program, options_of(strategy, random.next(), 2), counts, parts.front());
      parts.pop_front();
      const bool again = splits < 4 && random.below(3) == 0;
      if (!explore(part, again ? random.below(8) : 1'000'000, graphs, vain_parts)) {
        split(part);
        ++splits;
      }
      covered += part.workers[0]->left().covered;
    }
    EXPECT_EQ(graphs, expected) << file;
    EXPECT_NEAR(covered, 1, 1e-6) << file;
    found += graphs.size();
  }
  EXPECT_GT(compared, cases_here(100u));
  EXPECT_GT(several, cases_here(40u));
  if (std::getenv("GRAPHFUZZ_VERBOSE") != nullptr) {
    std::printf("%llu programs, %llu of them in several parts, %llu graphs; in vain: %llu, in parts %llu\n",
                static_cast<unsigned long long>(compared), static_cast<unsigned long long>(several),
                static_cast<unsigned long long>(found), static_cast<unsigned long long>(vain_whole),
                static_cast<unsigned long long>(vain_parts));
  }
}

// Any change to a document is refused, or does no harm.
TEST(GoSave, ForgedDocumentsAreRefusedOrHarmless) {
  const auto program = kernel("spec-kubernetes");
  Random random(3);
  std::uint64_t refused = 0, harmless = 0;
  for (const StrategyKind strategy : kStrategies) {
    GraphCounts counts;
    Campaign campaign(*program, options_of(strategy), counts);
    for (int i = 0; i < 40; ++i) step(*campaign.workers[0]);
    const std::string saved = campaign.save();
    for (int i = 0; i < (kSanitized ? 30 : 150); ++i) {
      std::string forged = saved;
      if (random.below(5) == 0) forged.resize(1 + random.below(forged.size() - 1));
      for (std::uint32_t edits = 1 + random.below(3); edits > 0; --edits) {
        char& byte = forged[random.below(forged.size())];
        byte = static_cast<char>(random.below(2) ? byte ^ 1 << random.below(8) : random.below(256));
      }
      try {
        Campaign loaded(*program, options_of(strategy), counts, forged);
        for (int k = 0; k < 5; ++k) step(*loaded.workers[0]);
        ++harmless;
      } catch (const store::DocumentError&) {
        ++refused;
      }
    }
  }
  EXPECT_GT(refused, cases_here(300u));
  EXPECT_GT(harmless, cases_here(100u));
}

// Names of goroutines are learned from anybody: not without end.
TEST(GoSave, PathsOfGoroutinesTakeNoMoreThanSoMuch) {
  std::string path = "0";
  for (int i = 0; i < 3'000'000; ++i) path += ".1";
  RoutineNames names;
  EXPECT_EQ(names.find(path), std::nullopt);
  EXPECT_LE(names.size(), RoutineNames::kMostNames);
}

}  // namespace
}  // namespace graphfuzz::go

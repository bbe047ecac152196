// The models that exist twice, in C++ and in cat, are the same: they accept the same graphs, name the same axiom, offer
// the same choices, and build exactly what brute force finds.
#include <gtest/gtest.h>

#include <filesystem>
#include <set>

#include "graphfuzz/model/cat.hpp"
#include "graphfuzz/model/registry.hpp"
#include "support/brute_force.hpp"
#include "support/enumerate.hpp"
#include "support/folders.hpp"
#include "support/native_models.hpp"
#include "support/property.hpp"
#include "support/random_graph.hpp"

namespace graphfuzz::testing {
namespace {

const std::filesystem::path kModels = std::filesystem::path(source_folder()) / "memory_models";

std::shared_ptr<const CatModel> shipped_model(const std::string& name) { return load_cat(kModels / (name + ".cat")); }

/// All choices alike: what is unlikely in practice is where models differ.
class UniformStrategy final : public Strategy {
 public:
  explicit UniformStrategy(std::uint64_t seed) : random_(seed) {}
  std::size_t choose_thread(const ExecutionGraph&, std::span<const ThreadId> threads) override {
    return random_.below(threads.size());
  }
  std::size_t choose_write(const ExecutionGraph&, std::size_t count) override { return random_.below(count); }

 private:
  Random random_;
};

ExecutionGraph uniform_graph(const Program& program, MemoryModel& model, std::uint64_t seed) {
  Executor executor(program, model);
  UniformStrategy strategy(seed);
  executor.run({}, strategy);
  return executor.graph();
}

class Twins : public ::testing::TestWithParam<std::string> {
 protected:
  const std::shared_ptr<const CatModel> loaded_ = shipped_model(GetParam());
};

// Graphs of the model without axioms: many are inconsistent.
TEST_P(Twins, JudgeGraphsAlike) {
  const std::unique_ptr<MemoryModel> native = make_model(GetParam());
  const std::unique_ptr<MemoryModel> cat = make_memory_model(loaded_);
  const std::unique_ptr<MemoryModel> loose = make_memory_model(parse_cat("\"anything goes\" empty 0", "free.cat"));
  int inconsistent = 0;
  check_property(3000, [&] {
    const StraightLine program(*any_program());
    const ExecutionGraph graph = uniform_graph(program, *loose, *rc::gen::arbitrary<std::uint64_t>());
    const auto expected = native->explain(graph);
    const auto found = cat->explain(graph);
    RC_ASSERT(expected.has_value() == found.has_value());
    if (!expected) return;
    ++inconsistent;
    RC_ASSERT(expected->axiom == found->axiom);
    RC_ASSERT(!found->cycle.empty());
    for (std::size_t i = 0; i < found->cycle.size(); ++i) {
      RC_ASSERT(found->cycle[i].to == found->cycle[(i + 1) % found->cycle.size()].from);
    }
  });
  EXPECT_GT(inconsistent, seen_here(500));
}

// What a model keeps between two questions must not depend on what it was asked, or on events that came and went.
TEST_P(Twins, OfferTheSameChoicesWhileAGraphComesAndGoes) {
  const std::unique_ptr<MemoryModel> native = make_model(GetParam());
  const std::unique_ptr<MemoryModel> cat = make_memory_model(loaded_);
  check_property(1000, [&] {
    const StraightLine program(*any_program());
    const ExecutionGraph whole = uniform_graph(program, *native, *rc::gen::arbitrary<std::uint64_t>());
    Random random(*rc::gen::arbitrary<std::uint64_t>());
    std::vector<Value> initial(program.locations().size(), 0);
    ExecutionGraph graph(program.threads(), initial);
    native->reset(graph);
    cat->reset(graph);
    std::vector<Slot> renamed(whole.size(), kNoSlot);
    for (Slot x = 0; x < whole.locations(); ++x) renamed[x] = x;
    for (int step = 0; step < 60; ++step) {
      if (random.below(4) == 0) {
        for (std::size_t count = random.below(3); count > 0 && graph.event_count() > 0; --count) {
          if (graph[graph.size() - 1].first_reader != kNoSlot) break;
          graph.remove_last();
          renamed[graph.size()] = kNoSlot;
        }
        native->removed(graph);
        cat->removed(graph);
        continue;
      }
      if (graph.size() < whole.size() && random.below(3) > 0) {
        const Slot slot = graph.add_copy(whole, graph.size(), renamed);
        native->added(graph, slot);
        cat->added(graph, slot);
        continue;
      }
      Access access;
      access.thread = static_cast<ThreadId>(random.below(graph.threads()));
      access.kind = static_cast<EventKind>(random.below(3));
      access.order = static_cast<MemoryOrder>(1 + random.below(5));
      access.location = static_cast<Location>(random.below(2));
      const auto ask = [&](MemoryModel& model) {
        const auto span = writes(access.kind) && !reads(access.kind) ? model.mo_positions(graph, access)
                                                                     : model.rf_candidates(graph, access);
        return std::vector<Slot>(span.begin(), span.end());
      };
      RC_ASSERT(ask(*native) == ask(*cat));
    }
  });
}

TEST_P(Twins, BuildWhatBruteForceFinds) {
  const std::unique_ptr<MemoryModel> cat = make_memory_model(loaded_);
  constexpr std::uint64_t kMost = 20'000;
  check_property(400, [&] {
    const StraightLine program(*any_program());
    std::set<std::string> built;
    const std::uint64_t sequences = enumerate(
        program, *cat, [&](const Executor& executor, Ending) { built.insert(canonical(executor.graph())); }, kMost);
    RC_PRE(sequences < kMost);
    RC_ASSERT(built == BruteForce(program).graphs(GetParam()));
  });
}

TEST_P(Twins, FindTheSameRaces) {
  const std::unique_ptr<MemoryModel> native = make_model(GetParam());
  const std::unique_ptr<MemoryModel> cat = make_memory_model(loaded_);
  ASSERT_EQ(native->detects_races(), cat->detects_races());
  check_property(1000, [&] {
    const StraightLine program(*any_program());
    const ExecutionGraph whole = uniform_graph(program, *native, *rc::gen::arbitrary<std::uint64_t>());
    std::vector<Value> initial(program.locations().size(), 0);
    ExecutionGraph graph(program.threads(), initial);
    native->reset(graph);
    cat->reset(graph);
    std::vector<Slot> renamed(whole.size(), kNoSlot);
    for (Slot x = 0; x < whole.locations(); ++x) renamed[x] = x;
    bool any = false;
    while (graph.size() < whole.size()) {
      const Slot slot = graph.add_copy(whole, graph.size(), renamed);
      native->added(graph, slot);
      cat->added(graph, slot);
      const bool races = native->race(graph, slot).has_value();
      RC_ASSERT(races == cat->race(graph, slot).has_value());
      any |= races;
    }
    const std::vector<Remark> remarks = cat->remarks(whole);
    RC_ASSERT(any == !remarks.empty());
    if (any) RC_ASSERT(remarks[0].name == "race" && remarks[0].undefined && !remarks[0].witness.empty());
  });
}

// What a model that knows races calls hb is what happens before.
TEST_P(Twins, KnowTheSameHappensBefore) {
  const std::unique_ptr<MemoryModel> native = make_model(GetParam());
  const std::unique_ptr<MemoryModel> cat = make_memory_model(loaded_);
  ASSERT_EQ(native->knows_happens_before(), cat->knows_happens_before());
  if (!native->knows_happens_before()) return;
  check_property(200, [&] {
    const StraightLine program(*any_program());
    const ExecutionGraph graph = uniform_graph(program, *native, *rc::gen::arbitrary<std::uint64_t>());
    native->rebuild(graph);
    cat->rebuild(graph);
    for (Slot slot = graph.locations(); slot < graph.size(); ++slot) {
      const ViewRef ours = native->happens_before(graph, slot);
      const ViewRef theirs = cat->happens_before(graph, slot);
      RC_ASSERT(std::equal(ours.begin(), ours.end(), theirs.begin(), theirs.end()));
    }
  });
}

INSTANTIATE_TEST_SUITE_P(All, Twins, ::testing::ValuesIn(native_models()), name_of_model);

}  // namespace
}  // namespace graphfuzz::testing

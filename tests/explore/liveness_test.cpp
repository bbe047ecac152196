// Threads that wait for ever: the tree finds what brute force finds, and looking for them changes no graph.
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <set>
#include <string>

#include "graphfuzz/frontend/litmus.hpp"
#include "graphfuzz/model/registry.hpp"
#include "support/litmus_brute_force.hpp"
#include "support/property.hpp"
#include "support/random_litmus.hpp"

namespace graphfuzz::testing {
namespace {

struct Tree {
  std::set<std::string> stuck;  ///< who waits for ever, see LitmusBruteForce::stuck
  std::set<Fingerprint> graphs;
};

std::optional<Tree> tree_of(const Program& program, MemoryModel& model, bool spins, std::uint64_t limit) {
  Random random(1);
  RandomStrategy strategy(random);
  Explorer explorer(program, model, strategy);
  explorer.look_for_spins(spins);
  std::vector<Branch> frontier(1);
  Tree tree;
  for (std::uint64_t leaves = 0; !frontier.empty(); ++leaves) {
    if (leaves == limit) return std::nullopt;
    const Branch branch = std::move(frontier.back());
    frontier.pop_back();
    const std::optional<Ending> ending = explorer.explore(branch, frontier);
    if (ending == Ending::complete && !tree.graphs.insert(fingerprint(explorer.graph()).graph).second) {
      ADD_FAILURE() << "a graph was built twice";
    }
    std::string text;
    for (const Waiting& waiting : explorer.waiting()) text += std::to_string(waiting.thread) + " ";
    if (!text.empty()) tree.stuck.insert(text);
  }
  return tree;
}

class Liveness : public ::testing::TestWithParam<const char*> {};

TEST_P(Liveness, IsWhatBruteForceSays) {
  const std::unique_ptr<MemoryModel> model = make_model(GetParam());
  int compared = 0, stuck = 0, blocked = 0;
  check_property(40, [&] {
    const LitmusTest test = *any_litmus();
    const auto program = parse(test);
    const auto with = tree_of(*program, *model, true, 400);
    const auto without = tree_of(*program, *model, false, 400);
    LitmusBruteForce brute(*program, *model);
    const std::optional<Findings> all = brute.run(600);
    if (!with || !without || !all) return;
    ++compared;
    stuck += brute.stuck().empty() ? 0 : 1;
    blocked += without->stuck.empty() ? 0 : 1;
    // A failed iteration that races ends the execution with that.
    if (!all->race) RC_ASSERT(with->stuck == brute.stuck());
    RC_ASSERT(std::includes(brute.stuck().begin(), brute.stuck().end(), with->stuck.begin(), with->stuck.end()));
    RC_ASSERT(with->graphs == without->graphs);
    RC_ASSERT(std::includes(brute.stuck().begin(), brute.stuck().end(), without->stuck.begin(), without->stuck.end()));
  });
  EXPECT_GT(compared, seen_here(12));
  EXPECT_GT(stuck, seen_here(3));
  EXPECT_GT(blocked, 0);
}

INSTANTIATE_TEST_SUITE_P(All, Liveness, ::testing::Values("sc", "tso", "ra", "rc11", "relaxed"),
                         [](const auto& test) { return std::string(test.param); });

}  // namespace
}  // namespace graphfuzz::testing

// Plain accesses that are watched race where they would race as events.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <utility>

#include "graphfuzz/model/registry.hpp"
#include "support/explore_all.hpp"
#include "support/property.hpp"
#include "support/random_program.hpp"
#include "support/toy_program.hpp"

namespace graphfuzz::testing {
namespace {

using enum MemoryOrder;

/// A straight-line program of which some operations on locations of their own are plain, started by another one. The
/// place of a plain access is 100 times the thread, plus the number of the operation.
ToyProgram make_toy(const Threads& ops, bool watches) {
  const auto body = [](std::vector<Op> mine, std::uint32_t place) -> ToyBody {
    return [mine, place](ToyThread& self) -> ToyCode {
      for (std::uint32_t i = 0; i < mine.size(); ++i) {
        const Op& op = mine[i];
        if (op.order == non_atomic) {
          if (op.kind == RequestKind::read) {
            co_await self.plain_read(op.location, place + i);
          } else {
            co_await self.plain_write(op.location, op.operand, place + i);
          }
          continue;
        }
        Request request;
        request.kind = op.kind;
        request.order = op.order;
        request.failure_order = op.failure_order;
        request.operation = op.operation;
        request.weak = op.weak;
        request.location = op.location;
        request.operand = op.operand;
        request.expected = op.expected;
        co_await self.ask(request);
      }
    };
  };
  const std::vector<LocationInfo> locations = {{"x", 0}, {"y", 0}, {"a", 0}, {"b", 0}};
  // Main has plain accesses before it starts a thread, between starts and after it has joined one.
  return ToyProgram(
      locations,
      [ops, body](ToyThread& self) -> ToyCode {
        co_await self.plain_write(2, 1, 1);
        const ToyBody first_body = body(ops[0], 100);
        const Value first = (co_await self.start(first_body)).value;
        co_await self.plain_write(3, 1, 2);
        for (std::uint32_t t = 1; t < ops.size(); ++t) {
          const ToyBody child = body(ops[t], 100 * (t + 1));
          co_await self.start(child);
        }
        co_await self.join(first);
        co_await self.plain_write(2, 2, 3);
      },
      watches);
}

using Pair = std::pair<std::uint32_t, std::uint32_t>;
Pair sorted(std::uint32_t a, std::uint32_t b) { return {std::min(a, b), std::max(a, b)}; }

/// The places of plain accesses, by event, of a run in which they are events.
std::vector<std::uint32_t> places_of(const Threads& ops, const ExecutionGraph& graph) {
  std::vector<std::uint32_t> places(graph.size(), 0);
  std::vector<std::uint32_t> main = {1, 2, 3};
  std::size_t of_main = 0;
  for (const Slot slot : graph.thread(0)) {
    if (is_access(graph[slot].label.kind)) places[slot] = main[of_main++];
  }
  for (std::uint32_t t = 0; t < ops.size(); ++t) {
    const std::span<const Slot> events = graph.thread(child_thread(0, t));
    for (std::uint32_t i = 0; i < ops[t].size(); ++i) places[events[i + 1]] = 100 * (t + 1) + i;  // after its begin
  }
  return places;
}

std::set<Pair> races_of_events(const Threads& ops, const std::string& name) {
  const ToyProgram program = make_toy(ops, false);
  const std::unique_ptr<MemoryModel> model = make_model(name);
  Random random(1);
  RandomStrategy strategy(random);
  std::set<Pair> races;
  explore_all(program, *model, strategy, [&](Explorer& explorer, std::optional<Ending> ending) {
    if (!ending) return;  // a branch that led nowhere
    const ExecutionGraph& graph = explorer.graph();
    const std::vector<std::uint32_t> places = places_of(ops, graph);
    for (Slot b = graph.locations(); b < graph.size(); ++b) {
      for (Slot a = graph.locations(); a < b; ++a) {
        const Event& e = graph[a];
        const Event& f = graph[b];
        if (!is_access(e.label.kind) || !is_access(f.label.kind) || e.label.location != f.label.location) continue;
        if (e.label.order != non_atomic || (!writes(e.label.kind) && !writes(f.label.kind))) continue;
        if (!contains(model->happens_before(graph, b), e.id)) races.insert(sorted(places[a], places[b]));
      }
    }
  });
  return races;
}

std::set<Pair> races_watched(const Threads& ops, const std::string& name) {
  const ToyProgram program = make_toy(ops, true);
  const std::unique_ptr<MemoryModel> model = make_model(name);
  Random random(2);
  RandomStrategy strategy(random);
  std::set<Pair> races;
  explore_all(program, *model, strategy, [&](Explorer& explorer, std::optional<Ending> ending) {
    if (!ending) return;
    EXPECT_TRUE(explorer.races().empty());
    for (const WatchedRace& race : explorer.watched_races()) races.insert(sorted(race.first.place, race.second.place));
  });
  return races;
}

TEST(WatchedRaces, AreThoseOfTheSameAccessesAsEvents) {
  check_property(2000, [] {
    Threads ops = *any_program();
    for (std::vector<Op>& thread : ops) {
      for (Op& op : thread) {
        op.dependent = false;
        const bool plain = op.kind == RequestKind::read || op.kind == RequestKind::write;
        if (!plain && op.order == non_atomic) op.order = relaxed;
        if (plain && *rc::gen::inRange(0, 3) == 0) op.order = non_atomic;
        if (op.order == non_atomic) op.location += 2;
      }
    }
    const std::string model = *rc::gen::element<std::string>("rc11", "rc11-c20");
    RC_ASSERT(races_watched(ops, model) == races_of_events(ops, model));
  });
}

/// Main writes x plainly, then a thread reads it atomically; started before or after.
std::size_t races_with_an_atomic(bool before) {
  const ToyProgram program({{"x", 0}}, [before](ToyThread& self) -> ToyCode {
    const ToyBody reader = [](ToyThread& child) -> ToyCode { co_await child.read(0, acquire); };
    if (before) co_await self.start(reader);
    co_await self.plain_write(0, 1, 1);
    if (!before) co_await self.start(reader);
  });
  const std::unique_ptr<MemoryModel> model = make_model("rc11");
  Random random(1);
  RandomStrategy strategy(random);
  std::size_t races = 0;
  explore_all(program, *model, strategy, [&](Explorer& explorer, std::optional<Ending>) {
    for (const WatchedRace& race : explorer.watched_races()) {
      ++races;
      EXPECT_NE(race.first.event, race.second.event);
      EXPECT_NE(race.first.atomic, race.second.atomic);
    }
  });
  return races;
}

TEST(WatchedRaces, AreWithAtomicAccessesToo) {
  EXPECT_EQ(races_with_an_atomic(true), 1u);
  EXPECT_EQ(races_with_an_atomic(false), 0u);
}

TEST(WatchedRaces, AreNoneUnderModelsThatKnowNone) {
  const Threads ops = {{Op{.kind = RequestKind::write, .order = non_atomic, .location = 2}}, {}};
  const ToyProgram program = make_toy(ops, true);
  const std::unique_ptr<MemoryModel> model = make_model("sc");
  Random random(1);
  RandomStrategy strategy(random);
  explore_all(program, *model, strategy, [&](Explorer& explorer, std::optional<Ending> ending) {
    EXPECT_EQ(ending, Ending::complete);
    EXPECT_TRUE(explorer.watched_races().empty());
  });
}

}  // namespace
}  // namespace graphfuzz::testing

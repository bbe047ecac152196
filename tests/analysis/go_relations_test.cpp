// GoPie's relations, against the rules applied until nothing changes; and the examples of order-based-fuzzing.md.
#include "graphfuzz/analysis/go/relations.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "support/go_simulator.hpp"
#include "support/property.hpp"
#include "support/trace_builder.hpp"

namespace graphfuzz::go {
namespace {

using graphfuzz::testing::GoSimulator;
using graphfuzz::testing::TraceBuilder;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using Pairs = std::set<std::pair<std::uint32_t, std::uint32_t>>;

bool has_part(const TraceEvent& event, const RelationOptions& options) {
  static const std::set<Kind> gopie = {Kind::send,   Kind::receive, Kind::close,   Kind::select,   Kind::lock,
                                       Kind::unlock, Kind::rlock,   Kind::runlock, Kind::try_lock, Kind::try_rlock};
  static const std::set<Kind> never = {Kind::make, Kind::end, Kind::panic, Kind::exit};
  if (!event.finished() && !options.unfinished) return false;
  return options.operations == Operations::gopie ? gopie.contains(event.kind) : !never.contains(event.kind);
}

std::set<Object> objects_of(const Trace& trace, const TraceEvent& event) {
  std::set<Object> objects;
  if (event.kind != Kind::select) {
    if (event.object != kNoObject) objects.insert(event.object);
    return objects;
  }
  for (std::uint32_t c = 0; c < event.case_count; ++c) {
    objects.insert(trace.cases[event.first_case + c].channel);
  }
  return objects;
}

struct Rules {
  Pairs rel1, rel2;
};

/// Rules 1 to 4, to the letter.
Rules by_the_rules(const Trace& trace, const RelationOptions& options) {
  std::vector<std::uint32_t> operations;
  for (std::uint32_t e = 0; e < trace.events.size(); ++e) {
    if (has_part(trace.events[e], options)) operations.push_back(e);
  }
  Rules rules;
  std::map<Routine, std::vector<std::uint32_t>> routines;
  std::map<Object, std::vector<std::uint32_t>> objects;
  for (const std::uint32_t e : operations) {
    routines[trace.events[e].routine].push_back(e);
    for (const Object object : objects_of(trace, trace.events[e])) objects[object].push_back(e);
  }
  const auto relate = [&](const std::vector<std::uint32_t>& list, Neighbours which, bool other_routines, Pairs& pairs) {
    for (std::size_t i = 0; i < list.size(); ++i) {
      for (std::size_t j = i + 1; j < list.size(); ++j) {
        if (which == Neighbours::consecutive && j > i + 1) break;
        if (other_routines && trace.events[list[i]].routine == trace.events[list[j]].routine) continue;
        pairs.emplace(list[i], list[j]);
        pairs.emplace(list[j], list[i]);
      }
    }
  };
  for (const auto& [routine, list] : routines) relate(list, options.rel1, false, rules.rel1);
  for (const auto& [object, list] : objects) relate(list, options.rel2, true, rules.rel2);
  for (bool changed = options.transitive; changed;) {
    Pairs more = rules.rel2;
    for (const auto& [c2, c3] : rules.rel2) {
      for (const std::uint32_t c1 : operations) {
        if (rules.rel1.contains({c1, c2}) || rules.rel2.contains({c1, c2})) more.emplace(c1, c3);
      }
    }
    changed = more.size() != rules.rel2.size();
    rules.rel2 = std::move(more);
  }
  return rules;
}

std::uint64_t unordered(const Pairs& pairs) {
  Pairs sorted;
  for (const auto& [a, b] : pairs) {
    if (a != b) sorted.emplace(std::min(a, b), std::max(a, b));
  }
  return sorted.size();
}

TEST(GoRelations, AreThoseOfTheRules) {
  graphfuzz::testing::check_property(200, [](std::uint64_t seed) {
    Random random(seed);
    const GoSimulator run(seed, 5 + random.below(40), 2 + random.below(4));
    Trace trace = run.trace();
    for (TraceEvent& event : trace.events) {  // some never finished
      if (random.below(6) == 0) event.end = 0;
    }
    RelationOptions options;
    options.operations = random.below(2) == 0 ? Operations::gopie : Operations::all;
    options.unfinished = random.below(2) == 0;
    options.rel1 = random.below(2) == 0 ? Neighbours::consecutive : Neighbours::any;
    options.rel2 = random.below(2) == 0 ? Neighbours::consecutive : Neighbours::any;
    options.transitive = random.below(2) == 0;
    const Relations relations(trace, options);
    const Rules rules = by_the_rules(trace, options);
    Pairs rel1, rel2;
    for (std::uint32_t e = 0; e < trace.events.size(); ++e) {
      RC_ASSERT(relations.takes_part(e) == has_part(trace.events[e], options));
      RC_ASSERT(std::is_sorted(relations.rel1(e).begin(), relations.rel1(e).end()));
      RC_ASSERT(std::is_sorted(relations.rel2(e).begin(), relations.rel2(e).end()));
      for (const std::uint32_t to : relations.rel1(e)) {
        if (relations.related1(e, to)) RC_ASSERT(rel1.emplace(e, to).second);
      }
      for (const std::uint32_t to : relations.rel2(e)) {
        if (relations.related2(e, to)) RC_ASSERT(rel2.emplace(e, to).second);
      }
    }
    Pairs expected2 = rules.rel2;
    std::erase_if(expected2, [](const auto& pair) { return pair.first == pair.second; });
    RC_ASSERT(rel1 == rules.rel1);
    RC_ASSERT(rel2 == expected2);
    RC_ASSERT(relations.rel1_pairs() == unordered(rules.rel1));
    RC_ASSERT(relations.rel2_pairs() == unordered(rules.rel2));
  });
}

// order-based-fuzzing.md, "Example": what the five steps to the Kubernetes deadlock need. The run without the bug.
TEST(GoRelations, OfTheKubernetesExample) {
  TraceBuilder b;
  const Object m = b.object(ObjectKind::mutex), c = b.channel();
  const Routine g1 = b.fork(0), g2 = b.fork(0), g3 = b.fork(0);
  const std::uint32_t lock_2 = b.at(17).event(g2, Kind::lock, m);
  const std::uint32_t send_2 = b.at(18).event(g2, Kind::send, c);
  b.meet(send_2, b.at(10).event(g1, Kind::receive, c), c);
  const std::uint32_t unlock_2 = b.at(19).event(g2, Kind::unlock, m);
  const std::uint32_t lock_1 = b.at(11).event(g1, Kind::lock, m);
  const std::uint32_t unlock_1 = b.at(12).event(g1, Kind::unlock, m);
  const std::uint32_t lock_3 = b.at(17).event(g3, Kind::lock, m);
  RelationOptions options;
  options.transitive = false;
  const Relations relations(b.trace, options);
  EXPECT_THAT(relations.rel2(unlock_2), ElementsAre(lock_1)) << "the chain to begin with";
  EXPECT_THAT(relations.rel1(unlock_2), ElementsAre(send_2)) << "step 1";
  EXPECT_THAT(relations.rel1(lock_1), ElementsAre(send_2 + 1, unlock_1)) << "step 2";
  EXPECT_THAT(relations.rel2(unlock_1), ElementsAre(lock_3)) << "step 3";
  EXPECT_THAT(relations.rel1(unlock_1), ElementsAre(lock_1)) << "step 5";
  EXPECT_THAT(relations.rel2(lock_2), IsEmpty());
  const Relations transitive(b.trace);
  EXPECT_TRUE(transitive.related2(lock_2, lock_3));
  EXPECT_THAT(transitive.rel2(lock_2), ::testing::Contains(lock_3));
}

// order-based-fuzzing.md, "Pre": a send that never met its receiver takes part, at the time it began.
TEST(GoRelations, OfUnfinishedOperations) {
  TraceBuilder b;
  const Object c = b.channel();
  const Routine g1 = b.fork(0), g2 = b.fork(0);
  const std::uint32_t send_1 = b.start(g1, Kind::send, c);
  const std::uint32_t send_2 = b.rendezvous(g2, 0, c);
  EXPECT_THAT(Relations(b.trace, RelationOptions::gopie()).rel2(send_1), IsEmpty());
  RelationOptions options = RelationOptions::gopie_plus();
  options.transitive = false;
  EXPECT_THAT(Relations(b.trace, options).rel2(send_1), ElementsAre(send_2));
}

TEST(GoRelations, OfNothing) {
  const Relations relations{Trace{}};
  EXPECT_THAT(relations.operations(), IsEmpty());
  EXPECT_EQ(relations.rel1_pairs() + relations.rel2_pairs(), 0U);
}

}  // namespace
}  // namespace graphfuzz::go

// What is told of an execution graph: who did what, and what comes from where.
#include "graphfuzz/analysis/memory/story.hpp"

#include <gmock/gmock.h>

#include <algorithm>

#include "graphfuzz/model/registry.hpp"
#include "report/sample.hpp"

namespace graphfuzz {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;

class MemoryStoryTest : public ::testing::Test {
 protected:
  Location location(const std::string& name) const { return test::location_of(*program_, name); }
  static std::string text(const Story& story, std::uint32_t end) {
    return end < Story::kInitial ? story.rows[end].text : "initial " + story.initials[end - Story::kInitial].text;
  }
  static std::vector<std::string> arrows(const Story& story) {
    std::vector<std::string> result;
    for (const Story::Arrow& a : story.arrows) {
      EXPECT_TRUE(a.directed);
      result.push_back(text(story, a.from) + " " + (a.bold ? "=" : "-") + a.relation + "-> " + text(story, a.to));
    }
    return result;
  }

  std::shared_ptr<const Program> program_ = test::store_buffering();
  ExecutionGraph graph_ = test::both_read_zero(*program_);
};

TEST_F(MemoryStoryTest, TellsEventsInTheOrderOfAddition) {
  const Story story = tell(graph_, *program_);
  EXPECT_THAT(story.lanes, ElementsAre("P0", "P1"));
  ASSERT_EQ(story.rows.size(), 4u);
  EXPECT_EQ(story.rows[0].text, "W x=1 rlx");
  EXPECT_EQ(story.rows[2].text, "R x=0 rlx");
  EXPECT_EQ(story.rows[2].lane, 1u);
  EXPECT_EQ(story.rows[2].remark, "reads from the initial write");
  EXPECT_EQ(story.rows[0].remark, "");
  EXPECT_EQ(story.before.find("initially "), 0u);
  EXPECT_THAT(story.initials, ::testing::Each(::testing::Field(&Story::Initial::shown, true)));
  EXPECT_THAT(arrows(story), UnorderedElementsAre("initial x=0 -rf-> R x=0 rlx", "initial y=0 -rf-> R y=0 rlx",
                                                  "W x=1 rlx -po-> R y=0 rlx", "W y=1 rlx -po-> R x=0 rlx",
                                                  "R x=0 rlx -fr-> W x=1 rlx", "R y=0 rlx -fr-> W y=1 rlx"));
}

TEST_F(MemoryStoryTest, TheCycleIsBoldAndToldOnce) {
  const auto violation = make_model("sc")->explain(graph_);
  ASSERT_TRUE(violation.has_value());
  const Story story = tell(graph_, *program_, {}, &*violation);
  const auto bold = [](const Story::Arrow& a) { return a.bold; };
  EXPECT_EQ(std::count_if(story.arrows.begin(), story.arrows.end(), bold), std::ptrdiff_t(violation->cycle.size()));
  std::vector<std::string> all = arrows(story);
  std::sort(all.begin(), all.end());
  EXPECT_EQ(std::adjacent_find(all.begin(), all.end()), all.end());
}

TEST_F(MemoryStoryTest, AnInitialWriteHasAnEdgeInMoOnlyInACycle) {
  const Value zeros[] = {0, 0};
  ExecutionGraph graph(1, zeros);
  const Location x = location("x");
  const Slot write = graph.add_write(0, {EventKind::write, MemoryOrder::relaxed, x, 0, 7}, x);
  Story story = tell(graph, *program_);
  EXPECT_THAT(story.arrows, IsEmpty());
  EXPECT_THAT(story.initials, ::testing::Each(::testing::Field(&Story::Initial::shown, false)));
  const Violation violation{"made up", {{x, "mo", write}, {write, "hb", x}}};
  story = tell(graph, *program_, {}, &violation);
  EXPECT_THAT(arrows(story), UnorderedElementsAre("initial x=0 =mo-> W x=7 rlx", "W x=7 rlx =hb-> initial x=0"));
  EXPECT_TRUE(story.initials[x].shown);
}

TEST_F(MemoryStoryTest, RemarksSayWhereInMo) {
  const Value zeros[] = {0, 0};
  ExecutionGraph graph(2, zeros);
  const Location x = location("x");
  const Slot write = graph.add_write(1, {EventKind::write, MemoryOrder::release, x, 0, 7}, x);
  graph.add_read(0, {EventKind::read, MemoryOrder::acquire, x, 7, 0}, write);
  graph.add_write(0, {EventKind::write, MemoryOrder::relaxed, x, 0, 8}, x);
  const Story story = tell(graph, *program_);
  EXPECT_EQ(story.before, "initially x=0") << "y is not used";
  EXPECT_EQ(story.rows[0].remark, "");
  EXPECT_EQ(story.rows[1].remark, "reads from 1");
  EXPECT_EQ(story.rows[2].remark, "in mo before 1");
  EXPECT_LT(story.rows[0].depth, story.rows[1].depth);
  EXPECT_LT(story.rows[1].depth, story.rows[2].depth);
}

TEST_F(MemoryStoryTest, WhatWentWrongIsAlarming) {
  const Slot last = graph_.size() - 1;
  const Slot alarming[] = {last, 0};  // an initial write is no row
  const Story story = tell(graph_, *program_, alarming);
  for (std::size_t i = 0; i < story.rows.size(); ++i) {
    EXPECT_EQ(story.rows[i].look, i == 3 ? Story::Look::alarming : Story::Look::plain);
  }
  const auto failing =
      parse_litmus("C A\n{}\nP0 (atomic_int* x) { assert(atomic_load(x) == 1); }\nexists (x=0)\n", "A");
  const Value zero[] = {0};
  ExecutionGraph graph(1, zero);
  graph.add_read(0, {EventKind::read, MemoryOrder::seq_cst, 0, 0, 0}, 0);
  graph.add_other(0, {EventKind::error, MemoryOrder::relaxed, kNoLocation, 0, 0});
  const Story failed = tell(graph, *failing);
  EXPECT_EQ(failed.rows[1].look, Story::Look::alarming);
  EXPECT_TRUE(failed.rows[1].wide);
  EXPECT_EQ(failed.rows[1].text.find("error: A:3"), 0u) << failed.rows[1].text;
}

TEST_F(MemoryStoryTest, CyclesInPorfAreTold) {
  // Load buffering out of thin air: each thread reads what the other writes afterwards.
  const Value zeros[] = {0, 0};
  ExecutionGraph graph(2, zeros);
  std::vector<std::vector<Label>> labels(2);
  for (const Location t : {0u, 1u}) {
    labels[t] = {{EventKind::read, MemoryOrder::relaxed, t, 1, 0},
                 {EventKind::write, MemoryOrder::relaxed, 1 - t, 0, 1}};
  }
  const std::vector<Slot> rf = {kNoSlot, kNoSlot, 5, kNoSlot, 3, kNoSlot};
  const std::vector<std::vector<Slot>> mo = {{5}, {3}};
  graph.assemble(labels, rf, mo);
  const Story story = tell(graph, *program_);
  EXPECT_EQ(story.rows.size(), 4u);
  EXPECT_EQ(story.arrows.size(), 4u);
}

TEST_F(MemoryStoryTest, FindsTheEventsThatRace) {
  const Value zeros[] = {0, 0};
  ExecutionGraph graph(2, zeros);
  const Location x = location("x");
  const Slot write = graph.add_write(0, {EventKind::write, MemoryOrder::non_atomic, x, 0, 1}, x);
  const Slot read = graph.add_read(1, {EventKind::read, MemoryOrder::non_atomic, x, 1, 0}, write);
  EXPECT_THAT(racing_events(graph, *make_model("rc11")), UnorderedElementsAre(write, read));
  EXPECT_THAT(racing_events(graph_, *make_model("rc11")), IsEmpty());
}

}  // namespace
}  // namespace graphfuzz

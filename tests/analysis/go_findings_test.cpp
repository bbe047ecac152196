// Each code once where it is, and once where it only seems to be.
#include "graphfuzz/analysis/go/findings.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "graphfuzz/analysis/go/trace_analysis.hpp"
#include "support/trace_builder.hpp"

namespace graphfuzz::go {
namespace {

using graphfuzz::testing::TraceBuilder;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

/// Routines 0, 1 and 2.
struct GoFindings : ::testing::Test {
  TraceBuilder b;
  Routine g = b.fork(0), h = b.fork(0);

  Findings findings(const FindingOptions& options = {}) {
    AnalysisOptions all;
    all.findings = options;
    return analyse(b.trace, all).findings;
  }
  /// "CODE line line …" of each.
  std::vector<std::string> texts(const std::vector<TraceFinding>& list) {
    std::vector<std::string> result;
    for (const TraceFinding& finding : list) {
      result.push_back(finding.code);
      for (const std::uint32_t e : finding.events) result.back() += position_of(b.trace, e).substr(4);
    }
    return result;
  }
  std::vector<std::string> actual() { return texts(findings().actual); }
  std::vector<std::string> predicted() { return texts(findings().predicted); }
  std::vector<std::string> leaks() { return texts(findings().leaks); }
};

TEST_F(GoFindings, PanicsThatTheTraceShows) {
  const Object c = b.channel(), m = b.object(ObjectKind::mutex), w = b.object(ObjectKind::wait_group);
  b.trace.outcome = Outcome::panicked;
  b.at(1).close(0, c);
  b.at(2).start(g, Kind::send, c);
  b.at(3).start(h, Kind::close, c);
  EXPECT_THAT(actual(), ElementsAre("A01#2#1", "A03#3#1"));
  EXPECT_THAT(leaks(), IsEmpty()) << "after a panic what is open was in progress";
  b.at(4).start(0, Kind::close);
  const std::uint32_t add = b.at(5).start(0, Kind::wg_add, w);
  b.trace.events[add].value = -1;
  b.at(6).start(0, Kind::unlock, m);
  EXPECT_THAT(actual(), ElementsAre("A01#2#1", "A03#3#1", "A04#4", "A05#5", "A06#6"));
  EXPECT_TRUE(findings().bug());
}

TEST_F(GoFindings, ASelectThatWouldSendOnClosed) {
  const Object c = b.channel(), d = b.channel();
  b.at(1).close(0, c);
  b.cases_of(b.at(2).start(g, Kind::select), {{d, false}, {c, true}}, kDefault, false);
  EXPECT_THAT(actual(), ElementsAre("A01#2#1"));
}

TEST_F(GoFindings, OperationsInProgressAreNoPanics) {
  const Object c = b.channel(), m = b.object(ObjectKind::mutex);
  b.trace.outcome = Outcome::panicked;
  b.event(g, Kind::lock, m);
  b.start(g, Kind::unlock, m);
  b.start(h, Kind::send, c);
  EXPECT_THAT(actual(), ElementsAre("R01"));
  b.trace.panic_event = b.at(9).event(h, Kind::panic);
  EXPECT_THAT(actual(), ElementsAre("A00#9"));
}

TEST_F(GoFindings, ReceivesOfClosedAndConcurrentOnesAreNoBugs) {
  const Object c = b.channel(2);
  b.at(1).send(0, c);
  b.at(2).send(0, c);
  b.at(3).receive(g, c);
  b.at(4).receive(h, c);
  b.at(5).close(0, c);
  b.at(6).receive_closed(g, c);
  b.at(6).receive_closed(g, c);
  const Findings found = findings();
  EXPECT_THAT(texts(found.actual), ElementsAre("A02#6#5", "A07#4#3"));
  EXPECT_EQ(found.actual[0].count, 2U);
  EXPECT_THAT(texts(found.predicted), ElementsAre("P02#3#5", "P02#4#5"));
  EXPECT_FALSE(found.bug());
}

TEST_F(GoFindings, TimeOut) {
  b.trace.outcome = Outcome::timed_out;
  EXPECT_THAT(actual(), ElementsAre("R02"));
}

// order-based-fuzzing.md, "Triggering bugs".
TEST_F(GoFindings, SendOnClosedByReordering) {
  const Object c = b.channel(1);
  b.at(2).send(g, c);
  b.at(3).close(0, c);
  EXPECT_THAT(predicted(), ElementsAre("P01#2#3"));
}

TEST_F(GoFindings, NoSendOnClosedIfTheCloseComesLater) {
  const Object c = b.channel(1), done = b.channel();
  b.send(g, c);
  b.rendezvous(g, 0, done);
  b.close(0, c);
  EXPECT_THAT(predicted(), IsEmpty());
}

TEST_F(GoFindings, ASendThatWasNotTakenMayComeAfterTheClose) {
  const Object c = b.channel();
  b.at(2).select(g, {{c, true}}, kDefault, true);
  b.at(3).close(0, c);
  EXPECT_THAT(predicted(), ElementsAre("P01#2#3"));
  EXPECT_THAT(texts(findings({.select_cases = false}).predicted), IsEmpty());
}

TEST_F(GoFindings, NegativeWaitGroup) {
  const Object w = b.object(ObjectKind::wait_group);
  b.at(1).wg_add(0, w, 1);
  const Routine i = b.fork(0);
  b.at(2).wg_add(g, w, 1);
  b.at(3).wg_add(i, w, -1);
  b.at(4).wg_add(h, w, -1);
  EXPECT_THAT(predicted(), ElementsAre("P03#4#1"));
}

TEST_F(GoFindings, NoNegativeWaitGroupIfAllAreAddedBefore) {
  const Object w = b.object(ObjectKind::wait_group);
  b.wg_add(0, w, 2);
  const Routine i = b.fork(0), j = b.fork(0);
  b.wg_add(i, w, 1);
  b.wg_add(i, w, -1);
  b.wg_add(i, w, -1);
  b.wg_add(j, w, -1);
  EXPECT_THAT(predicted(), IsEmpty());
}

// A done can have either of two adds, another only one of them: a greedy choice may be wrong, a matching is not.
TEST_F(GoFindings, WaitGroupNeedsAMatching) {
  const Object w = b.object(ObjectKind::wait_group);
  const Object c = b.channel(), d = b.channel(), e = b.channel();
  b.wg_add(g, w, 1);
  b.wg_add(h, w, 1);
  const Routine i = b.fork(0), j = b.fork(0);
  b.rendezvous(g, i, c);
  b.rendezvous(h, i, d);
  b.rendezvous(g, j, e);
  b.wg_add(i, w, -1);
  b.at(9).wg_add(j, w, -1);
  EXPECT_THAT(predicted(), IsEmpty());
  b.wg_add(g, w, 1);  // keeps the counter above zero
  b.at(10).wg_add(j, w, -1);
  EXPECT_THAT(predicted().size(), 1U);
}

TEST_F(GoFindings, UnlockByAnother) {
  const Object m = b.object(ObjectKind::mutex);
  b.at(1).event(g, Kind::lock, m);
  b.at(2).event(h, Kind::unlock, m);
  EXPECT_THAT(predicted(), ElementsAre("P04#2#1"));
}

TEST_F(GoFindings, UnlockByAnotherThatWasTold) {
  const Object m = b.object(ObjectKind::mutex), c = b.channel();
  b.event(g, Kind::lock, m);
  b.rendezvous(g, h, c);
  b.event(h, Kind::unlock, m);
  EXPECT_THAT(predicted(), IsEmpty());
}

/// `r` takes both, one after the other, and gives them back.
void nested(TraceBuilder& b, Routine r, Object outer, Object inner, int line, Kind lock = Kind::lock) {
  const Kind unlock = lock == Kind::lock ? Kind::unlock : Kind::runlock;
  b.at(line).event(r, lock, outer);
  b.at(line + 1).event(r, lock, inner);
  b.event(r, unlock, inner);
  b.event(r, unlock, outer);
}

TEST_F(GoFindings, CyclicDeadlock) {
  const Object x = b.object(ObjectKind::mutex), y = b.object(ObjectKind::mutex);
  nested(b, g, x, y, 10);
  nested(b, h, y, x, 20);
  EXPECT_THAT(predicted(), ElementsAre("P05#11#21"));
}

TEST_F(GoFindings, CyclicDeadlockOfThree) {
  const Object x = b.object(ObjectKind::mutex), y = b.object(ObjectKind::mutex), z = b.object(ObjectKind::mutex);
  nested(b, 0, x, y, 10);
  nested(b, g, y, z, 20);
  nested(b, h, z, x, 30);
  EXPECT_THAT(predicted(), ElementsAre("P05#11#21#31"));
}

TEST_F(GoFindings, NoCyclicDeadlockUnderACommonLock) {
  const Object gate = b.object(ObjectKind::mutex), x = b.object(ObjectKind::mutex), y = b.object(ObjectKind::mutex);
  for (const Routine r : {g, h}) {
    b.event(r, Kind::lock, gate);
    nested(b, r, r == g ? x : y, r == g ? y : x, 10);
    b.event(r, Kind::unlock, gate);
  }
  EXPECT_THAT(predicted(), IsEmpty());
}

TEST_F(GoFindings, NoCyclicDeadlockBeforeAFork) {
  const Object x = b.object(ObjectKind::mutex), y = b.object(ObjectKind::mutex);
  nested(b, 0, x, y, 10);
  nested(b, b.fork(0), y, x, 20);
  EXPECT_THAT(predicted(), IsEmpty());
  nested(b, 0, x, y, 30);
  EXPECT_THAT(predicted(), ElementsAre("P05#21#31"));
}

TEST_F(GoFindings, NoCyclicDeadlockOfOneRoutineNorOfReaders) {
  const Object x = b.object(ObjectKind::mutex), y = b.object(ObjectKind::mutex);
  nested(b, g, x, y, 10);
  nested(b, g, y, x, 20);
  EXPECT_THAT(predicted(), IsEmpty());
  const Object p = b.object(ObjectKind::mutex), q = b.object(ObjectKind::mutex);
  nested(b, g, p, q, 30, Kind::rlock);
  nested(b, h, q, p, 40, Kind::rlock);
  EXPECT_THAT(predicted(), IsEmpty());
}

TEST_F(GoFindings, ACyclicDeadlockThatHappened) {
  const Object x = b.object(ObjectKind::mutex), y = b.object(ObjectKind::mutex);
  b.trace.outcome = Outcome::timed_out;
  b.at(1).event(g, Kind::lock, x);
  b.at(2).event(h, Kind::lock, y);
  b.at(3).start(g, Kind::lock, y);
  b.at(4).start(h, Kind::lock, x);
  const Findings found = findings();
  EXPECT_THAT(texts(found.predicted), ElementsAre("P05#3#4"));
  EXPECT_THAT(found.predicted.front().kind, ::testing::HasSubstr("happened"));
  EXPECT_THAT(texts(found.leaks), ElementsAre("L08#3", "L08#4"));
}

TEST_F(GoFindings, LeaksWithAndWithoutPartner) {
  const Object c = b.channel(), d = b.channel(1);
  b.at(1).start(g, Kind::send, c);
  EXPECT_THAT(leaks(), ElementsAre("L02#1"));
  b.at(2).rendezvous(h, 0, c);
  EXPECT_THAT(leaks(), ElementsAre("L01#1#5")) << "the receive that went to another send";
  b.at(4).start(h, Kind::receive, d);
  EXPECT_THAT(leaks(), ElementsAre("L01#1#5", "L04#4"));
  b.at(6).send(0, d);
  EXPECT_THAT(leaks(), ElementsAre("L01#1#5", "L03#4#6"));
}

TEST_F(GoFindings, LeaksOfAllKinds) {
  const Object c = b.channel();
  const std::vector<std::pair<Kind, Object>> operations = {{Kind::send, kNoObject},
                                                           {Kind::lock, b.object(ObjectKind::mutex)},
                                                           {Kind::rlock, b.object(ObjectKind::mutex)},
                                                           {Kind::once, b.object(ObjectKind::once)},
                                                           {Kind::wg_wait, b.object(ObjectKind::wait_group)},
                                                           {Kind::cond_wait, b.object(ObjectKind::cond)}};
  int line = 1;
  for (const auto& [kind, object] : operations) {
    const Routine r = b.fork(0);
    b.at(line++).start(r, kind, object);
  }
  const Routine selects = b.fork(0);
  b.cases_of(b.at(7).start(selects, Kind::select), {{c, false}}, kDefault, false);
  EXPECT_THAT(leaks(), ElementsAre("L05#1", "L08#2", "L08#3", "L08#4", "L09#5", "L10#6", "L07#7"));
  b.at(8).start(g, Kind::send, c);
  EXPECT_THAT(leaks(), ::testing::Contains("L06#7#8"));
}

TEST_F(GoFindings, TheInnermostOpenOperationIsTheLeak) {
  const Object once = b.object(ObjectKind::once), c = b.channel();
  b.at(1).start(g, Kind::once, once);
  b.at(2).start(g, Kind::receive, c);
  b.event(0, Kind::end);
  b.event(h, Kind::make);
  const Findings found = findings();
  EXPECT_THAT(texts(found.leaks), ElementsAre("L02#2"));
  ASSERT_EQ(found.actual.size(), 1U);
  EXPECT_EQ(found.actual.front().code, "L00");
  EXPECT_FALSE(found.actual.front().bug);
}

}  // namespace
}  // namespace graphfuzz::go

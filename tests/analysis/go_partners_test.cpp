// Possible partners, against a search of all pairs; and the examples of the specification.
#include "graphfuzz/analysis/go/partners.hpp"

#include <gtest/gtest.h>

#include "support/go_simulator.hpp"
#include "support/plain_happens_before.hpp"
#include "support/property.hpp"
#include "support/trace_builder.hpp"

namespace graphfuzz::go {
namespace {

using graphfuzz::testing::GoSimulator;
using graphfuzz::testing::PlainHappensBefore;
using graphfuzz::testing::TraceBuilder;

/// Could `other` serve a send (receive) of `event` on `channel`? By the definition, with reachability.
bool could_serve(const Trace& trace, const std::vector<std::vector<bool>>& after, std::uint32_t event,
                 std::uint32_t other, Object channel, bool sends) {
  if (event == other) return false;
  const TraceEvent& o = trace.events[other];
  const auto before = [&](std::uint32_t a, std::uint32_t b) { return after[a][b] && !after[b][a]; };
  if (o.kind == Kind::close && o.object == channel && !sends) return o.finished() && !before(event, other);
  bool offers = o.object == channel && o.kind == (sends ? Kind::receive : Kind::send);
  if (o.kind == Kind::select) {
    for (std::uint32_t c = 0; c < o.case_count; ++c) {
      offers = offers || trace.cases[o.first_case + c] == TraceCase{channel, !sends};
    }
  }
  if (!offers) return false;
  if (trace.objects[channel].capacity == 0) return !before(event, other) && !before(other, event);
  return sends ? !before(other, event) : !before(event, other);
}

TEST(GoPartners, AgreeWithAllPairs) {
  graphfuzz::testing::check_property(150, [](std::uint64_t seed) {
    Random random(seed);
    const GoSimulator run(seed, 20 + random.below(120), 2 + random.below(5));
    const Trace& trace = run.trace();
    const HappensBefore strong(trace, Clock::strong);
    const PartnerSearch search(trace, strong);
    const PlainHappensBefore plain(trace, Clock::strong);
    const auto n = static_cast<std::uint32_t>(trace.events.size());
    std::vector<std::vector<bool>> after;
    for (std::uint32_t e = 0; e < n; ++e) after.push_back(plain.after(e));
    const std::vector<bool> cases = cases_with_partners(trace, search);
    RC_ASSERT(cases_with_partners(trace, HappensBeforeOptions{}) == cases);
    const auto check = [&](std::uint32_t e, Object channel, bool sends) {
      std::uint32_t first = kNoEvent;
      for (std::uint32_t other = 0; other < n && first == kNoEvent; ++other) {
        if (could_serve(trace, after, e, other, channel, sends)) first = other;
      }
      RC_ASSERT(search.first(e, channel, sends) == first);
      RC_ASSERT(search.possible(e, channel, sends) == (first != kNoEvent));
      return first != kNoEvent;
    };
    std::size_t with = 0, without = 0;
    for (std::uint32_t e = 0; e < n; ++e) {
      const TraceEvent& event = trace.events[e];
      if (event.kind == Kind::send || event.kind == Kind::receive) check(e, event.object, event.kind == Kind::send);
      if (event.kind != Kind::select) continue;
      for (std::uint32_t c = 0; c < event.case_count; ++c) {
        const TraceCase& one = trace.cases[event.first_case + c];
        const bool possible = check(e, one.channel, one.sends) || event.chosen == static_cast<int>(c);
        RC_ASSERT(cases[event.first_case + c] == possible);
        ++(possible ? with : without);
      }
    }
    RC_CLASSIFY(with > 0 && without > 0);
  });
}

// select-based-fuzzing.md, "Improvement over original GFuzz", the select over a … z: only a and z have a partner.
TEST(GoPartners, OfTheSelectOverAToZ) {
  TraceBuilder b;
  std::vector<TraceCase> cases;
  for (int c = 'a'; c <= 'z'; ++c) cases.push_back({b.channel(), false});
  const Routine sends_a = b.fork(0), sends_z = b.fork(0);
  const std::uint32_t send = b.event(sends_a, Kind::send, cases.front().channel);
  const std::uint32_t select = b.cases_of(b.event(0, Kind::select), cases, 0, true);
  b.meet(send, select, cases.front().channel);
  b.start(sends_z, Kind::send, cases.back().channel);
  const HappensBefore strong(b.trace, Clock::strong);
  std::vector<bool> expected(26, false);
  expected.front() = expected.back() = true;
  EXPECT_EQ(cases_with_partners(b.trace, PartnerSearch(b.trace, strong)), expected);
}

// Clocks are computed only where a case was not taken; whether they are or not makes no difference.
TEST(GoPartners, OfRunsWithAndWithoutOpenCases) {
  TraceBuilder b;
  const auto by_own_clocks = [&] { return cases_with_partners(b.trace, HappensBeforeOptions{}); };
  const auto by_given_clocks = [&] {
    const HappensBefore strong(b.trace, Clock::strong);
    return cases_with_partners(b.trace, PartnerSearch(b.trace, strong));
  };
  const Object c = b.channel(2);
  const Routine g = b.fork(0);
  b.send(g, c);
  EXPECT_TRUE(by_own_clocks().empty());
  b.take(b.select(0, {{c, false}}, 0), c);
  b.select(0, {{kNoObject, false}}, kDefault, true);
  EXPECT_EQ(by_own_clocks(), (std::vector{true, false}));
  EXPECT_EQ(by_own_clocks(), by_given_clocks());
  b.send(g, c);
  b.select(0, {{c, false}, {c, true}}, kDefault, true);
  EXPECT_EQ(by_own_clocks(), (std::vector{true, false, true, false}));
  EXPECT_EQ(by_own_clocks(), by_given_clocks());
}

TEST(GoPartners, NotOfWhatHappensBeforeOrAfter) {
  TraceBuilder b;
  const Object c = b.channel(), done = b.channel();
  const Routine g = b.fork(0);
  const std::uint32_t early = b.rendezvous(g, 0, c);
  b.rendezvous(g, 0, done);
  const std::uint32_t select = b.select(0, {{c, false}}, kDefault, true);
  const HappensBefore strong(b.trace, Clock::strong);
  const HappensBefore weak(b.trace, Clock::weak);
  EXPECT_TRUE(strong.before(early, select));
  EXPECT_FALSE(PartnerSearch(b.trace, strong).possible(select, c, false));
  EXPECT_TRUE(PartnerSearch(b.trace, weak).possible(select, c, false));
  EXPECT_FALSE(PartnerSearch(b.trace, strong).possible(select, kNoObject, false));
}

TEST(GoPartners, ABufferKeepsWhatWasSentBefore) {
  TraceBuilder b;
  const Object c = b.channel(1), done = b.channel();
  const Routine g = b.fork(0);
  const std::uint32_t send = b.send(g, c);
  b.rendezvous(g, 0, done);
  const std::uint32_t select = b.select(0, {{c, false}}, kDefault, true);
  const HappensBefore strong(b.trace, Clock::strong);
  EXPECT_EQ(PartnerSearch(b.trace, strong).first(select), send);
  EXPECT_EQ(PartnerSearch(b.trace, strong).first(send), select);
}

}  // namespace
}  // namespace graphfuzz::go

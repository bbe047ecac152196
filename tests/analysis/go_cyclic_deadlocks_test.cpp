// P05 against the definition: who waits for whom, who can reach whom, by trying everything. Shares nothing with the
// search for cycles, nor with the components that it leaves out.
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "graphfuzz/analysis/go/trace_analysis.hpp"
#include "graphfuzz/explore/random.hpp"
#include "support/property.hpp"
#include "support/trace_builder.hpp"

namespace graphfuzz::go {
namespace {

using graphfuzz::testing::TraceBuilder;

using Matrix = std::vector<std::vector<bool>>;

/// Who can be reached in one step or more.
Matrix closure(Matrix reaches) {
  for (std::size_t k = 0; k < reaches.size(); ++k) {
    for (std::size_t i = 0; i < reaches.size(); ++i) {
      for (std::size_t j = 0; j < reaches.size(); ++j) {
        if (reaches[i][k] && reaches[k][j]) reaches[i][j] = true;
      }
    }
  }
  return reaches;
}

using Group = std::set<Routine>;

/// The strong components of two members and more.
std::set<Group> components(const Matrix& edges) {
  const Matrix reaches = closure(edges);
  std::set<Group> result;
  for (Routine i = 0; i < edges.size(); ++i) {
    Group group{i};
    for (Routine j = 0; j < edges.size(); ++j) {
      if (reaches[i][j] && reaches[j][i]) group.insert(j);
    }
    if (group.size() > 1) result.insert(group);
  }
  return result;
}

/// Goroutines that lock and unlock at random, until the steps are over: then some of them wait.
class LockRun {
 public:
  TraceBuilder b;

  LockRun(Random& random, bool readers) : random_(random), readers_(readers) {
    for (std::uint32_t n = 1 + random.below(6); n > 0; --n) b.fork(0);
    wants_.resize(b.trace.routines.size());
    for (std::uint32_t n = 2 + random.below(4); n > 0; --n) locks_.push_back({b.object(ObjectKind::mutex), {}, {}});
    for (int step = 0; step < 40; ++step) take_step();
    for (Routine r = 0; r < wants_.size(); ++r) {
      if (wants_[r]) b.start(r, wants_[r]->reads ? Kind::rlock : Kind::lock, locks_[wants_[r]->lock].object);
    }
  }

  /// From who waits to whom it waits for: those who hold the lock so that it cannot have it, and, of a reader, those
  /// who want to write and were there before.
  Matrix waiting() const {
    Matrix edges(wants_.size(), std::vector<bool>(wants_.size(), false));
    for (Routine r = 0; r < wants_.size(); ++r) {
      if (!wants_[r]) continue;
      for (const Routine other : obstacles(r, *wants_[r])) edges[r][other] = true;
    }
    return edges;
  }
  bool reads(Routine r) const { return wants_[r] && wants_[r]->reads; }

 private:
  struct Want {
    std::size_t lock;
    bool reads;
    std::uint64_t since;
  };
  struct Lock {
    Object object;
    std::optional<Routine> writer;
    std::multiset<Routine> readers;
  };

  std::set<Routine> obstacles(Routine r, const Want& want) const {
    const Lock& lock = locks_[want.lock];
    std::set<Routine> result;
    if (lock.writer) result.insert(*lock.writer);
    if (!want.reads) result.insert(lock.readers.begin(), lock.readers.end());
    for (Routine other = 0; want.reads && other < wants_.size(); ++other) {
      if (other == r || !wants_[other]) continue;
      const Want& theirs = *wants_[other];
      if (theirs.lock == want.lock && !theirs.reads && theirs.since < want.since) result.insert(other);
    }
    return result;
  }

  void take_step() {
    const auto r = static_cast<Routine>(random_.below(static_cast<std::uint32_t>(wants_.size())));
    if (wants_[r]) return;
    const std::size_t l = random_.below(static_cast<std::uint32_t>(locks_.size()));
    Lock& lock = locks_[l];
    const bool reads = lock.readers.contains(r);
    if (lock.writer == r || reads || random_.below(30) == 0) {  // sometimes what another one has locked
      if (!reads && !lock.writer) return;
      if (random_.below(2) == 0) return;
      b.event(r, reads ? Kind::runlock : Kind::unlock, lock.object);
      if (reads) {
        lock.readers.erase(lock.readers.find(r));
      } else {
        lock.writer.reset();
      }
      hand_over();
      return;
    }
    wants_[r] = Want{l, readers_ && random_.below(2) == 0, ++time_};
    hand_over();
  }

  /// Those who need not wait any more, the first one first.
  void hand_over() {
    for (bool again = true; again;) {
      again = false;
      std::optional<Routine> first;
      for (Routine r = 0; r < wants_.size(); ++r) {
        if (!wants_[r] || !obstacles(r, *wants_[r]).empty()) continue;
        if (!first || wants_[r]->since < wants_[*first]->since) first = r;
      }
      if (!first) continue;
      Lock& lock = locks_[wants_[*first]->lock];
      b.event(*first, wants_[*first]->reads ? Kind::rlock : Kind::lock, lock.object);
      if (wants_[*first]->reads) {
        lock.readers.insert(*first);
      } else {
        lock.writer = *first;
      }
      wants_[*first].reset();
      again = true;
    }
  }

  Random& random_;
  bool readers_;
  std::vector<Lock> locks_;
  std::vector<std::optional<Want>> wants_;  ///< by routine
  std::uint64_t time_ = 0;
};

/// Of the cyclic deadlocks that happened, who is in them.
std::set<Group> reported(const Trace& trace) {
  const Findings found = analyse(trace).findings;
  EXPECT_TRUE(found.complete);
  std::set<Group> result;
  for (const TraceFinding& finding : found.predicted) {
    if (finding.code != "P05") continue;
    Group group;
    bool happened = true;
    for (const std::uint32_t e : finding.events) {
      group.insert(trace.events[e].routine);
      happened = happened && !trace.events[e].finished();
    }
    EXPECT_EQ(happened, finding.kind.find("happened") != std::string::npos);
    if (happened) result.insert(group);
  }
  return result;
}

TEST(GoCyclicDeadlocks, ThatHappenedAreTheComponentsOfWhoWaitsForWhom) {
  std::size_t seen = 0, large = 0;
  graphfuzz::testing::check_property(2000, [&](std::uint64_t seed) {
    Random random(seed);
    const LockRun run(random, false);
    const std::set<Group> expected = components(run.waiting());
    RC_ASSERT(reported(run.b.trace) == expected);
    seen += expected.size();
    for (const Group& group : expected) large += group.size() > 2 ? 1 : 0;
  });
  EXPECT_GT(seen, graphfuzz::testing::seen_here(500U));
  EXPECT_GT(large, graphfuzz::testing::seen_here(100U));
}

// A goroutine that wants to write waits for all who read, so that components have several cycles. One that holds
// nothing can be in a component, between readers, but is in no cycle of locks; cycles of nothing but readers are no
// findings.
TEST(GoCyclicDeadlocks, OfReadersAndWritersAreInComponents) {
  std::size_t seen = 0;
  graphfuzz::testing::check_property(2000, [&](std::uint64_t seed) {
    Random random(seed);
    const LockRun run(random, true);
    const std::set<Group> expected = components(run.waiting()), found = reported(run.b.trace);
    const auto within = [](const Group& part, const Group& whole) {
      return std::includes(whole.begin(), whole.end(), part.begin(), part.end());
    };
    for (const Group& cycle : found) {
      RC_ASSERT(std::any_of(expected.begin(), expected.end(), [&](const Group& g) { return within(cycle, g); }));
    }
    for (const Group& group : expected) {
      if (std::any_of(group.begin(), group.end(), [&](Routine r) { return run.reads(r); })) continue;
      RC_ASSERT(std::any_of(found.begin(), found.end(), [&](const Group& cycle) { return within(cycle, group); }));
    }
    seen += found.size();
  });
  EXPECT_GT(seen, graphfuzz::testing::seen_here(200U));
}

/// "Goroutine r, holding these, requests that", the first time.
struct Request {
  Routine routine;
  Object wanted;
  std::set<Object> held;
  std::uint32_t event;
};

/// All sets of requests of different goroutines, under no common lock, in which each waits for the next.
class AllCycles {
 public:
  explicit AllCycles(const std::vector<Request>& requests) : requests_(requests) {
    for (std::size_t r = 0; r < requests.size(); ++r) extend({r});
  }
  std::set<std::set<std::uint32_t>> found;

 private:
  static bool disjoint(const std::set<Object>& a, const std::set<Object>& b) {
    return std::none_of(a.begin(), a.end(), [&](Object o) { return b.contains(o); });
  }
  void extend(const std::vector<std::size_t>& chain) {
    const Request& last = requests_[chain.back()];
    if (chain.size() > 1 && requests_[chain.front()].held.contains(last.wanted)) {
      std::set<std::uint32_t> events;
      for (const std::size_t r : chain) events.insert(requests_[r].event);
      found.insert(events);
    }
    for (std::size_t next = 0; next < requests_.size(); ++next) {
      const Request& request = requests_[next];
      if (!request.held.contains(last.wanted)) continue;
      const bool fits = std::all_of(chain.begin(), chain.end(), [&](std::size_t c) {
        return requests_[c].routine != request.routine && disjoint(requests_[c].held, request.held);
      });
      if (!fits) continue;
      std::vector<std::size_t> longer = chain;
      longer.push_back(next);
      extend(longer);
    }
  }

  const std::vector<Request>& requests_;
};

// One goroutine after the other, none of which waits: what is found is predicted.
TEST(GoCyclicDeadlocks, ThatCouldHaveHappenedAreAllCyclesOfRequests) {
  std::size_t seen = 0;
  graphfuzz::testing::check_property(1000, [&](std::uint64_t seed) {
    Random random(seed);
    TraceBuilder b;
    const std::uint32_t routines = 2 + random.below(3), count = 2 + random.below(4);
    std::vector<Object> locks;
    for (std::uint32_t i = 0; i < count; ++i) locks.push_back(b.object(ObjectKind::mutex));
    for (std::uint32_t i = 0; i < routines; ++i) b.fork(0);
    std::vector<Request> requests;
    std::set<std::tuple<Routine, Object, std::set<Object>>> known;
    for (Routine r = 1; r <= routines; ++r) {
      std::set<Object> held;
      for (int step = 0; step < 8; ++step) {
        const Object lock = locks[random.below(count)];
        if (held.erase(lock) > 0) {
          b.event(r, Kind::unlock, lock);
          continue;
        }
        const std::uint32_t e = b.event(r, Kind::lock, lock);
        if (known.emplace(r, lock, held).second) requests.push_back({r, lock, held, e});
        held.insert(lock);
      }
      for (const Object lock : held) b.event(r, Kind::unlock, lock);
    }
    std::set<std::set<std::uint32_t>> found;
    const Findings findings = analyse(b.trace).findings;
    RC_ASSERT(findings.complete);
    for (const TraceFinding& finding : findings.predicted) {
      if (finding.code == "P05") RC_ASSERT(found.emplace(finding.events.begin(), finding.events.end()).second);
    }
    RC_ASSERT(found == AllCycles(requests).found);
    seen += found.size();
  });
  EXPECT_GT(seen, graphfuzz::testing::seen_here(1000U));
}

}  // namespace
}  // namespace graphfuzz::go

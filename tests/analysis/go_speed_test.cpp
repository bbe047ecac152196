// A trace of a million events of 300 goroutines that use the same channels and locks is analysed in under 10 s and
// 1 GB (the task's own bound). Processor time, since the machine may be busy.
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <cstdio>
#include <ctime>

#include "graphfuzz/analysis/go/trace_analysis.hpp"
#include "graphfuzz/explore/random.hpp"
#include "support/trace_builder.hpp"

namespace graphfuzz::go {
namespace {

constexpr Routine kRoutines = 300;
constexpr std::size_t kEvents = 1'000'000;

double processor_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

/// In GB, of the whole process at its largest.
double peak_memory() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1e6;
}

/// `step(builder, routine)` until there are enough events. Positions are 100 lines.
template <class Step>
Trace long_trace(graphfuzz::testing::TraceBuilder& builder, Step step) {
  for (Routine r = 1; r < kRoutines; ++r) builder.at(static_cast<int>(r % 100) + 1).fork(0);
  Random random(1);
  while (builder.trace.events.size() < kEvents) step(static_cast<Routine>(random.below(kRoutines)), random);
  return std::move(builder.trace);
}

void expect_fast(const Trace& trace) {
  const double start = processor_seconds();
  const TraceAnalysis analysis = analyse(trace);
  const double seconds = processor_seconds() - start;
  EXPECT_LT(seconds, 10);
  EXPECT_LT(peak_memory(), 1);
  std::printf("%zu events, %zu findings: %.2f s, at most %.2f GB\n", trace.events.size(),
              analysis.findings.actual.size() + analysis.findings.predicted.size(), seconds, peak_memory());
}

TEST(SlowGoAnalysis, LocksThatEverybodyWants) {
  graphfuzz::testing::TraceBuilder b;
  std::vector<Object> locks;
  for (int i = 0; i < 10; ++i) locks.push_back(b.object(ObjectKind::mutex));
  expect_fast(long_trace(b, [&](Routine r, Random& random) {
    const Object lock = locks[random.below(locks.size())];
    b.at(static_cast<int>(random.below(100)) + 1).event(r, Kind::lock, lock);
    b.at(static_cast<int>(random.below(100)) + 1).event(r, Kind::unlock, lock);
  }));
}

TEST(SlowGoAnalysis, ChannelsThatEverybodyUses) {
  graphfuzz::testing::TraceBuilder b;
  const Object buffered = b.channel(1000), unbuffered = b.channel(), never = b.channel();
  expect_fast(long_trace(b, [&](Routine r, Random& random) {
    const int line = static_cast<int>(random.below(100)) + 1;
    if (random.below(2) == 0) {
      if (b.fill(buffered) == 1000 || (b.fill(buffered) > 0 && random.below(2) == 0)) {
        b.take(b.at(line).select(r, {{buffered, false}, {unbuffered, false}, {never, false}}, 0), buffered);
      } else {
        b.at(line).send(r, buffered);
      }
      return;
    }
    const std::uint32_t send = b.at(line).event(r, Kind::send, unbuffered);
    b.meet(send, b.at(line).select((r + 1) % kRoutines, {{never, true}, {unbuffered, false}}, 1), unbuffered);
  }));
}

TEST(SlowGoAnalysis, WaitGroupsAndAtomics) {
  graphfuzz::testing::TraceBuilder b;
  const Object group = b.object(ObjectKind::wait_group), counter = b.object(ObjectKind::atomic);
  expect_fast(long_trace(b, [&](Routine r, Random& random) {
    const int line = static_cast<int>(random.below(100)) + 1;
    if (random.below(2) == 0) {
      b.at(line).event(r, Kind::atomic_add, counter);
    } else {
      b.at(line).wg_add(r, group, 1);
      b.at(line).wg_add((r + 7) % kRoutines, group, -1);
    }
  }));
}

}  // namespace
}  // namespace graphfuzz::go

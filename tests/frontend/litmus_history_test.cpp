// Threads that are taken back, rewound, restarted, saved and restored are as good as threads of a fresh run that were
// resumed with the same values (Run, program.hpp).
#include <gtest/gtest.h>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "graphfuzz/explore/random.hpp"
#include "graphfuzz/frontend/litmus.hpp"
#include "support/folders.hpp"

namespace graphfuzz {
namespace {

constexpr Value kValues = 5;

struct Resume {
  Value value;
  bool succeeded;
};
using Pasts = std::vector<std::vector<Resume>>;  // by thread

bool may_resume(const Request& request) {
  return request.kind <= RequestKind::fence;  // litmus programs start and join no threads
}

// What can be seen of a thread now.
std::vector<Value> seen(const Run& run, ThreadId thread) {
  const Request& r = run.pending(thread);
  std::vector<Value> result{static_cast<Value>(r.kind)};
  if (!may_resume(r)) return {result[0], r.operand};
  for (const Value v :
       {static_cast<Value>(r.order), static_cast<Value>(r.failure_order), static_cast<Value>(r.operation),
        Value{r.bits}, Value{r.is_signed}, Value{r.weak}, Value{r.awaits}, Value{r.lock},
        static_cast<Value>(r.location), r.operand, r.expected, Value{r.wait_begin}}) {
    result.push_back(v);
  }
  if (r.kind != RequestKind::read && r.kind != RequestKind::compare_exchange) return result;
  for (Value v = 0; v < kValues; ++v) {
    result.push_back(run.accepts(thread, v, true) ? 1 : 0);
    result.push_back(run.accepts(thread, v, false) ? 1 : 0);
  }
  return result;
}

class Driver {
 public:
  Driver(const Program& program, Random& random)
      : program_(program),
        random_(random),
        run_(program.start()),
        pasts_(program.threads()),
        saved_(pasts_),
        keeps_(random.below(4) != 0) {
    run_->save();
  }

  void step() {
    const auto t = static_cast<ThreadId>(random_.below(pasts_.size()));
    std::vector<Resume>& past = pasts_[t];
    const Request& request = run_->pending(t);
    switch (random_.below(24)) {
      case 0:
        past.clear();
        ASSERT_TRUE(run_->restart(t));
        break;
      case 1:
        saved_ = pasts_;
        run_->save();
        break;
      case 2:
        pasts_ = saved_;
        run_->restore();
        break;
      case 3:
        if (!request.awaits || request.lock) break;
        past.resize(request.wait_begin);
        run_->rewind(t);
        break;
      case 4:
        if (random_.below(8) != 0) break;
        pasts_.assign(pasts_.size(), {});
        run_->reset();
        break;
      case 5:
        if (keeps_) run_->keep_history();
        break;
      case 6:
      case 7:
        take_back(t, static_cast<std::uint32_t>(random_.below(past.size() + 1)));
        break;
      default:
        if (may_resume(request)) resume(t, request);
    }
  }

  // Is everything as it would be in a fresh run, now and after the same values from here on?
  void check() {
    const std::unique_ptr<Run> fresh = program_.start();
    for (ThreadId t = 0; t < pasts_.size(); ++t) {
      for (const Resume& r : pasts_[t]) fresh->resume(t, r.value, r.succeeded);
      ASSERT_EQ(seen(*run_, t), seen(*fresh, t)) << program_.name() << " P" << t << " after " << pasts_[t].size();
    }
  }

 private:
  void resume(ThreadId t, const Request& request) {
    const auto value = static_cast<Value>(random_.below(kValues));
    const bool succeeded = request.kind != RequestKind::compare_exchange || value == request.expected;
    pasts_[t].push_back({value, succeeded});
    run_->resume(t, value, succeeded);
  }

  void take_back(ThreadId t, std::uint32_t count) {
    const std::optional<std::uint32_t> done = run_->take_back(t, count);
    ASSERT_TRUE(done && *done <= count);
    for (std::uint32_t i = *done; i < count; ++i) run_->resume(t, pasts_[t][i].value, pasts_[t][i].succeeded);
    pasts_[t].resize(count);
  }

  const Program& program_;
  Random& random_;
  std::unique_ptr<Run> run_;
  Pasts pasts_, saved_;
  bool keeps_;
};

TEST(LitmusHistory, ThreadsAreAsGoodAsFreshOnes) {
  Random random(20261121);
  int programs = 0;
  for (const auto& entry : std::filesystem::directory_iterator(source_folder() + "/litmus")) {
    if (entry.path().extension() != ".litmus") continue;
    const std::shared_ptr<const Program> program = load_litmus(entry.path());
    ++programs;
    for (int sequence = 0; sequence < 4; ++sequence) {
      Driver driver(*program, random);
      for (int i = 0; i < 60; ++i) {
        driver.step();
        driver.check();
        if (HasFatalFailure()) return;
      }
    }
  }
  EXPECT_GE(programs, 184);
}

// Of long threads not every state is remembered, but one that is near.
TEST(LitmusHistory, LongThreadsAreTakenBackToNearby) {
  const std::shared_ptr<const Program> program = parse_litmus(
      "C t {} P0(atomic_int* x) { int s = 0; for (int i = 0; i < 20000; i++) {"
      " int r = atomic_load_explicit(x, memory_order_relaxed); s = s + r; atomic_store_explicit(x, s, "
      "memory_order_relaxed); } }",
      "t.litmus");
  const std::unique_ptr<graphfuzz::Run> run = program->start();
  run->keep_history();
  const auto go_to = [&](std::uint32_t from, std::uint32_t to) {
    for (std::uint32_t i = from; i < to; ++i) run->resume(0, i % 4 == 0 ? 1 : 0, true);
  };
  go_to(0, 20'001);
  for (const std::uint32_t count : {20'000U, 19'999U, 10'001U, 1'003U, 255U, 17U, 0U}) {
    const std::optional<std::uint32_t> done = run->take_back(0, count);
    ASSERT_TRUE(done);
    EXPECT_LE(*done, count);
    EXPECT_LE(count - *done, count / 256);
    go_to(*done, count);
    const Request& request = run->pending(0);
    ASSERT_EQ(request.kind, count % 2 == 0 ? RequestKind::read : RequestKind::write);
    if (count % 2 == 1) {
      EXPECT_EQ(request.operand, (count + 3) / 4);
    }
  }
}

}  // namespace
}  // namespace graphfuzz

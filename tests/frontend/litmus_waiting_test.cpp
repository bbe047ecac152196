// Loops that only wait for a value consume no iterations; all others are bounded or counted.
#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "graphfuzz/frontend/litmus.hpp"
#include "sequential_executor.hpp"

namespace graphfuzz {
namespace {

using testing::SequentialExecutor;

struct Thread {
  std::shared_ptr<const Program> program;
  std::unique_ptr<Run> run;

  const Request& pending() const { return run->pending(0); }
  bool accepts(Value value, bool succeeded = false) const { return run->accepts(0, value, succeeded); }
  void resume(Value value = 0, bool succeeded = false) { run->resume(0, value, succeeded); }
  std::string location() const { return program->locations()[pending().location].name; }
};

Thread start(const std::string& body, const std::string& tail = "", const LitmusOptions& options = {}) {
  Thread thread;
  thread.program = parse_litmus("C t {} P0(atomic_int* x, atomic_int* y, atomic_int* z) {\n" + body + "\n}\n" + tail,
                                "t.litmus", options);
  thread.run = thread.program->start();
  return thread;
}

/// The thread waits at its first request until it reads `good`.
void expect_wait(const std::string& body, Value good, Value bad, const std::string& tail = "") {
  SCOPED_TRACE(body);
  Thread thread = start(body, tail);
  for (int round = 0; round < 2; ++round) {
    ASSERT_EQ(thread.pending().kind, RequestKind::read);
    EXPECT_TRUE(thread.pending().awaits);
    EXPECT_EQ(thread.pending().wait_begin, 0u);
    EXPECT_FALSE(thread.pending().lock);
    EXPECT_FALSE(thread.accepts(bad));
    EXPECT_TRUE(thread.accepts(good));
    thread.run->rewind(0);
  }
  thread.resume(good);
  EXPECT_EQ(thread.pending().kind, RequestKind::finished);
}

TEST(LitmusWaiting, SpinLoops) {
  expect_wait("while (atomic_load_explicit(x, memory_order_acquire) != 1);", 1, 2);
  expect_wait("int r = 0; while (r != 1) r = atomic_load(x);", 1, 0);
  expect_wait("int r = 1; while (r) { r = atomic_load(x); }", 0, 7);
  expect_wait("int r; do { r = atomic_load(x); } while (r == 0);", 1, 0);
  expect_wait("int r; do { r = atomic_load(x); } while (r == 0);", 1, 0, "exists (0:r=1)");
  expect_wait("while (1) { int r = atomic_load(x); if (r == 1) break; }", 1, 2, "exists (0:r=1)");
  expect_wait("for (;;) { if (*x) return; }", 1, 0);
}

TEST(LitmusWaiting, ReadBeforeTheLoopIsNoWait) {
  Thread thread = start("for (int r = *x; !r; r = *x);");
  EXPECT_FALSE(thread.pending().awaits);
  thread.resume(0);
  EXPECT_TRUE(thread.pending().awaits);
  EXPECT_EQ(thread.pending().wait_begin, 1u);
  EXPECT_FALSE(thread.accepts(0));
  EXPECT_TRUE(thread.accepts(1));
}

TEST(LitmusWaiting, RegisterThatMattersMakesAnIteration) {
  // r is observed, so having read 2 is not the same as having read nothing.
  Thread thread = start("int r = 0; while (r != 1) r = atomic_load(x);", "exists (0:r=1)");
  EXPECT_FALSE(thread.accepts(0));
  EXPECT_FALSE(thread.accepts(2));  // comes back to the beginning of the body, where r does not matter
  Thread counting = start("int n = 0; while (*x == 0) n++;", "exists (0:n=1)");
  EXPECT_TRUE(counting.accepts(0));
  counting.resume(0);
  EXPECT_EQ(counting.pending().kind, RequestKind::read);
  counting.resume(0);
  EXPECT_EQ(counting.pending().kind, RequestKind::read);
  counting.resume(0);
  EXPECT_EQ(counting.pending().kind, RequestKind::truncated);
}

TEST(LitmusWaiting, RegisterThatDoesNotMatterDoesNot) {
  Thread thread = start("int n = 0; while (*x == 0) n = 5;");
  EXPECT_FALSE(thread.accepts(0));
}

TEST(LitmusWaiting, FencesArePassedOver) {
  Thread thread = start("while (1) { int r = *x; atomic_thread_fence(memory_order_acquire); if (r) break; }");
  EXPECT_FALSE(thread.accepts(0));
  EXPECT_TRUE(thread.accepts(1));
}

TEST(LitmusWaiting, CompareExchange) {
  for (const std::string body : {"int e = 0; while (!atomic_compare_exchange_weak(x, &e, 1)) { e = 0; }",
                                 "int e = 0; do { e = 0; } while (!atomic_compare_exchange_weak(x, &e, 1));"}) {
    SCOPED_TRACE(body);
    Thread thread = start(body);
    ASSERT_EQ(thread.pending().kind, RequestKind::compare_exchange);
    EXPECT_TRUE(thread.pending().awaits);
    EXPECT_FALSE(thread.accepts(1, false));
    EXPECT_FALSE(thread.accepts(0, false));  // a spurious failure
    EXPECT_TRUE(thread.accepts(0, true));
    thread.resume(0, true);
    EXPECT_EQ(thread.pending().kind, RequestKind::finished);
  }
}

TEST(LitmusWaiting, TestAndCompareExchange) {
  Thread thread = start("int e; while (1) { if (*x == 0) { e = 0; if (WCAS(x, &e, 1)) break; } }");
  EXPECT_FALSE(thread.accepts(1));
  EXPECT_TRUE(thread.accepts(0));
  thread.resume(0);
  ASSERT_EQ(thread.pending().kind, RequestKind::compare_exchange);
  EXPECT_TRUE(thread.pending().awaits);
  EXPECT_EQ(thread.pending().wait_begin, 0u);
  EXPECT_FALSE(thread.accepts(1, false));
  thread.run->rewind(0);
  EXPECT_EQ(thread.pending().kind, RequestKind::read);
  EXPECT_TRUE(thread.pending().awaits);
  thread.resume(0);
  EXPECT_TRUE(thread.accepts(0, true));
  thread.resume(0, true);
  EXPECT_EQ(thread.pending().kind, RequestKind::finished);
}

TEST(LitmusWaiting, Peterson) {
  Thread thread = start("*x = 1; while (atomic_load(y) == 1 && atomic_load(z) == 1); *x = 2;");
  EXPECT_FALSE(thread.pending().awaits);
  thread.resume();
  EXPECT_TRUE(thread.pending().awaits);
  EXPECT_EQ(thread.pending().wait_begin, 1u);
  EXPECT_TRUE(thread.accepts(0));
  EXPECT_TRUE(thread.accepts(1));  // another read follows
  thread.resume(1);
  EXPECT_EQ(thread.location(), "z");
  EXPECT_EQ(thread.pending().wait_begin, 1u);
  EXPECT_FALSE(thread.accepts(1));
  EXPECT_TRUE(thread.accepts(0));
  thread.run->rewind(0);
  EXPECT_EQ(thread.location(), "y");
  EXPECT_EQ(thread.pending().wait_begin, 1u);
  thread.resume(0);
  EXPECT_EQ(thread.pending().kind, RequestKind::write);
  EXPECT_EQ(thread.pending().operand, 2);
}

TEST(LitmusWaiting, SeqlockReader) {
  Thread thread =
      start("int s, t, d; do { do { s = atomic_load(x); } while (s & 1); d = *y; t = atomic_load(x); } while (s != t);",
            "exists (0:d=1)");
  EXPECT_FALSE(thread.accepts(1));  // the inner wait
  thread.resume(2);
  EXPECT_EQ(thread.location(), "y");
  EXPECT_TRUE(thread.pending().awaits);
  EXPECT_EQ(thread.pending().wait_begin, 0u);
  EXPECT_TRUE(thread.accepts(5));
  thread.resume(5);
  EXPECT_EQ(thread.location(), "x");
  EXPECT_FALSE(thread.accepts(4));  // all of it again
  EXPECT_TRUE(thread.accepts(2));
  thread.run->rewind(0);
  EXPECT_EQ(thread.location(), "x");
  thread.resume(4);
  thread.resume(1);
  thread.resume(4);
  EXPECT_EQ(thread.pending().kind, RequestKind::finished);
}

TEST(LitmusWaiting, ExchangeLoopWaitsUnlessRetriesAreKept) {
  const std::string loop = "while (atomic_exchange(x, 1));";
  Thread waiting = start(loop);
  ASSERT_EQ(waiting.pending().kind, RequestKind::update);
  EXPECT_TRUE(waiting.pending().awaits);
  EXPECT_EQ(waiting.pending().wait_begin, 0u);
  EXPECT_FALSE(waiting.accepts(1, true));
  EXPECT_TRUE(waiting.accepts(0, true));
  EXPECT_TRUE(waiting.accepts(2, true));  // it writes 1 then
  waiting.run->rewind(0);
  waiting.resume(0, true);
  EXPECT_EQ(waiting.pending().kind, RequestKind::finished);

  Thread thread = start(loop, "", {.drop_retries = false});
  for (int i = 0; i < 3; ++i) {
    ASSERT_EQ(thread.pending().kind, RequestKind::update) << i;
    EXPECT_FALSE(thread.pending().awaits);
    thread.resume(1);
  }
  EXPECT_EQ(thread.pending().kind, RequestKind::truncated);
  Thread more = start(loop, "", {.unroll = 5, .drop_retries = false});
  for (int i = 0; i < 6; ++i) more.resume(1);
  EXPECT_EQ(more.pending().kind, RequestKind::truncated);
}

TEST(LitmusWaiting, WaitsDoNotCountButIterationsDo) {
  // Every round waits for x, then writes y: two rounds are allowed.
  Thread thread = start("int r = 0; while (r != 3) { while ((r = *x) == 0); *y = r; }");
  for (int round = 0; round < 2; ++round) {
    ASSERT_EQ(thread.pending().kind, RequestKind::read);
    EXPECT_TRUE(thread.pending().awaits);
    EXPECT_EQ(thread.pending().wait_begin, static_cast<std::uint32_t>(2 * round));
    EXPECT_FALSE(thread.accepts(0));
    thread.run->rewind(0);
    EXPECT_TRUE(thread.accepts(1));
    thread.resume(1);
    ASSERT_EQ(thread.pending().kind, RequestKind::write);
    thread.resume();
  }
  EXPECT_EQ(thread.pending().kind, RequestKind::truncated);
}

TEST(LitmusWaiting, CountedLoopsRunAsOftenAsTheySay) {
  Thread thread = start("for (int i = 0; i < 100; i++) { int r = *x; *y = r; }");
  for (int i = 0; i < 100; ++i) {
    ASSERT_EQ(thread.pending().kind, RequestKind::read);
    EXPECT_FALSE(thread.pending().awaits);
    thread.resume(i);
    ASSERT_EQ(thread.pending().kind, RequestKind::write);
    thread.resume();
  }
  EXPECT_EQ(thread.pending().kind, RequestKind::finished);
}

TEST(LitmusWaiting, CountingUnderAConditionOnMemoryStaysCounting) {
  Thread thread =
      start("if (*x) { for (int i = 0; i < 4; i++) *y = i; } else { return; } int j = 0; while (j++ < 4) *z = j;");
  thread.resume(1);
  for (int i = 0; i < 8; ++i) {
    ASSERT_EQ(thread.pending().kind, RequestKind::write) << i;
    thread.resume();
  }
  EXPECT_EQ(thread.pending().kind, RequestKind::finished);
}

TEST(LitmusWaiting, LoopsWhoseEndDependsOnMemoryAreBounded) {
  for (const std::string body :
       {"int n = *x; for (int i = 0; i < n; i++) *y = i;",
        "int n = 0; if (*x) n = 50; for (int i = 0; i < n; i++) *y = i;",
        "int z1 = *x; for (int i = 0; i < 50; i++) { *y = i; if (z1 == 0) break; }", "int c = *x; while (1) *y = 1;"}) {
    SCOPED_TRACE(body);
    Thread thread = start(body);
    thread.resume(50);
    for (int i = 0; i < 2; ++i) {
      ASSERT_EQ(thread.pending().kind, RequestKind::write);
      thread.resume();
    }
    EXPECT_EQ(thread.pending().kind, RequestKind::truncated);
  }
}

TEST(LitmusWaiting, EndlessComputationIsTruncated) {
  EXPECT_EQ(start("int i = 0; while (i < 10) i = i;").pending().kind, RequestKind::truncated);
  EXPECT_EQ(start("for (;;);").pending().kind, RequestKind::truncated);
  Thread thread = start("int r = *x; while (r == 0);");
  thread.resume(0);
  EXPECT_EQ(thread.pending().kind, RequestKind::truncated);
}

TEST(LitmusWaiting, EverythingIsAWait) {
  Thread thread = start("while (1) { int r = *x; }");
  EXPECT_TRUE(thread.pending().awaits);
  EXPECT_FALSE(thread.accepts(0));
  EXPECT_FALSE(thread.accepts(1));
}

TEST(LitmusWaiting, AssumeInsideAWait) {
  Thread thread = start("while (1) { int r = *x; assume(r != 3); if (r == 1) break; }");
  EXPECT_FALSE(thread.accepts(3));
  EXPECT_FALSE(thread.accepts(2));
  EXPECT_TRUE(thread.accepts(1));
  Thread outside = start("int r = *x; assume(r == 1);");
  EXPECT_FALSE(outside.pending().awaits);
  outside.resume(0);
  EXPECT_EQ(outside.pending().kind, RequestKind::blocked);
}

TEST(LitmusWaiting, Locks) {
  Thread thread = start("int r = *y; lock(x); *y = 1; unlock(x);");
  thread.resume(0);
  const Request& lock = thread.pending();
  EXPECT_EQ(lock.kind, RequestKind::compare_exchange);
  EXPECT_TRUE(lock.awaits);
  EXPECT_TRUE(lock.lock);
  EXPECT_EQ(lock.wait_begin, 1u);
  EXPECT_EQ(lock.order, MemoryOrder::acquire);
  EXPECT_EQ(lock.failure_order, MemoryOrder::relaxed);
  EXPECT_EQ(lock.expected, 0);
  EXPECT_EQ(lock.operand, 1);
  EXPECT_FALSE(thread.accepts(1, false));
  EXPECT_FALSE(thread.accepts(0, false));
  EXPECT_TRUE(thread.accepts(0, true));
  thread.run->rewind(0);
  EXPECT_EQ(thread.pending().kind, RequestKind::compare_exchange);
  thread.resume(0, true);
  thread.resume();
  EXPECT_EQ(thread.pending().kind, RequestKind::write);
  EXPECT_EQ(thread.pending().order, MemoryOrder::release);
  EXPECT_EQ(thread.pending().operand, 0);
}

TEST(LitmusWaiting, ThreadsTakeTurns) {
  const auto program = parse_litmus(
      "C t {} P0(int* l, int* c) { for (int i = 0; i < 3; i++) { lock(l); *c = *c + 1; unlock(l); } }\n"
      "P1(int* l, int* c, int* d) { while (*c != 3); mtx_lock(l); *d = *c; mtx_unlock(l); }\n"
      "P2(int* d) { int r; do r = *d; while (r == 0); }\n"
      "forall (c=3 /\\ 2:r=3)",
      "t");
  SequentialExecutor executor(*program);
  executor.run();
  EXPECT_EQ(executor.describe(), "P2:r=3; c=3;");
  EXPECT_TRUE(program->question().satisfies(executor.state()));
}

TEST(LitmusWaiting, RewindRestoresRegisters) {
  Thread thread = start("int n = 4; while (1) { int m = n; n = *x; if (n + *y == 9) break; n = m; }", "exists (0:n=1)");
  EXPECT_TRUE(thread.accepts(1));
  thread.resume(1);
  EXPECT_EQ(thread.location(), "y");
  EXPECT_FALSE(thread.accepts(0));
  EXPECT_TRUE(thread.accepts(8));
  thread.run->rewind(0);
  EXPECT_EQ(thread.location(), "x");
  thread.resume(2);
  EXPECT_FALSE(thread.accepts(8));
  EXPECT_TRUE(thread.accepts(7));
}

}  // namespace
}  // namespace graphfuzz

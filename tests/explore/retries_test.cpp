// Retries with zero net effect (doc/decisions/0011): how many graphs are left, and that no final state is lost.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "graphfuzz/explore/executor.hpp"
#include "graphfuzz/explore/random.hpp"
#include "graphfuzz/frontend/litmus.hpp"
#include "graphfuzz/model/registry.hpp"
#include "support/explore_all.hpp"
#include "support/sanitized.hpp"

namespace graphfuzz {
namespace {

struct Explored {
  std::uint64_t graphs = 0;
  std::uint64_t blocked = 0;
  std::uint64_t truncated = 0;
  std::set<std::string> states;
  std::set<std::string> failures;
  bool finished = true;
};

Explored explore(const std::string& text, const std::string& model, const LitmusOptions& options,
                 std::uint64_t limit = 200'000) {
  const auto program = parse_litmus(text, "t.litmus", options);
  const auto memory_model = make_model(model);
  Random random(7);
  RandomStrategy strategy(random);
  Explored seen;
  seen.finished = testing::explore_all(
      *program, *memory_model, strategy,
      [&](Explorer& explorer, std::optional<Ending> ending) {
        if (!ending) return;
        for (const Failure& failure : explorer.failures()) seen.failures.insert(program->message(failure.message));
        if (*ending == Ending::complete) {
          ++seen.graphs;
          seen.states.insert(program->describe(explorer.state()));
        }
        seen.blocked += *ending == Ending::blocked ? 1 : 0;
        seen.truncated += *ending == Ending::truncated ? 1 : 0;
      },
      limit);
  return seen;
}

LitmusOptions dropping() { return {}; }
LitmusOptions keeping(unsigned unroll) { return {unroll, {}, false}; }

std::string lock_test(const std::string& acquire, unsigned threads) {
  std::string text = "C lock { l=0; c=0; }\n";
  for (unsigned t = 0; t < threads; ++t) {
    text += fmt::format(
        "P{} (atomic_int* l, int* c) {{ {} *c = *c + 1; atomic_store_explicit(l, 0, memory_order_release); }}\n", t,
        acquire);
  }
  return text + "exists (c=77)";
}

// Test-and-test-and-set, spelled in several ways: which unlocked value the last load has read is open.
const std::vector<std::string> kTestFirst = {
    "while (1) { while (atomic_load_explicit(l, memory_order_relaxed) == 1); "
    "if (atomic_exchange_explicit(l, 1, memory_order_acquire) == 0) break; }",
    "for (;;) { while (atomic_load_explicit(l, memory_order_relaxed)); "
    "if (!atomic_exchange_explicit(l, 1, memory_order_acquire)) break; }",
    "int r; do { while (atomic_load_explicit(l, memory_order_relaxed)); "
    "r = atomic_exchange_explicit(l, 1, memory_order_acquire); } while (r);",
};

const std::vector<std::string> kSetFirst = {
    "while (atomic_exchange_explicit(l, 1, memory_order_acquire));",
    "do { } while (atomic_exchange_explicit(l, 1, memory_order_acquire) == 1);",
    "while (atomic_exchange_explicit(l, 1, memory_order_acquire)) "
    "{ while (atomic_load_explicit(l, memory_order_relaxed)); }",
    "int r = atomic_exchange_explicit(l, 1, memory_order_acquire); "
    "while (r != 0) r = atomic_exchange_explicit(l, 1, memory_order_acquire);",
    "while (atomic_fetch_or_explicit(l, 1, memory_order_acquire) & 1);",
};

TEST(Retries, TestAndTestAndSetHasTheSquareOfTheFactorial) {
  for (const std::string& acquire : kTestFirst) {
    SCOPED_TRACE(acquire);
    for (const char* model : {"rc11", "ra", "sc"}) {
      SCOPED_TRACE(model);
      EXPECT_EQ(explore(lock_test(acquire, 2), model, dropping()).graphs, 4u);
      EXPECT_EQ(explore(lock_test(acquire, 3), model, dropping()).graphs, 36u);
    }
  }
  const Explored four = explore(lock_test(kTestFirst[0], 4), "rc11", dropping());
  EXPECT_EQ(four.graphs, 576u);
  EXPECT_EQ(four.truncated, 0u);
  EXPECT_EQ(explore(lock_test(kTestFirst[0], 2), "rc11", keeping(2)).graphs, 6u);
}

TEST(Retries, TestAndSetHasTheFactorial) {
  for (const std::string& acquire : kSetFirst) {
    SCOPED_TRACE(acquire);
    for (const char* model : {"rc11", "ra", "sc", "tso"}) {
      SCOPED_TRACE(model);
      const Explored seen = explore(lock_test(acquire, 3), model, dropping());
      EXPECT_EQ(seen.graphs, 6u);
      EXPECT_EQ(seen.blocked, 0u);
      EXPECT_EQ(seen.truncated, 0u);
    }
  }
}

constexpr int kBias = 0x00100000;

// The Linux kernel's reader-writer lock, as GenMC's tests have it: `ok` is what the prior value must be.
std::string take(unsigned spelling, int amount, const std::string& ok, const std::string& bad) {
  const std::string subtract = fmt::format("atomic_fetch_sub_explicit(rw, {}, memory_order_acquire)", amount);
  const std::string add = fmt::format("atomic_fetch_add_explicit(rw, {}, memory_order_relaxed)", amount);
  const std::string load = "atomic_load_explicit(rw, memory_order_relaxed)";
  switch (spelling) {
    case 0:
      return fmt::format("prior = {0}; while (prior {3}) {{ {1}; while ({2} {3}); prior = {0}; }}", subtract, add, load,
                         bad);
    case 1:
      return fmt::format("while ({0} {3}) {{ {1}; while ({2} {3}); }}", subtract, add, load, bad);
    case 2:
      return fmt::format("for (;;) {{ if ({} {}) break; {}; while ({} {}); }}", subtract, ok, add, load, bad);
    default:
      return fmt::format("while ({} {}) {};", subtract, bad, add);
  }
}

std::string reader(unsigned spelling) {
  return take(spelling, 1, "> 0", "<= 0") + " r = *x; atomic_fetch_add_explicit(rw, 1, memory_order_release);\n";
}

std::string writer(unsigned spelling, unsigned thread) {
  return take(spelling, kBias, fmt::format("== {}", kBias), fmt::format("!= {}", kBias)) +
         fmt::format(" *x = {}; atomic_fetch_add_explicit(rw, {}, memory_order_release);\n", thread + 1, kBias);
}

std::string reader_writers(unsigned spelling, const std::vector<std::string>& kinds) {
  std::string text = fmt::format("C rw {{ rw={}; x=0; }}\n", kBias);
  for (unsigned t = 0; t < kinds.size(); ++t) {
    text += fmt::format("P{} (atomic_int* rw, int* x) {{ int prior; int r;\n", t);
    for (const char kind : kinds[t]) text += kind == 'r' ? reader(spelling) : writer(spelling, t);
    text += "}\n";
  }
  return text + "exists (0:r=77)";
}

TEST(Retries, ReaderWriterLock) {
  for (unsigned spelling = 0; spelling < 4; ++spelling) {
    SCOPED_TRACE(spelling);
    for (const char* model : {"rc11", "ra", "sc"}) {
      SCOPED_TRACE(model);
      const Explored seen = explore(reader_writers(spelling, {"rw", "rw"}), model, dropping());
      EXPECT_EQ(seen.graphs, 14u);
      EXPECT_EQ(seen.truncated, 0u);
      EXPECT_EQ(seen.blocked, 0u);
    }
  }
  EXPECT_EQ(explore(reader_writers(0, {"rw", "rw"}), "rc11", keeping(2)).graphs, 222u);
}

TEST(Retries, SamplesComplete) {
  const auto program = parse_litmus(reader_writers(0, {"rw", "w", "r"}), "t.litmus");
  const auto model = make_model("rc11");
  Executor executor(*program, *model);
  Random random(3);
  RandomStrategy strategy(random);
  for (int i = 0; i < 200; ++i) ASSERT_EQ(executor.run({}, strategy), Ending::complete);
}

unsigned attempts(const std::string& body, const std::string& others = "",
                  const std::string& condition = "exists (x=77)") {
  return parse_litmus("C t { x=0; y=0; }\nP0 (atomic_int* x, atomic_int* y) { " + body + " }\n" + others + condition,
                      "t.litmus")
      ->retries()
      .attempts;
}

TEST(Retries, WhatIsNoneIsLeftAlone) {
  const std::string lock = "while (atomic_exchange(x, 1));";
  EXPECT_EQ(attempts(lock), 1u);
  // Each leaves something behind; a failed one may give up; the thread may wait for
  // something else; the location may race; nobody comes back.
  EXPECT_EQ(attempts("while (atomic_exchange(x, 1)) *y = 1;"), 0u);
  EXPECT_EQ(attempts("while (atomic_exchange(x, 1)) { if (*y) break; }"), 0u);
  EXPECT_EQ(attempts("while (atomic_exchange(x, 1)) { while (atomic_load(y)); }"), 0u);
  EXPECT_EQ(attempts(lock, "P1 (int* x) { int r = *x; }\n"), 0u);
  EXPECT_EQ(attempts("int r = atomic_exchange(x, 1);"), 0u);
  const std::string semaphore = "while (atomic_fetch_sub(x, 1) <= 0) atomic_fetch_add(x, 1);";
  EXPECT_EQ(attempts(semaphore), 1u);
  // Others can tell that there was an attempt, or change the location in another way.
  EXPECT_EQ(attempts(semaphore, "P1 (atomic_int* x) { int r = atomic_load(x); }\n", "exists (1:r=-1)"), 0u);
  EXPECT_EQ(attempts(semaphore, "P1 (atomic_int* x) { if (atomic_fetch_add(x, 1) < 0) atomic_fetch_add(x, 1); }\n"),
            0u);
  EXPECT_EQ(attempts(semaphore, "P1 (atomic_int* x) { atomic_store(x, 1); }\n"), 0u);
  EXPECT_EQ(attempts("while (atomic_fetch_sub(x, 1) <= 0) atomic_fetch_add(x, 2);"), 0u);
}

TEST(Retries, CountedAttemptsAreAllMade) {
  const auto program = parse_litmus(
      "C t { x=0; }\nP0 (atomic_int* x) { int n = 0; while (atomic_exchange(x, 1)) n++; }\nexists (0:n=1)", "t.litmus");
  EXPECT_TRUE(program->start()->accepts(0, 1, true));
}

// Random threads that acquire, do something, and release; observers look on.
class Writer {
 public:
  explicit Writer(std::uint64_t seed) : random_(seed) {}

  std::string program() {
    counts_ = random_.below(2) == 0;
    const unsigned threads = 2 + random_.below(2);
    std::string text = fmt::format("C t {{ l={}; x=0; y=0; }}\n", counts_ ? 1 + random_.below(2) : random_.below(2));
    for (unsigned t = 0; t < threads; ++t) {
      text +=
          fmt::format("P{} (atomic_int* l, atomic_int* x, atomic_int* y) {{ int r0 = 0; int r1 = 0; int p = 0;\n", t);
      const unsigned parts = 1 + random_.below(threads == 2 ? 2 : 1);
      for (unsigned i = 0; i < parts; ++i) text += part(i);
      text += "}\n";
    }
    text += "locations [l; x; y;";
    for (unsigned t = 0; t < threads; ++t) text += fmt::format(" {}:r0; {}:r1;", t, t);
    if (random_.below(4) == 0) text += " 0:p;";
    return text + "]\nexists (x=77)";
  }

 private:
  std::string order(const char* one, const char* other) {
    return std::string("memory_order_") + (random_.below(2) == 0 ? one : other);
  }
  std::string part(unsigned i) {
    switch (random_.below(6)) {
      case 0:
        return fmt::format("  r{} = atomic_load_explicit(l, {});\n", i, order("relaxed", "acquire"));
      case 1:
        return random_.below(2) == 0 ? access(i) : release();
      case 2:
        if (counts_) return fmt::format("  r{} = atomic_fetch_add_explicit(l, 1, memory_order_relaxed);\n", i);
        return fmt::format("  atomic_store_explicit(l, {}, {});\n", random_.below(3), order("relaxed", "release"));
      default:
        return acquire() + access(i) + (random_.below(4) == 0 ? "" : release());
    }
  }
  std::string access(unsigned i) {
    if (random_.below(3) == 0) return fmt::format("  assert(atomic_load_explicit(x, memory_order_relaxed) != 2);\n");
    if (random_.below(2) == 0) return fmt::format("  r{} = atomic_load_explicit(x, memory_order_relaxed);\n", i);
    return fmt::format("  atomic_store_explicit(x, {}, memory_order_relaxed);\n", 1 + random_.below(2));
  }
  std::string release() {
    if (counts_) return fmt::format("  atomic_fetch_add_explicit(l, 1, {});\n", order("relaxed", "release"));
    return fmt::format("  atomic_store_explicit(l, 0, {});\n", order("relaxed", "release"));
  }
  std::string acquire() {
    const std::string spin = "while (atomic_load_explicit(l, memory_order_relaxed) {})";
    if (counts_) {
      const std::string bad = random_.below(3) == 0 ? "!= 1" : "<= 0";
      const std::string subtract = fmt::format("atomic_fetch_sub_explicit(l, 1, {})", order("relaxed", "acquire"));
      const std::string add = "atomic_fetch_add_explicit(l, 1, memory_order_relaxed)";
      const std::string wait = "while (atomic_load_explicit(l, memory_order_relaxed) " + bad + ");";
      switch (random_.below(3)) {
        case 0:
          return "  while (" + subtract + " " + bad + ") { " + add + "; " + (random_.below(2) == 0 ? wait : "") +
                 " }\n";
        case 1:
          return "  p = " + subtract + "; while (p " + bad + ") { " + add + "; " + wait + " p = " + subtract + "; }\n";
        default:
          return "  while (" + subtract + " " + bad + ") { " + add + "; r1 = *y; }\n";
      }
    }
    const std::string set = fmt::format("atomic_exchange_explicit(l, 1, {})", order("relaxed", "acquire"));
    const std::string test = fmt::format("while (atomic_load_explicit(l, memory_order_relaxed) {});",
                                         random_.below(2) == 0 ? "== 1" : "!= 0");
    switch (random_.below(4)) {
      case 0:
        return "  while (" + set + ");\n";
      case 1:
        return "  while (1) { " + test + " if (" + set + " == 0) break; }\n";
      case 2:
        return "  while (" + set + " == 1) { " + test + " }\n";
      default:
        return "  p = " + set + "; while (p) { r0 = atomic_load_explicit(y, memory_order_relaxed); p = " + set +
               "; }\n";
    }
  }

  Random random_;
  bool counts_ = false;
};

bool contains(const std::set<std::string>& all, const std::set<std::string>& some) {
  return std::includes(all.begin(), all.end(), some.begin(), some.end());
}

// What is seen without failed attempts is all that is seen with up to k of them, and no more than with many. Blocked
// executions are not compared: as with waits, a thread that a failed attempt would have shown a newer write may still
// read an older one, and is not blocked then (decision 11).
void expect_no_state_lost(std::uint64_t seeds) {
  constexpr std::uint64_t kLimit = 3000;
  std::uint64_t compared = 0;
  std::uint64_t reduced = 0;
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    const std::string text = Writer(seed).program();
    const std::string model = std::vector<std::string>{"rc11", "ra", "sc", "relaxed", "tso"}[seed % 5];
    SCOPED_TRACE(fmt::format("seed {}, {}\n{}", seed, model, text));
    const Explored without = explore(text, model, dropping(), kLimit);
    if (!without.finished) continue;
    std::set<std::string> states;
    std::set<std::string> failures;
    for (unsigned k = 1; k <= 3; ++k) {
      const Explored with = explore(text, model, keeping(k), kLimit);
      if (!with.finished) break;
      ++compared;
      if (parse_litmus(text, "t")->retries().attempts == 0) {
        if (k == 2) {
          EXPECT_EQ(with.states, without.states);
        }
        continue;
      }
      reduced += with.graphs > without.graphs ? 1 : 0;
      if (with.truncated == 0) {
        EXPECT_GE(with.graphs, without.graphs);
      }
      EXPECT_TRUE(contains(without.states, with.states));
      EXPECT_TRUE(contains(without.failures, with.failures));
      states.insert(with.states.begin(), with.states.end());
      failures.insert(with.failures.begin(), with.failures.end());
    }
    if (!states.empty()) {
      EXPECT_TRUE(contains(states, without.states));
    }
    if (!failures.empty()) {
      EXPECT_TRUE(contains(failures, without.failures));
    }
    if (::testing::Test::HasFailure()) return;
  }
  EXPECT_GT(compared, seeds);
  EXPECT_GT(reduced, seeds / (testing::kSanitized ? 16 : 4));
}

TEST(Retries, NoStateIsLost) { expect_no_state_lost(testing::kSanitized ? 45 : 150); }
TEST(SlowRetries, NoStateIsLost) { expect_no_state_lost(5000); }

}  // namespace
}  // namespace graphfuzz

// What an execution costs under each strategy as programs grow: threads that each run a loop of n rounds. Prints
// microseconds of CPU time per execution of random, mix and optimal, and how much more than random the others cost.
//   strategy_benchmark [most rounds [model…]]
#include <ctime>

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "graphfuzz/frontend/litmus.hpp"
#include "support/searches.hpp"

namespace graphfuzz {
namespace {

using testing::Fuzzer;
using testing::TreeFuzzer;

struct Shape {
  const char* name;
  int threads;
  const char* body;  // OWN, NEXT: locations of the thread and of the next one
};

constexpr Shape kShapes[] = {
    {"stores and loads", 2,
     "atomic_store_explicit(OWN, i, memory_order_relaxed); r = atomic_load_explicit(NEXT, memory_order_relaxed);"},
    {"one location", 4,
     "atomic_store_explicit(c, i, memory_order_relaxed); r = atomic_load_explicit(c, memory_order_relaxed);"},
    {"store buffering", 2, "atomic_store(OWN, i); r = atomic_load(NEXT);"},
    {"counter", 2, "atomic_fetch_add_explicit(c, 1, memory_order_relaxed);"},
    {"lock", 2,
     "e = 0; while (!atomic_compare_exchange_strong_explicit(c, &e, 1, memory_order_acquire, memory_order_relaxed)) "
     "{ e = 0; } atomic_store_explicit(c, 0, memory_order_release);"},
};

std::string replaced(std::string text, const std::string& what, const std::string& by) {
  for (std::size_t at; (at = text.find(what)) != std::string::npos;) text.replace(at, what.size(), by);
  return text;
}

std::shared_ptr<const Program> program(const Shape& shape, int rounds) {
  std::string text = "C loops\n{}\n";
  for (int t = 0; t < shape.threads; ++t) {
    text += fmt::format("P{} (atomic_int* c", t);
    for (int x = 0; x < shape.threads; ++x) text += fmt::format(", atomic_int* x{}", x);
    const std::string body = replaced(replaced(shape.body, "OWN", fmt::format("x{}", t)), "NEXT",
                                      fmt::format("x{}", (t + 1) % shape.threads));
    text += fmt::format(") {{ int r = 0; int e = 0; for (int i = 1; i <= {}; i++) {{ {} }} }}\n", rounds, body);
  }
  return parse_litmus(text + "exists (c=0)\n", "loops");
}

double seconds() {
  timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

// One search, timed in turns with the others, so that what else the machine does falls on all of them.
struct Timed {
  Search* search;
  double time = 0;
  std::uint64_t executions = 0;

  void run(double share) {
    const double begin = seconds();
    do {
      if (search->step().kind == StepKind::exhausted) return;
      ++executions;
    } while (seconds() - begin < share);
    time += seconds() - begin;
  }
  double microseconds() const { return executions == 0 ? 0 : 1e6 * time / static_cast<double>(executions); }
};

void measure(const Shape& shape, const std::string& model, int rounds) {
  const std::shared_ptr<const Program> tested = program(shape, rounds);
  GraphCounts counts[3];
  FuzzOptions options;
  options.strategy = StrategyKind::random;
  Fuzzer random(*tested, model, options, Identity::graph, counts[0], 1);
  options.strategy = StrategyKind::mix;
  Fuzzer mix(*tested, model, options, Identity::graph, counts[1], 1);
  Frontier frontier(1, Schedule::rarity, options.frontier_size);
  TreeFuzzer optimal(*tested, model, frontier, 0, counts[2], 1);
  Timed timed[] = {{&random.search()}, {&mix.search()}, {&optimal.search()}};
  for (int turn = 0; turn < 20; ++turn) {
    for (Timed& one : timed) one.run(0.01);
  }
  const double least = timed[0].microseconds();
  fmt::print("{:<18}{:<9}{:>7}{:>12.1f}{:>12.1f}{:>12.1f}{:>9.2f}{:>9.2f}\n", shape.name, model, rounds, least,
             timed[1].microseconds(), timed[2].microseconds(), timed[1].microseconds() / least,
             timed[2].microseconds() / least);
  std::fflush(stdout);
}

}  // namespace
}  // namespace graphfuzz

int main(int argc, char** argv) {
  const int most = argc > 1 ? std::atoi(argv[1]) : 1000;
  std::vector<std::string> models(argv + std::min(argc, 2), argv + argc);
  if (models.empty()) models = {"rc11", "ra", "sc", "relaxed", "tso"};
  fmt::print("{:<18}{:<9}{:>7}{:>12}{:>12}{:>12}{:>9}{:>9}\n", "program", "model", "rounds", "random", "mix", "optimal",
             "mix", "optimal");
  for (const auto& shape : graphfuzz::kShapes) {
    for (const std::string& model : models) {
      for (int rounds = 10; rounds <= most; rounds *= 10) graphfuzz::measure(shape, model, rounds);
    }
  }
}

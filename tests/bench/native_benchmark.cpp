// Native programs (tests/bench/native), each in a process of its own: executions per second at random, and graphs per
// second when all of them are built, both by the campaign's clock. `process` is the CPU time of the whole process in
// seconds: starting, learning what there is to be known of the program, and the campaign.
#include <benchmark/benchmark.h>
#include <fmt/format.h>
#include <sys/resource.h>

#include <array>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "support/folders.hpp"

namespace graphfuzz {
namespace {

struct Outcome {
  double executions = 0;
  double graphs = 0;
  double seconds = 0;
  double cpu = 0;
};

double seconds_of_children() {
  rusage usage{};
  ::getrusage(RUSAGE_CHILDREN, &usage);
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

// Throws std::runtime_error if there is no result.
Outcome run(const std::string& program, const std::string& options) {
  const std::string command = fmt::format("{} -q --seed 1 --json - {} {}/tests/bench/native/{}", GRAPHFUZZ_TOOL_PATH,
                                          options, source_folder(), program);
  const double before = seconds_of_children();
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> pipe(::popen(command.c_str(), "r"), ::pclose);
  std::string text;
  std::array<char, 4096> block;
  while (const std::size_t size = std::fread(block.data(), 1, block.size(), pipe.get()))
    text.append(block.data(), size);
  pipe.reset();  // waits for it, before which its time does not count as that of a child
  const auto result = nlohmann::json::parse(text).at(0);
  return {result.at("executions"), result.at("graphs"), result.at("seconds"), seconds_of_children() - before};
}

void benchmark_native(benchmark::State& state, const std::string& program, const std::string& options) {
  // Once, so that it is compiled. The limit of the executions is the options' own: `-n` may be given once only.
  run(program, options);
  Outcome last;
  double executions = 0;
  for (auto _ : state) {
    last = run(program, options);
    state.SetIterationTime(last.seconds);
    executions += last.executions;
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(executions));
  state.counters["graphs"] = last.graphs;
  state.counters["process"] = last.cpu;
}

#define GRAPHFUZZ_NATIVE(NAME, PROGRAM, OPTIONS)              \
  BENCHMARK_CAPTURE(benchmark_native, NAME, PROGRAM, OPTIONS) \
      ->UseManualTime()                                       \
      ->Iterations(3)                                         \
      ->Unit(benchmark::kMillisecond)

GRAPHFUZZ_NATIVE(random_sb, "sb.c", "--strategy random -n 600000");
GRAPHFUZZ_NATIVE(random_treiber_3, "treiber.c", "--strategy random -n 300000");
GRAPHFUZZ_NATIVE(random_mpmc_2x2, "mpmc.cpp", "--strategy random -n 200000");
GRAPHFUZZ_NATIVE(random_ms_queue_5, "ms_queue.c", "--strategy random -n 100000");
GRAPHFUZZ_NATIVE(random_monitor, "monitor.cpp", "--strategy random -n 100000");
GRAPHFUZZ_NATIVE(random_growth_1000, "growth.c", "--strategy random -n 500 --cflags -DSTEPS=125");
GRAPHFUZZ_NATIVE(random_growth_10000, "growth.c", "--strategy random -n 200 --cflags -DSTEPS=1250");
GRAPHFUZZ_NATIVE(random_large_data, "large_data.c", "--strategy random -n 2000");
GRAPHFUZZ_NATIVE(random_plain_10000, "plain_memory.c", "--strategy random -n 20 --cflags -DN=10000");
GRAPHFUZZ_NATIVE(random_plain_100000, "plain_memory.c", "--strategy random -n 20 --cflags -DN=100000");
GRAPHFUZZ_NATIVE(all_ttas_4, "ttas.c", "--exhaustive --cflags -DN=4");
GRAPHFUZZ_NATIVE(all_ttas_5, "ttas.c", "--exhaustive --cflags -DN=5");
GRAPHFUZZ_NATIVE(all_mcs_3, "mcs.c", "--exhaustive --cflags -DN=3");
GRAPHFUZZ_NATIVE(all_mcs_4, "mcs.c", "--exhaustive --cflags -DN=4");
GRAPHFUZZ_NATIVE(all_treiber_3x2, "treiber.c", "--exhaustive --cflags '-DWRITERS=3 -DREADERS=2'");
GRAPHFUZZ_NATIVE(all_ms_queue_3, "ms_queue.c", "--exhaustive --cflags '-DWRITERS=2 -DREADERS=1'");
GRAPHFUZZ_NATIVE(all_ms_queue_4, "ms_queue.c", "--exhaustive --cflags '-DWRITERS=2 -DREADERS=2'");
GRAPHFUZZ_NATIVE(all_mpmc_2x2, "mpmc.cpp", "--exhaustive");
GRAPHFUZZ_NATIVE(all_seqlock_3x2, "seqlock.c", "--exhaustive --cflags '-DWRITERS=2 -DREADERS=3'");
GRAPHFUZZ_NATIVE(all_szymanski_3, "szymanski.c", "--exhaustive --cflags -DN=3");
GRAPHFUZZ_NATIVE(all_lamport_3, "lamport.c", "--exhaustive --cflags -DN=3");
GRAPHFUZZ_NATIVE(all_ticket_7, "ticket.c", "--exhaustive --cflags -DN=7");

}  // namespace
}  // namespace graphfuzz

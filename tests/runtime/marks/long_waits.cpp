// Threads that wait for each other round after round, with everything in between that has to be as it was when the
// engine has tried out what a thread would do: blocks of the heap that grow, a library's writes to them, thread-locals,
// locks, what is below a function's frame when it has returned, and another thread's stack. With an argument a file is
// open all the time: then the engine cannot go back, and does everything again.
#include <graphfuzz/harness.h>

#include <atomic>
#include <cstdio>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace {

constexpr int kThreads = 3;
constexpr int kRounds = 12;

std::atomic<int> turn[kThreads];
std::atomic<int> mixed;
std::atomic<int> seen;
std::mutex lock;
std::string log_of_all;
thread_local int calls;

__attribute__((noinline)) int below(int round) {
  volatile int deep[200];
  for (int i = 0; i < 200; ++i) deep[i] = round + i;
  return deep[round];
}

void work(int me, std::vector<std::string>& lines) {
  int tries = 0;
  for (int round = 1; round <= kRounds; ++round) {
    lines[static_cast<std::size_t>(me)] += std::to_string(round * me + below(round));
    turn[me].store(round, std::memory_order_release);
    // No wait that is recognised: it counts.
    for (int i = 0; i < 3 && seen.load(std::memory_order_relaxed) < round; ++i) ++tries;
    // One that is, of several variables.
    for (int other = 0; other < kThreads; ++other) {
      while (turn[other].load(std::memory_order_acquire) < round - 1) {
      }
    }
    // An attempt that comes to a later load.
    for (int old = mixed.load(); !mixed.compare_exchange_weak(old, old * 3 + me);) {
    }
    {
      const std::lock_guard<std::mutex> held(lock);
      log_of_all += static_cast<char>('a' + me);
      ++calls;
    }
    if (me == 0) seen.store(round, std::memory_order_relaxed);
    if (round % 8 == 0) std::printf("%d %d\n", me, round);
  }
  lines[static_cast<std::size_t>(me)] += std::to_string(calls * 100 + tries);
}

}  // namespace

int main(int count, char**) {
  std::FILE* const open = count > 1 ? std::fopen("/dev/null", "r") : nullptr;
  std::vector<std::string> lines(kThreads);
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i) threads.emplace_back([i, &lines] { work(i, lines); });
  for (std::thread& thread : threads) thread.join();
  unsigned sum = 0;
  for (const std::string& line : lines) {
    for (const char c : line) sum = 31 * sum + static_cast<unsigned char>(c);
  }
  for (const char c : log_of_all) sum = 31 * sum + static_cast<unsigned char>(c);
  graphfuzz_note("sum", static_cast<int>(sum));
  if (open != nullptr) std::fclose(open);
}

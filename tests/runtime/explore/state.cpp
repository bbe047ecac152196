// What explore() finds in bodies, that each run of them finds all memory as it was at the call, and that nothing of
// them is seen afterwards.
#include <graphfuzz/harness.h>
#include <pthread.h>
#include <graphfuzz/explore.hpp>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#define CHECK(CONDITION)                                                         \
  if (!(CONDITION)) {                                                            \
    std::fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #CONDITION); \
    failed = true;                                                               \
  }

namespace {

bool failed = false;
std::map<int, std::string> from_constructor = {{1, "a text that is too long for the string itself"}};
thread_local int of_thread = 7;
char* block = nullptr;

using graphfuzz::Exploration;
using graphfuzz::explore;

template <class Error, class Call>
std::string error_of(Call call) {
  try {
    call();
  } catch (const Error& e) {
    return e.what();
  }
  return "";
}

bool contains(const std::string& text, const char* part) { return text.find(part) != std::string::npos; }

// Store buffering, with variables of everywhere, each of which is changed.
void memory_is_taken_back() {
  std::vector<int> numbers(1000, 3);
  std::map<int, std::string> local = {{1, "one"}};
  auto owned = std::make_unique<std::atomic<int>>(0);
  std::atomic<int> y{0};
  int plain = 5;
  of_thread = 8;
  block = static_cast<char*>(std::malloc(100));
  std::strcpy(block, "block");
  void* aligned = nullptr;
  CHECK(posix_memalign(&aligned, 4096, 3 << 20) == 0 && reinterpret_cast<std::uintptr_t>(aligned) % 4096 == 0);
  std::memset(aligned, 1, 3 << 20);
  const auto body = [&] {
    const bool as_before = plain == 5 && of_thread == 8 && numbers.size() == 1000 && numbers[999] == 3 &&
                           local.size() == 1 && from_constructor.size() == 1 && std::strcmp(block, "block") == 0 &&
                           static_cast<char*>(aligned)[(3 << 20) - 1] == 1;
    if (!as_before) graphfuzz_fail(__FILE__, __LINE__, "memory is not as it was");
    plain = of_thread = 0;
    numbers.resize(2000);
    numbers[999] = 4;
    local[2] = from_constructor[1];
    from_constructor.clear();
    static_cast<char*>(aligned)[(3 << 20) - 1] = 2;
    block = static_cast<char*>(std::realloc(block, 10'000));
    block[0] = 'B';
    std::free(aligned);
    int r0 = 0, r1 = 0;
    std::thread other([&] {
      owned->store(1, std::memory_order_relaxed);
      r0 = y.load(std::memory_order_relaxed);
    });
    y.store(1, std::memory_order_relaxed);
    r1 = owned->load(std::memory_order_relaxed);
    other.join();
    owned.reset();
    graphfuzz_note("r0", r0);
    graphfuzz_note("r1", r1);
  };
  const Exploration weak = explore(body, {.exhaustive = true});
  CHECK(weak.findings.empty() && weak.complete && weak.graphs == 4 && weak.executions == 4);
  const std::set<std::string> states(weak.states.begin(), weak.states.end());
  CHECK(states == (std::set<std::string>{"r0=0; r1=0;", "r0=0; r1=1;", "r0=1; r1=0;", "r0=1; r1=1;"}));
  const Exploration strong = explore(body, {.model = "sc", .exhaustive = true});
  CHECK(strong.findings.empty() && strong.complete && strong.states.size() == 3);
  const Exploration sampled = explore(body, {.strategy = "random", .executions = 50, .seed = 1});
  CHECK(sampled.findings.empty() && sampled.executions == 50 && sampled.graphs == 4);
  CHECK(plain == 5 && of_thread == 8 && numbers.size() == 1000 && local.size() == 1 && from_constructor.size() == 1);
  CHECK(owned && *owned == 0 && y == 0 && std::strcmp(block, "block") == 0);
  std::free(aligned);
  std::free(block);
}

void findings_tell_what_happened() {
  std::atomic<int> x{0};
  int data = 0;
  const auto body = [&] {
    std::thread other([&] {
      data = 1;
      x.store(1, std::memory_order_relaxed);
    });
    std::printf("in the body\n");
    if (x.load(std::memory_order_acquire) == 1) data = 2;
    other.join();
  };
  const Exploration found = explore(body, {.name = "message", .exhaustive = true});
  CHECK(found.findings.size() == 1);
  if (found.findings.size() != 1) return;
  const graphfuzz::ExploreFinding& race = found.findings[0];
  CHECK(race.kind == "race" && race.executions == 1 && contains(race.text, "state.cpp:"));
  CHECK(contains(race.trace, "reads from") && contains(race.output, "in the body"));
  CHECK(contains(race.replay, "message-rc11-race"));
  const Exploration again = explore(body, {.name = "message", .replay = race.replay});
  CHECK(again.findings.size() == 1 && again.findings[0].text == race.text && again.executions == 1);
  CHECK(contains(error_of<std::invalid_argument>([&] { explore(body, {.replay = race.replay}); }),
                 "expected a replay of explore, found one of message"));
  CHECK(contains(error_of<std::invalid_argument>([&] { explore(body, {.model = "x86"}); }),
                 "unknown memory model 'x86'"));
  CHECK(contains(error_of<std::invalid_argument>([&] { explore(body, {.more = {"--plan", "sc"}}); }), "--plain"));
  CHECK(contains(error_of<std::invalid_argument>([&] { explore(body, {.more = {"-j", "2"}}); }), "has one worker"));
}

void throws() { throw std::runtime_error("from the body"); }

// What ends a process ends no more than an execution.
void bodies_may_end() {
  CHECK(explore(throws).findings.at(0).text.find("from the body") != std::string::npos);
  CHECK(explore([] { std::abort(); }).findings.at(0).kind == "abort");
  CHECK(explore([] { std::exit(3); }).findings.at(0).kind == "exit");
  CHECK(explore([] { *static_cast<volatile int*>(nullptr) = 1; }).findings.at(0).kind == "signal");
  CHECK(explore([] { std::exit(0); }).findings.empty());
  CHECK(explore([] { explore([] {}); }).findings.at(0).kind == "exception");
}

// What goes round the library ends no more than a run, with --fork.
void processes_may_end() {
  const auto body = [] { asm volatile("syscall" : : "a"(231), "D"(7) : "rcx", "r11", "memory"); };
  CHECK(contains(error_of<std::runtime_error>([&] { explore(body); }), "has ended the process that explores it"));
  const Exploration found = explore(body, {.more = {"--fork"}});
  CHECK(found.findings.size() == 1 && found.findings[0].kind == "exit");
}

void threads_are_refused() {
  std::mutex mutex;
  mutex.lock();
  std::thread other([&] { mutex.lock(); });
  CHECK(contains(error_of<std::runtime_error>([] { explore([] {}); }), "expected no other threads"));
  mutex.unlock();
  other.join();
  mutex.unlock();
  std::string error;
  std::thread([&] { error = error_of<std::runtime_error>([] { explore([] {}); }); }).join();
  CHECK(contains(error, "by another thread than the first one"));
  // Who was there before does no harm.
  CHECK(explore([&] { std::lock_guard lock(mutex); }, {.exhaustive = true}).complete);
}

// Keys that the process has made keep what its thread has put there.
void keys_are_kept() {
  pthread_key_t key;
  CHECK(pthread_key_create(&key, std::free) == 0);
  pthread_setspecific(key, std::malloc(8));
  const void* const before = pthread_getspecific(key);
  const Exploration found = explore([&] {
    if (pthread_getspecific(key) != before) graphfuzz_fail(__FILE__, __LINE__, "another value of the key");
    pthread_setspecific(key, nullptr);
    std::thread([&] {
      if (pthread_getspecific(key) != nullptr) graphfuzz_fail(__FILE__, __LINE__, "a value of a new thread");
    }).join();
  });
  CHECK(found.findings.empty() && found.complete);
  CHECK(pthread_getspecific(key) == before);
}

}  // namespace

int main() {
  std::printf("written once, ");  // though it is in a buffer when the process is copied
  memory_is_taken_back();
  findings_tell_what_happened();
  bodies_may_end();
  processes_may_end();
  threads_are_refused();
  keys_are_kept();
  std::printf(failed ? "something is wrong\n" : "all is well\n");
  return failed ? 1 : 0;
}

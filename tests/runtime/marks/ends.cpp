// Threads that wait for each other round after round, and in between come to what the engine must not do twice, nor
// leave behind, when it goes back: destructors of keys that take a lock, static objects that threads make, which are to
// be destroyed at the end, a function whose frame is large and hardly used, blocks that are large, a robust mutex that
// a thread leaves behind. With "open" a file is open all the time: then the engine does everything again. With "blocks"
// threads have large blocks at the end, after which the engine goes back, but to where there were none.
#include <errno.h>
#include <graphfuzz/harness.h>
#include <pthread.h>

#include <atomic>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <thread>
#include <vector>

namespace {

constexpr int kThreads = 3;
constexpr int kRounds = 10;
constexpr int kKeys = 4;

std::atomic<int> turn[kThreads];
std::atomic<int> mixed;
std::atomic<int> steps;
std::mutex lock;
unsigned log_of_all;
pthread_key_t keys[kKeys];
pthread_mutex_t robust;
bool has_blocks = false;

void note(unsigned number) {
  const std::lock_guard<std::mutex> held(lock);
  log_of_all = 31 * log_of_all + number;
}

// With waits in between, and attempts that come to a later load.
void pass(int me, int round) {
  turn[me].store(round, std::memory_order_release);
  for (int other = 0; other < kThreads; ++other) {
    while (turn[other].load(std::memory_order_acquire) < round - 1) {
    }
  }
  for (int old = mixed.load(); !mixed.compare_exchange_weak(old, old * 3 + me);) {
  }
}

void destroy(void* value) {
  const auto number = reinterpret_cast<std::size_t>(value);
  for (int i = 0; i < 20; ++i) note(static_cast<unsigned>(number));
  if (number % 3 == 0) pthread_setspecific(keys[number / 3 % kKeys], reinterpret_cast<void*>(number + 1));
}

struct Last {
  explicit Last(unsigned number) : number(number) { note(number); }
  ~Last() {
    note(number);
    graphfuzz_note("ends", static_cast<int>(log_of_all));
  }
  unsigned number;
};

// Is there already what it will write? Then something was left there that has not happened.
__attribute__((noinline)) unsigned look_below(int round) {
  constexpr unsigned kMarker = 0x12345600;
  volatile unsigned deep[64];
  unsigned left = 0;
  for (const volatile unsigned& word : deep) left += word == kMarker + static_cast<unsigned>(round) ? 1U : 0U;
  for (volatile unsigned& word : deep) word = kMarker + static_cast<unsigned>(round);
  steps.fetch_add(1);
  return left;
}

__attribute__((noinline)) unsigned far_below(int round) {
  volatile char hole[20000];
  hole[0] = static_cast<char>(round);
  return 100 * look_below(round) + static_cast<unsigned>(hole[0]);
}

unsigned large_block(int me, int round) {
  constexpr std::size_t kSize = std::size_t{3} << 20;
  auto* const block = static_cast<unsigned char*>(std::calloc(kSize, 1));
  unsigned result = block[0] + block[kSize - 1] + block[kSize / 2];
  block[0] = block[kSize - 1] = block[kSize / 2] = static_cast<unsigned char>(me + round);
  std::free(block);
  return result;
}

// All at once, so that they wait for each other there.
template <int Me, int Round>
void make() {
  static const Last last(Me * kRounds + Round);
}
template <int Me>
void make_of(int round) {
  if (round == 3) make<Me, 3>();
  if (round == 6) make<Me, 6>();
  if (round == 9) make<Me, 9>();
}
void make_static(int me, int round) {
  if (me == 0) make_of<0>(round);
  if (me == 1) make_of<1>(round);
  if (me == 2) make_of<2>(round);
}

void work(int me) {
  for (std::size_t i = 0; i < kKeys; ++i) {
    pthread_setspecific(keys[i], reinterpret_cast<void*>(static_cast<std::size_t>(me) * kKeys + i + 1));
  }
  unsigned result = 0;
  int tries = 0;
  for (int round = 1; round <= kRounds; ++round) {
    // No wait that is recognised: it counts.
    for (int i = 0; i < 3 && turn[(me + 1) % kThreads].load(std::memory_order_relaxed) < round; ++i) ++tries;
    pass(me, round);
    if (round > kRounds / 2) result += far_below(round);
    if (has_blocks && round > kRounds - 2) result += large_block(me, round);
    if (round % 3 == 0) make_static(me, round);
  }
  if (pthread_mutex_lock(&robust) == EOWNERDEAD) pthread_mutex_consistent(&robust);
  note(result + static_cast<unsigned>(tries));
}

}  // namespace

int main(int count, char** words) {
  std::FILE* open = nullptr;
  for (int i = 1; i < count; ++i) {
    if (std::strcmp(words[i], "open") == 0) open = std::fopen("/dev/null", "r");
    if (std::strcmp(words[i], "blocks") == 0) has_blocks = true;
  }
  for (pthread_key_t& key : keys) pthread_key_create(&key, destroy);
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
  pthread_mutex_init(&robust, &attributes);
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i) threads.emplace_back(work, i);
  for (std::thread& thread : threads) thread.join();
  graphfuzz_note("log", static_cast<int>(log_of_all));
  if (open != nullptr) std::fclose(open);
}

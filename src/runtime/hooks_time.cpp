// Time, which is virtual, and chance, which is not: each thread has a clock that goes on a little whenever it is looked
// at, and as long as the thread sleeps, which takes no time; and a sequence of random numbers.
#include <errno.h>
#include <sys/random.h>
#include <sys/time.h>
#include <sys/times.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "runtime/hook.hpp"
#include "runtime/synchronisation.hpp"

namespace graphfuzz::runtime {
namespace {

constexpr std::uint64_t kSecond = 1'000'000'000;
constexpr std::uint64_t kTick = 1'000;
// When the program begins: the first of January 2024, and a machine that is up for an hour.
constexpr std::uint64_t kDate = 1'704'067'200 * kSecond;
constexpr std::uint64_t kUptime = 3'600 * kSecond;

bool counts_from_1970(clockid_t clock) {
  return clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE || clock == CLOCK_TAI;
}

std::uint64_t now(Fiber& fiber, clockid_t clock) {
  fiber.clock += kTick;
  return fiber.clock + (counts_from_1970(clock) ? kDate : kUptime);
}

// … by the program, which may go by it.
std::uint64_t read_clock(Fiber& fiber, clockid_t clock) {
  const std::uint64_t time = now(fiber, clock);
  fiber.clock_read = fiber.clock;
  return time;
}

timespec to_timespec(std::uint64_t time) {
  return {static_cast<time_t>(time / kSecond), static_cast<long>(time % kSecond)};
}

bool is_valid(const timespec& time) {
  return time.tv_sec >= 0 && time.tv_nsec >= 0 && time.tv_nsec < static_cast<long>(kSecond);
}

std::uint64_t from_timespec(const timespec& time) {
  return static_cast<std::uint64_t>(time.tv_sec) * kSecond + static_cast<std::uint64_t>(time.tv_nsec);
}

}  // namespace

void pass_time(Fiber& fiber, const timespec& until) {
  if (!is_valid(until)) return;
  std::uint64_t time = from_timespec(until);
  time -= std::min(time, time >= kDate ? kDate : kUptime);
  fiber.clock = std::max(fiber.clock, time);
}

void sleep_for(std::uint64_t time) {
  InRuntime in;
  // As long as one likes, without the clock's coming around.
  constexpr std::uint64_t kLong = std::uint64_t{1} << 60;
  in.fiber().clock = std::min(in.fiber().clock + std::min(time, kLong), kLong);
}

namespace {

// The error, 0 if there is none.
int sleep_by(clockid_t clock, int flags, const timespec& time) {
  if (!is_valid(time)) return EINVAL;
  std::uint64_t length = from_timespec(time);
  if ((flags & TIMER_ABSTIME) != 0) {
    InRuntime in;
    const std::uint64_t from = now(in.fiber(), clock);
    length = length > from ? length - from : 0;
  }
  sleep_for(length);
  return 0;
}

// SplitMix64 (Steele, Lea, Flood, OOPSLA 2014).
std::uint64_t random_bits() {
  InRuntime in;
  std::uint64_t z = in.fiber().random += 0x9e37'79b9'7f4a'7c15;
  z = (z ^ (z >> 30)) * 0xbf58'476d'1ce4'e5b9;
  z = (z ^ (z >> 27)) * 0x94d0'49bb'1331'11eb;
  return z ^ (z >> 31);
}

void fill(void* buffer, std::size_t size, Address place) {
  {
    Hook hook;
    plain_write(hook.fiber(), address_of(buffer), size, place);
  }
  for (std::size_t i = 0; i < size; i += 8) {
    const std::uint64_t bits = random_bits();
    std::memcpy(static_cast<char*>(buffer) + i, &bits, std::min<std::size_t>(8, size - i));
  }
}

}  // namespace
}  // namespace graphfuzz::runtime

using namespace graphfuzz::runtime;

GRAPHFUZZ_HOOK int clock_gettime(clockid_t clock, timespec* time) {
  GRAPHFUZZ_OUTSIDE(clock_gettime, clock, time)
  Hook hook;
  put(hook.fiber(), time, to_timespec(read_clock(hook.fiber(), clock)), GRAPHFUZZ_CALLER);
  return 0;
}
GRAPHFUZZ_HOOK int gettimeofday(timeval* time, void* zone) {
  GRAPHFUZZ_OUTSIDE(gettimeofday, time, zone)
  Hook hook;
  const timespec precise = to_timespec(read_clock(hook.fiber(), CLOCK_REALTIME));
  put(hook.fiber(), time, timeval{precise.tv_sec, precise.tv_nsec / 1000}, GRAPHFUZZ_CALLER);
  return 0;
}
GRAPHFUZZ_HOOK time_t time(time_t* result) {
  GRAPHFUZZ_OUTSIDE(time, result)
  Hook hook;
  const auto seconds = static_cast<time_t>(read_clock(hook.fiber(), CLOCK_REALTIME) / kSecond);
  if (result != nullptr) put(hook.fiber(), result, seconds, GRAPHFUZZ_CALLER);
  return seconds;
}
GRAPHFUZZ_HOOK clock_t clock() {
  GRAPHFUZZ_OUTSIDE(clock)
  InRuntime in;
  return static_cast<clock_t>((read_clock(in.fiber(), CLOCK_MONOTONIC) - kUptime) / 1000);
}
GRAPHFUZZ_HOOK clock_t times(tms* used) {
  GRAPHFUZZ_OUTSIDE(times, used)
  Hook hook;
  constexpr std::uint64_t kTicks = 100;  // a second: what sysconf(_SC_CLK_TCK) says
  const auto ticks = static_cast<clock_t>(read_clock(hook.fiber(), CLOCK_MONOTONIC) / (kSecond / kTicks));
  if (used != nullptr) put(hook.fiber(), used, tms{ticks, 0, 0, 0}, GRAPHFUZZ_CALLER);
  return ticks;
}
GRAPHFUZZ_HOOK int timespec_get(timespec* time, int base) {
  GRAPHFUZZ_OUTSIDE(timespec_get, time, base)
  if (base != TIME_UTC) return 0;
  clock_gettime(CLOCK_REALTIME, time);
  return base;
}

GRAPHFUZZ_HOOK int nanosleep(const timespec* time, timespec* left) {
  GRAPHFUZZ_OUTSIDE(nanosleep, time, left)
  const int error = sleep_by(CLOCK_MONOTONIC, 0, *time);
  if (error == 0) return 0;
  errno = error;
  return -1;
}
GRAPHFUZZ_HOOK int clock_nanosleep(clockid_t clock, int flags, const timespec* time, timespec* left) {
  GRAPHFUZZ_OUTSIDE(clock_nanosleep, clock, flags, time, left)
  return sleep_by(clock, flags, *time);
}
GRAPHFUZZ_HOOK int thrd_sleep(const timespec* time, timespec* left) {
  GRAPHFUZZ_OUTSIDE(thrd_sleep, time, left)
  return sleep_by(CLOCK_REALTIME, 0, *time) == 0 ? 0 : -2;
}
GRAPHFUZZ_HOOK unsigned sleep(unsigned seconds) {
  GRAPHFUZZ_OUTSIDE(sleep, seconds)
  sleep_for(seconds * kSecond);
  return 0;
}
GRAPHFUZZ_HOOK int usleep(useconds_t microseconds) {
  GRAPHFUZZ_OUTSIDE(usleep, microseconds)
  sleep_for(std::uint64_t{microseconds} * 1000);
  return 0;
}

GRAPHFUZZ_HOOK ssize_t getrandom(void* buffer, size_t size, unsigned flags) {
  GRAPHFUZZ_OUTSIDE(getrandom, buffer, size, flags)
  fill(buffer, size, GRAPHFUZZ_CALLER);
  return static_cast<ssize_t>(size);
}
GRAPHFUZZ_HOOK int getentropy(void* buffer, size_t size) {
  GRAPHFUZZ_OUTSIDE(getentropy, buffer, size)
  fill(buffer, size, GRAPHFUZZ_CALLER);
  return 0;
}
GRAPHFUZZ_HOOK int rand() {
  GRAPHFUZZ_OUTSIDE(rand)
  return static_cast<int>(random_bits() & RAND_MAX);
}
GRAPHFUZZ_HOOK long random() {
  GRAPHFUZZ_OUTSIDE(random)
  return static_cast<long>(random_bits() & RAND_MAX);
}
GRAPHFUZZ_HOOK double drand48() {
  GRAPHFUZZ_OUTSIDE(drand48)
  return static_cast<double>(random_bits() >> 11) * 0x1p-53;
}
GRAPHFUZZ_HOOK long lrand48() {
  GRAPHFUZZ_OUTSIDE(lrand48)
  return static_cast<long>(random_bits() & RAND_MAX);
}
GRAPHFUZZ_HOOK int rand_r(unsigned* seed) {
  GRAPHFUZZ_REAL(rand_r);
  if (current == nullptr) return real_one(seed);
  Hook hook;
  plain_read(hook.fiber(), address_of(seed), sizeof *seed, GRAPHFUZZ_CALLER);
  unsigned next = *seed;
  const int result = real_one(&next);
  put(hook.fiber(), seed, next, GRAPHFUZZ_CALLER);
  return result;
}
// Numbers of the calling thread alone.
GRAPHFUZZ_HOOK void srand(unsigned seed) {
  GRAPHFUZZ_OUTSIDE(srand, seed)
  InRuntime in;
  in.fiber().random = seed;
}
GRAPHFUZZ_HOOK void srandom(unsigned seed) {
  GRAPHFUZZ_OUTSIDE(srandom, seed)
  srand(seed);
}
GRAPHFUZZ_HOOK void srand48(long seed) {
  GRAPHFUZZ_OUTSIDE(srand48, seed)
  srand(static_cast<unsigned>(seed));
}
// std::random_device::operator(), which would ask the processor.
GRAPHFUZZ_HOOK unsigned _ZNSt13random_device9_M_getvalEv(void* device) {
  if (current == nullptr) {
    static const auto outside =
        reinterpret_cast<unsigned (*)(void*)>(next_definition("_ZNSt13random_device9_M_getvalEv"));
    return outside(device);
  }
  return static_cast<unsigned>(random_bits());
}
